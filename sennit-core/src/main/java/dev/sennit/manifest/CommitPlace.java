package dev.sennit.manifest;

import dev.sennit.model.BranchIncarnation;
import java.util.Objects;

/**
 * Where a commit was made.
 *
 * @param chain the branch incarnation in whose chain it stands
 * @param version its number there
 */
public record CommitPlace(BranchIncarnation chain, long version) {
    public CommitPlace {
        Objects.requireNonNull(chain, "chain");
    }
}
