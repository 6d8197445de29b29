package dev.sennit;

import dev.sennit.model.Ticker;
import java.time.Duration;
import java.util.function.Consumer;

/** Lets progress through about twice a second. Not thread-safe. */
final class ProgressThrottle {
    private static final Duration TELL_EVERY = Duration.ofMillis(500);

    private final Ticker ticker;
    private final long began;
    private long told;

    ProgressThrottle(Ticker ticker) {
        this.ticker = ticker;
        this.began = ticker.nanos();
        this.told = began;
    }

    /** @param tell is told how long it has been, if it is time to tell */
    void pass(Consumer<Duration> tell) {
        long now = ticker.nanos();
        if (now - told >= TELL_EVERY.toNanos()) {
            told = now;
            tell.accept(Duration.ofNanos(now - began));
        }
    }
}
