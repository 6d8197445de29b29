package dev.sennit.model;

import java.time.Clock;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * Mints identifiers from a clock and a source of randomness that the caller owns, so that a run can be replayed.
 * Thread-safe when both are; calls to the random source are serialised here.
 */
public final class IdSource {
    private final Clock clock;
    private final RandomGenerator random;

    public IdSource(Clock clock, RandomGenerator random) {
        this.clock = Objects.requireNonNull(clock, "clock");
        this.random = Objects.requireNonNull(random, "random");
    }

    /** A fresh identifier. */
    public synchronized Ulid next() {
        long millis = clock.millis();
        long high = millis << 16 | random.nextInt() & 0xFFFFL;
        return new Ulid(high, random.nextLong());
    }
}
