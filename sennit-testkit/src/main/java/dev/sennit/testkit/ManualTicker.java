package dev.sennit.testkit;

import dev.sennit.model.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/** Time that passes only when told to, or when somebody waits. Thread-safe. */
public final class ManualTicker implements Ticker {
    private final Instant start;
    private final AtomicLong nanos = new AtomicLong();

    public ManualTicker(Instant start) {
        this.start = start;
    }

    @Override
    public long nanos() {
        return nanos.get();
    }

    @Override
    public void sleep(Duration duration) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before a wait of " + duration);
        }
        advance(duration);
    }

    public void advance(Duration duration) {
        nanos.addAndGet(duration.toNanos());
    }

    /** A clock that shows this ticker's time. */
    public Clock clock() {
        return new Clock() {
            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return start.plusNanos(nanos.get());
            }
        };
    }
}
