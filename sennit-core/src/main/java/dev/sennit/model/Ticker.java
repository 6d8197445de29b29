package dev.sennit.model;

import java.time.Duration;

/** Elapsed time and waiting, injected so that runs can be replayed. Thread-safe. */
public interface Ticker {
    /** Nanoseconds since some fixed moment, those of a suspended machine included; never goes backwards. */
    long nanos();

    /**
     * Waits.
     *
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    void sleep(Duration duration) throws InterruptedException;

    /** The machine's own time; that it was suspended for counts, too. */
    static Ticker system() {
        return new SystemTicker(System::nanoTime, System::currentTimeMillis);
    }
}
