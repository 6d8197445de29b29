package dev.sennit.store;

/**
 * Locks between processes, as a courtesy: who holds one spares others work that would be wasted, and nothing depends on
 * them. Thread-safe, but a process must not ask twice for one lock at the same time.
 */
public interface ProcessLocks {
    /** Everybody passes: for stores without locks. */
    ProcessLocks NONE = name -> () -> {};

    /**
     * Waits for a lock, in turn with other processes, but not for long: a process that holds it may have been stopped, and
     * must not stop others.
     *
     * @param name a plain file name
     * @return the lock, or what stands for it where nobody gave it back in time
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    Held acquire(String name) throws InterruptedException;

    /** A lock that is held until it is closed, or the process ends. */
    interface Held extends AutoCloseable {
        /** Whether it has been held so long that other processes should have it, if there are any that want it. */
        default boolean isDue() {
            return false;
        }

        @Override
        void close();
    }
}
