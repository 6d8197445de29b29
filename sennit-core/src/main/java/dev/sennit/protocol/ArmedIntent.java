package dev.sennit.protocol;

import dev.sennit.model.OperationId;
import java.util.Set;

/**
 * An intent as it is stored before the first effect (§4.5).
 *
 * @param branch the branch's name, for messages
 * @param baseVersion the chain version the write was prepared on: its commit can only come after it
 * @param adopted versions of other states that the result has files of: no collection may take them
 * @param uuid of the manifest transaction, the same for whoever publishes
 */
public record ArmedIntent(
        OperationId operation,
        WriterKind writer,
        String branch,
        long baseVersion,
        String uuid,
        ReadSet readSet,
        ManifestDelta delta,
        LineageIntent lineage,
        RecoveryStrategy recovery,
        Set<AdoptedVersion> adopted,
        Owner owner) {
    public ArmedIntent {
        adopted = Set.copyOf(adopted);
    }
}
