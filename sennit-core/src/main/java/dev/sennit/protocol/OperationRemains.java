package dev.sennit.protocol;

import dev.sennit.model.OperationId;
import dev.sennit.store.ObjectStore;
import java.time.Instant;

/**
 * What settled operations may leave behind: leases, and decisions to publish that were put by a request which came late.
 * Thread-safe.
 */
public final class OperationRemains {
    private final IntentStore intents;

    public OperationRemains(ObjectStore objects) {
        this.intents = new IntentStore(objects);
    }

    /** Removes what is older than a time by the store's clock. An {@code abort} stays: it fences its writer for ever. */
    public void removeBefore(Instant time) {
        for (OperationId operation : intents.decidedOrLeasedBefore(time)) {
            // Asked for after the decision was met: what is not armed now has been settled.
            if (!intents.isUnresolved(operation)) {
                intents.removeLease(operation);
                if (intents.decision(operation).orElse(null) instanceof Decision.Publish) {
                    intents.removePublish(operation);
                }
            }
        }
    }
}
