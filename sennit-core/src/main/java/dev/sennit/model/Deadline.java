package dev.sennit.model;

import java.time.Duration;
import java.util.Objects;

/** A moment after which something is given up, on an injected {@link Ticker}. Thread-safe. */
public final class Deadline {
    private final Ticker ticker;
    private final long atNanos;
    private final Duration length;

    private Deadline(Ticker ticker, long atNanos, Duration length) {
        this.ticker = ticker;
        this.atNanos = atNanos;
        this.length = length;
    }

    /** The moment {@code length} from now. */
    public static Deadline in(Duration length, Ticker ticker) {
        Objects.requireNonNull(ticker, "ticker");
        return new Deadline(ticker, ticker.nanos() + length.toNanos(), length);
    }

    public boolean hasPassed() {
        return ticker.nanos() - atNanos >= 0;
    }

    /** How much time is left; zero once it has passed. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, atNanos - ticker.nanos()));
    }

    /** How long it was when it was set. */
    public Duration length() {
        return length;
    }
}
