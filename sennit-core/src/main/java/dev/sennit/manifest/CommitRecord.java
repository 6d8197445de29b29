package dev.sennit.manifest;

import dev.sennit.model.CommitId;
import dev.sennit.model.OperationId;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One commit: the lineage row of the state it made.
 *
 * @param parents none for the first commit of a graph, two for a merge, the target's head first
 * @param mergedFrom where the second parent was made; empty for commits that have none, and for merges that were made before
 *     it was noted
 * @param time when it was committed: never earlier than a parent's time plus one millisecond
 * @param operation the attempt that made it
 * @param writer the kind of writer, for example {@code load}
 * @param idempotencyKey the caller's key
 * @param payloadDigest digest of what the caller asked for, kept beside the key
 * @param message the caller's message, or the empty string
 * @param tablesTouched names of the types whose tables it changed, in schema order
 * @param result the numbers the writer reported, so that the same idempotency key gets the same answer again
 */
public record CommitRecord(
        CommitId id,
        List<CommitId> parents,
        Optional<CommitPlace> mergedFrom,
        String author,
        Instant time,
        OperationId operation,
        String writer,
        Optional<String> idempotencyKey,
        Optional<String> payloadDigest,
        String message,
        List<String> tablesTouched,
        Map<String, Long> result) {
    public CommitRecord {
        parents = List.copyOf(parents);
        tablesTouched = List.copyOf(tablesTouched);
        result = Collections.unmodifiableMap(new LinkedHashMap<>(result));
    }

    /** A commit that says of no second parent where it was made. */
    public CommitRecord(
            CommitId id,
            List<CommitId> parents,
            String author,
            Instant time,
            OperationId operation,
            String writer,
            Optional<String> idempotencyKey,
            Optional<String> payloadDigest,
            String message,
            List<String> tablesTouched,
            Map<String, Long> result) {
        this(
                id,
                parents,
                Optional.empty(),
                author,
                time,
                operation,
                writer,
                idempotencyKey,
                payloadDigest,
                message,
                tablesTouched,
                result);
    }
}
