package dev.sennit.protocol;

import dev.sennit.model.Deadline;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.StoreException;
import dev.sennit.model.Ticker;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Asks a store again while it is out of reach, until a deadline: for the steps after which a write can no longer be
 * given up. An interruption of the thread, which would make every use of a file fail, is put off meanwhile.
 */
final class StoreRetry {
    private final Ticker ticker;
    private final Duration pause;
    private final Deadline deadline;

    StoreRetry(Ticker ticker, Duration pause, Deadline deadline) {
        this.ticker = ticker;
        this.pause = pause;
        this.deadline = deadline;
    }

    /** @throws StoreException of the last attempt, once the deadline has passed */
    <T> T call(Supplier<T> call) {
        boolean interrupted = false;
        try {
            while (true) {
                interrupted |= Thread.interrupted();
                try {
                    return call.get();
                } catch (StoreException e) {
                    if (e.code() != ErrorCode.STORE_UNAVAILABLE || deadline.hasPassed()) {
                        throw e;
                    }
                    interrupted |= pause();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Whether the wait was cut short by an interruption. */
    private boolean pause() {
        try {
            ticker.sleep(pause);
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }
}
