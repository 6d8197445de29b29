package dev.sennit.protocol;

import dev.sennit.model.OperationId;
import dev.sennit.store.ObjectStore;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The unresolved operations of a graph, of whatever branch, as maintenance sees them. Thread-safe. */
public final class UnresolvedOperations {
    private final IntentStore intents;

    public UnresolvedOperations(ObjectStore objects) {
        this.intents = new IntentStore(objects);
    }

    /**
     * An unresolved operation.
     *
     * @param intent that of a write
     * @param ref that of a creation or deletion of a branch or tag; if there is neither, it cannot be read
     * @param armed when it was armed, by the store's clock
     */
    public record Unresolved(
            OperationId operation,
            Optional<ArmedIntent> intent,
            Optional<RefIntent> ref,
            Optional<Decision> decision,
            Instant armed) {}

    /** Those there are now, in order of id. */
    public List<OperationId> list() {
        return intents.unresolved();
    }

    /**
     * One of them; empty if it has been resolved meanwhile.
     *
     * @throws dev.sennit.model.StoreException CORRUPTION if its decision cannot be read
     */
    public Optional<Unresolved> read(OperationId operation) {
        return intents.armed(operation)
                .map(armed -> new Unresolved(
                        operation, armed.intent(), armed.ref(), intents.decision(operation), armed.stored()));
    }
}
