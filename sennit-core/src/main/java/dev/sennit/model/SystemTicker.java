package dev.sennit.model;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The machine's monotonic time, moved ahead by what it leaves out. On Linux it stands still while the machine is
 * suspended, and whoever trusts what it read before would go on trusting it afterwards; the wall clock tells. A wall clock
 * that is set forward makes time pass too fast once, which only ends waiting and trust early.
 */
final class SystemTicker implements Ticker {
    /** Below this the two clocks differ by being adjusted. */
    private static final long TOLERANCE_NANOS = Duration.ofSeconds(2).toNanos();

    private final LongSupplier monotonicNanos;
    private final LongSupplier wallMillis;

    /** Wall time minus monotonic time, at the beginning. */
    private final long offsetNanos;

    private final AtomicLong leftOutNanos = new AtomicLong();

    SystemTicker(LongSupplier monotonicNanos, LongSupplier wallMillis) {
        this.monotonicNanos = monotonicNanos;
        this.wallMillis = wallMillis;
        this.offsetNanos = wallNanos() - monotonicNanos.getAsLong();
    }

    @Override
    public long nanos() {
        long now = monotonicNanos.getAsLong();
        long ahead = wallNanos() - now - offsetNanos;
        long leftOut = leftOutNanos.get();
        if (ahead - leftOut > TOLERANCE_NANOS) {
            leftOut = leftOutNanos.accumulateAndGet(ahead, Math::max);
        }
        return now + leftOut;
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        Thread.sleep(duration);
    }

    private long wallNanos() {
        return wallMillis.getAsLong() * 1_000_000;
    }
}
