package dev.sennit.model;

import java.util.Objects;
import java.util.Optional;

/**
 * A conflict of a merge and what became of it.
 *
 * @param resolution the side it was resolved for; empty if it was not
 */
public record ResolvedConflict(MergeConflict conflict, Optional<MergeSide> resolution) {
    public ResolvedConflict {
        Objects.requireNonNull(conflict, "conflict");
        Objects.requireNonNull(resolution, "resolution");
    }

    /** The same as seen from the other side. */
    public ResolvedConflict mirrored() {
        return new ResolvedConflict(conflict.mirrored(), resolution.map(MergeSide::other));
    }
}
