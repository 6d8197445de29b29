package dev.sennit.testkit;

import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import java.util.concurrent.atomic.AtomicInteger;

/** Stops a writer the n-th time it reaches a failure point: by an error, or by ending the JVM as a kill would. */
public final class StopAt implements FailurePoints {
    private final FailurePoint point;
    private final AtomicInteger countdown;
    private final boolean halt;

    private StopAt(FailurePoint point, int occurrence, boolean halt) {
        this.point = point;
        this.countdown = new AtomicInteger(occurrence);
        this.halt = halt;
    }

    /** Throws {@link SimulatedCrash}. */
    public static StopAt crashing(FailurePoint point, int occurrence) {
        return new StopAt(point, occurrence, false);
    }

    /** Halts the JVM with exit code 137, running nothing. */
    public static StopAt halting(FailurePoint point, int occurrence) {
        return new StopAt(point, occurrence, true);
    }

    @Override
    public void reached(FailurePoint reached) {
        if (reached == point && countdown.decrementAndGet() == 0) {
            if (halt) {
                Runtime.getRuntime().halt(137);
            }
            throw new SimulatedCrash(point.name());
        }
    }

    /** Whether the point was reached often enough to stop there. */
    public boolean stopped() {
        return countdown.get() <= 0;
    }
}
