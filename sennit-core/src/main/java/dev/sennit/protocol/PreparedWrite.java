package dev.sennit.protocol;

import dev.sennit.model.TableId;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * Everything an attempt needs to take effect, computed without any (§2).
 *
 * @param readSet covers every table of the delta, so that a commit always changes its own read set
 * @param adopted versions of other states that the effects take files from
 * @param stagedSince when the oldest staged file was begun, by the injected clock
 * @param discard removes what was staged; run only if the write was never armed
 * @param result what the caller gets once it is committed
 */
public record PreparedWrite<R>(
        ReadSet readSet,
        ManifestDelta delta,
        Effects effects,
        LineageIntent lineage,
        RecoveryStrategy recovery,
        Set<AdoptedVersion> adopted,
        Instant stagedSince,
        Runnable discard,
        R result) {
    public PreparedWrite {
        adopted = Set.copyOf(adopted);
        for (TableId table : delta.slots()) {
            if (!readSet.tables().containsKey(table) && !delta.added().contains(table)) {
                throw new IllegalArgumentException("every table written belongs to the read set");
            }
        }
        boolean changesReadSet = delta.changesSchema() || !delta.added().containsAll(delta.slots());
        if (!changesReadSet && readSet.graphHead().isEmpty()) {
            throw new IllegalArgumentException("a write without tables depends on the graph head");
        }
        Optional<String> key = lineage.idempotencyKey();
        if (!key.equals(readSet.absentKey())) {
            throw new IllegalArgumentException("the idempotency key belongs to the read set");
        }
    }

    /** A write that has nothing from other states. */
    public PreparedWrite(
            ReadSet readSet,
            ManifestDelta delta,
            Effects effects,
            LineageIntent lineage,
            RecoveryStrategy recovery,
            Instant stagedSince,
            Runnable discard,
            R result) {
        this(readSet, delta, effects, lineage, recovery, Set.of(), stagedSince, discard, result);
    }
}
