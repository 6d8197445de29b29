package dev.sennit.protocol;

import dev.sennit.model.OperationId;
import dev.sennit.model.SennitException;
import java.time.Duration;

/**
 * Shows other processes that a writer lives, by renewing its lease at intervals on a thread of its own until it is closed.
 * A renewal that fails is skipped: the worst that can follow is an abort.
 */
final class Lease implements AutoCloseable {
    private final Thread renewer;

    Lease(IntentStore intents, OperationId operation, Duration interval) {
        this.renewer = Thread.ofVirtual().name("lease-" + operation).start(() -> {
            try {
                for (int renewal = 1; ; renewal++) {
                    Thread.sleep(interval);
                    try {
                        intents.renewLease(operation, renewal);
                    } catch (SennitException e) {
                        // The next interval tries again.
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Override
    public void close() {
        renewer.interrupt();
        try {
            renewer.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
