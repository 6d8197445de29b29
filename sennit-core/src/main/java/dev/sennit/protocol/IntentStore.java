package dev.sennit.protocol;

import dev.sennit.model.ErrorText;
import dev.sennit.model.OperationId;
import dev.sennit.model.StoreException;
import dev.sennit.model.Ulid;
import dev.sennit.store.ObjectEntry;
import dev.sennit.store.ObjectStore;
import dev.sennit.store.StoredObject;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The objects of unfinished operations. An operation is unresolved exactly as long as {@code armed/} holds it.
 * Thread-safe.
 */
final class IntentStore {
    private static final String ARMED = "__recovery/armed/";
    private static final String DECISION = "__recovery/decision/";
    private static final String LEASE = "__recovery/lease/";

    private final ObjectStore objects;

    IntentStore(ObjectStore objects) {
        this.objects = objects;
    }

    /**
     * What {@code armed/} holds of an operation.
     *
     * @param intent that of a write
     * @param ref that of a creation or deletion of a branch or tag
     */
    record Armed(OperationId operation, Optional<ArmedIntent> intent, Optional<RefIntent> ref, Instant stored) {
        /** Whether the body cannot be read. */
        boolean isUnreadable() {
            return intent.isEmpty() && ref.isEmpty();
        }
    }

    /** Makes the intent durable. A refusal by one's own earlier request, whose response was lost, is none. */
    void arm(ArmedIntent intent) {
        arm(intent.operation(), IntentCodec.write(intent));
    }

    /** The same, of any kind of operation. */
    void arm(OperationId operation, byte[] body) {
        String path = ARMED + operation;
        if (!objects.putIfAbsent(path, body)
                && objects.get(path).filter(o -> Arrays.equals(o.body(), body)).isEmpty()) {
            throw StoreException.internal(
                    ErrorText.of("operation " + operation + " is armed already").cause("operation ids are minted once"),
                    null);
        }
    }

    /** Operations that are unresolved, in order of id, by listing. */
    List<OperationId> unresolved() {
        return objects.list(ARMED).stream()
                .map(ObjectEntry::path)
                .map(path -> path.substring(ARMED.length()))
                .filter(Ulid::isValid)
                .map(OperationId::parse)
                .toList();
    }

    /** The armed object; empty if the operation has been resolved meanwhile. */
    Optional<Armed> armed(OperationId operation) {
        return objects.get(ARMED + operation)
                .map(stored -> new Armed(
                        operation,
                        IntentCodec.readIntent(stored.body()),
                        RefCodec.readIntent(stored.body()),
                        stored.modified()));
    }

    boolean isUnresolved(OperationId operation) {
        return objects.get(ARMED + operation).isPresent();
    }

    /**
     * Decides, unless a decision exists.
     *
     * @return whether this call decided
     */
    boolean decide(OperationId operation, Decision decision) {
        return objects.putIfAbsent(DECISION + operation, IntentCodec.write(decision));
    }

    Optional<Decision> decision(OperationId operation) {
        Optional<StoredObject> stored = objects.get(DECISION + operation);
        if (stored.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(IntentCodec.readDecision(stored.get().body()));
        } catch (IOException e) {
            throw StoreException.corruption(
                    ErrorText.of("object " + stored.get().path() + " cannot be read")
                            .cause(String.valueOf(e.getMessage())),
                    e);
        }
    }

    /** All decisions to abort, in order of operation id; those that cannot be read are left out. */
    List<Aborted> aborts() {
        List<Aborted> aborts = new ArrayList<>();
        for (ObjectEntry entry : objects.list(DECISION)) {
            String name = entry.path().substring(DECISION.length());
            if (!Ulid.isValid(name)) {
                continue;
            }
            OperationId operation = OperationId.parse(name);
            if (decision(operation).orElse(null) instanceof Decision.Abort abort) {
                aborts.add(new Aborted(operation, abort, entry.modified()));
            }
        }
        return aborts;
    }

    /** Operations of whose decisions or leases the last is older than a time, in order of id. */
    List<OperationId> decidedOrLeasedBefore(Instant time) {
        Map<OperationId, Instant> last = new TreeMap<>(Comparator.comparing(OperationId::toString));
        for (String prefix : List.of(DECISION, LEASE)) {
            for (ObjectEntry entry : objects.list(prefix)) {
                String name = entry.path().substring(prefix.length());
                String operation = name.indexOf('/') < 0 ? name : name.substring(0, name.indexOf('/'));
                if (Ulid.isValid(operation)) {
                    last.merge(OperationId.parse(operation), entry.modified(), (a, b) -> a.isAfter(b) ? a : b);
                }
            }
        }
        return last.entrySet().stream()
                .filter(entry -> entry.getValue().isBefore(time))
                .map(Map.Entry::getKey)
                .toList();
    }

    void removeArmed(OperationId operation) {
        objects.delete(ARMED + operation);
    }

    /** Removes a {@code publish} decision. An {@code abort} is never removed: it fences a writer that wakes up late. */
    void removePublish(OperationId operation) {
        objects.delete(DECISION + operation);
    }

    /** Renews a lease; renewals are objects of their own, numbered from 1. */
    void renewLease(OperationId operation, int renewal) {
        objects.putIfAbsent(leasePrefix(operation) + String.format(Locale.ROOT, "%08d", renewal), new byte[] {'\n'});
    }

    /** When the lease was last renewed, by the store's clock. */
    Optional<Instant> lastRenewal(OperationId operation) {
        return objects.list(leasePrefix(operation)).stream()
                .map(ObjectEntry::modified)
                .max(Instant::compareTo);
    }

    void removeLease(OperationId operation) {
        objects.list(leasePrefix(operation)).forEach(entry -> objects.delete(entry.path()));
    }

    /** Stage H (§4.8): removes all that an operation has left, its intent first. Whatever is left can be removed again. */
    void removeAll(OperationId operation, FailurePoints failurePoints) {
        removeArmed(operation);
        failurePoints.reached(FailurePoint.INTENT_REMOVED);
        removePublish(operation);
        removeLease(operation);
        failurePoints.reached(FailurePoint.FINALIZED);
    }

    private static String leasePrefix(OperationId operation) {
        return LEASE + operation + "/";
    }
}
