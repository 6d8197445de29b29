package dev.sennit.store;

import dev.sennit.model.Deadline;
import java.util.Optional;

/**
 * Locks between processes, as a courtesy: who holds one spares others work that would be wasted, and nothing depends on
 * them. Thread-safe, but a process must not ask twice for one lock at the same time.
 */
public interface ProcessLocks {
    /** Everybody passes: for stores without locks. */
    ProcessLocks NONE = (name, deadline) -> Optional.of(() -> {});

    /**
     * Waits for a lock, in turn with other processes.
     *
     * @param name a plain file name
     * @return empty if others had it until the deadline
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    Optional<Held> acquire(String name, Deadline deadline) throws InterruptedException;

    /** A lock that is held until it is closed, or the process ends. */
    interface Held extends AutoCloseable {
        @Override
        void close();
    }
}
