package dev.sennit.protocol;

import dev.sennit.store.ProcessLocks;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One gate, and the lock that processes keep for each other behind it. Threads of this process that wait pass that lock on
 * among themselves until other processes are due: what one commit has read and warmed up serves
 * the next in the same process, and another process has to read it first.
 */
final class Gate {
    private final ReentrantLock lock = new ReentrantLock(true);
    private final ProcessLocks processes;
    private final Optional<String> courtesy;

    /** The lock between processes; guarded by {@code lock}. */
    private ProcessLocks.@Nullable Held held;

    /** @param courtesy the name of the lock between processes, if there is one for this gate */
    Gate(ProcessLocks processes, Optional<String> courtesy) {
        this.processes = processes;
        this.courtesy = courtesy;
    }

    boolean isHeld() {
        return lock.isLocked();
    }

    /** Takes the gate among the threads of this process; false if it is not free in time. */
    boolean tryTake(long nanos) throws InterruptedException {
        boolean taken = false;
        try {
            taken = lock.tryLock(nanos, TimeUnit.NANOSECONDS);
            return taken;
        } finally {
            if (!taken) {
                giveBackWhatWasLeft();
            }
        }
    }

    /** Once the gate is taken: whether other processes must be waited for, since nothing was kept from an earlier write. */
    boolean mustAwaitOtherProcesses() {
        return courtesy.isPresent() && held == null;
    }

    /** Once the gate is taken: waits for other processes if it must, but not for long. */
    void awaitOtherProcesses() throws InterruptedException {
        if (mustAwaitOtherProcesses()) {
            held = processes.acquire(courtesy.orElseThrow());
        }
    }

    /** Once the gate is taken: gives up what was kept from an earlier write. */
    void leaveToOtherProcesses() {
        ProcessLocks.Held given = held;
        held = null;
        if (given != null) {
            given.close();
        }
    }

    /** Gives the gate to whoever is next, here or in another process. */
    void giveBack() {
        if (!lock.hasQueuedThreads() || held != null && held.isDue()) {
            leaveToOtherProcesses();
        }
        lock.unlock();
    }

    /** Whoever the lock was kept for may have stopped waiting. */
    private void giveBackWhatWasLeft() {
        if (lock.tryLock()) {
            try {
                leaveToOtherProcesses();
            } finally {
                lock.unlock();
            }
        }
    }
}
