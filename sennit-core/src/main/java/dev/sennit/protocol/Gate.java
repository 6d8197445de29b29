package dev.sennit.protocol;

import dev.sennit.store.ProcessLocks;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One gate, and the lock that processes keep for each other behind it. Threads of this process that wait pass that lock on
 * among themselves a bounded number of times before other processes get it: what one commit has read and warmed up serves
 * the next in the same process, and another process has to read it first.
 */
final class Gate {
    /** How many writes of one process may follow each other while other processes wait. */
    private static final int LONGEST_RUN = 16;

    private final ReentrantLock lock = new ReentrantLock(true);
    private final ProcessLocks processes;
    private final Optional<String> courtesy;

    /** The lock between processes; guarded by {@code lock}. */
    private ProcessLocks.@Nullable Held held;

    /** Writes in a row that this process has had the lock for; guarded by {@code lock}. */
    private int run;

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

    /**
     * Once the gate is taken: waits for other processes, but not for long.
     *
     * @param anew whether the lock must be asked for although this process has kept it
     * @return whether it was asked for
     */
    boolean awaitOtherProcesses(boolean anew) throws InterruptedException {
        if (courtesy.isEmpty()) {
            return anew;
        }
        if (anew) {
            giveBackToOtherProcesses();
        }
        boolean asks = held == null;
        if (asks) {
            held = processes.acquire(courtesy.get());
            run = 0;
        }
        run++;
        return anew || asks;
    }

    /** Gives the gate to whoever is next, here or in another process. */
    void giveBack() {
        if (!lock.hasQueuedThreads() || run >= LONGEST_RUN) {
            giveBackToOtherProcesses();
        }
        lock.unlock();
    }

    /** Whoever the lock was kept for may have stopped waiting. */
    private void giveBackWhatWasLeft() {
        if (lock.tryLock()) {
            try {
                giveBackToOtherProcesses();
            } finally {
                lock.unlock();
            }
        }
    }

    private void giveBackToOtherProcesses() {
        ProcessLocks.Held given = held;
        held = null;
        if (given != null) {
            given.close();
        }
    }
}
