package dev.sennit.model;

import java.time.Duration;

/** Elapsed time and waiting, injected so that runs can be replayed. Thread-safe. */
public interface Ticker {
    /** Nanoseconds since some fixed moment; never goes backwards. */
    long nanos();

    /**
     * Waits.
     *
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    void sleep(Duration duration) throws InterruptedException;

    /** The machine's own clock. */
    static Ticker system() {
        return new Ticker() {
            @Override
            public long nanos() {
                return System.nanoTime();
            }

            @Override
            public void sleep(Duration duration) throws InterruptedException {
                Thread.sleep(duration);
            }
        };
    }
}
