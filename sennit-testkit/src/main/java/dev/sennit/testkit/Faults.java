package dev.sennit.testkit;

import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Decides what happens to each call of the faulty stores that share it, and keeps the calls that have yet to land.
 * Thread-safe.
 */
public final class Faults {
    /** Chooses the fate of a call. */
    @FunctionalInterface
    public interface Plan {
        /**
         * The fate of a call.
         *
         * @param number of the call, from 1, over all stores that share the plan
         * @param subject the object's path or the version's number
         */
        Fault fate(int number, StoreCall call, String subject);
    }

    private final Plan plan;
    private final Deque<Runnable> late = new ArrayDeque<>();
    private int calls;
    private volatile boolean dead;

    public Faults(Plan plan) {
        this.plan = plan;
    }

    /** Nothing goes wrong. */
    public static Faults none() {
        return new Faults((number, call, subject) -> Fault.NONE);
    }

    Fault next(StoreCall call, String subject) {
        if (dead) {
            throw new SimulatedCrash("dead since before " + call + " " + subject);
        }
        int number;
        synchronized (this) {
            number = ++calls;
        }
        return plan.fate(number, call, subject); // may wait for other threads
    }

    /** From here on the process makes no call any more. */
    SimulatedCrash crash(StoreCall call, String subject) {
        dead = true;
        return new SimulatedCrash(call + " " + subject);
    }

    /** Kills the process where a failure point is reached. */
    public FailurePoints dyingAt(FailurePoint point, int occurrence) {
        int[] left = {occurrence};
        return reached -> {
            if (reached == point && --left[0] == 0) {
                dead = true;
                throw new SimulatedCrash(point.name());
            }
        };
    }

    /** Whether the process has died. */
    public boolean isDead() {
        return dead;
    }

    synchronized void later(Runnable call) {
        late.add(call);
    }

    /** How many calls were made. */
    public synchronized int calls() {
        return calls;
    }

    /** Lets the calls that were held up arrive, in the order they were made; returns how many there were. */
    public int landLateCalls() {
        int landed = 0;
        for (Runnable call = poll(); call != null; call = poll()) {
            call.run();
            landed++;
        }
        return landed;
    }

    private synchronized @Nullable Runnable poll() {
        return late.poll();
    }
}
