package dev.sennit;

import dev.sennit.model.Ticker;
import java.time.Duration;

/** Passes progress on about twice a second. Not thread-safe. */
final class ThrottledProgress {
    private static final Duration TELL_EVERY = Duration.ofMillis(500);

    private final CheckOptions.Progress progress;
    private final Ticker ticker;
    private final long began;
    private long told;

    ThrottledProgress(CheckOptions.Progress progress, Ticker ticker) {
        this.progress = progress;
        this.ticker = ticker;
        this.began = ticker.nanos();
        this.told = began;
    }

    void at(String phase, long done, long total) {
        long now = ticker.nanos();
        if (now - told >= TELL_EVERY.toNanos()) {
            told = now;
            progress.at(phase, done, total, Duration.ofNanos(now - began));
        }
    }
}
