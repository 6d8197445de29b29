package dev.sennit.model;

import java.util.Optional;

/** What a merge does with conflicts that nothing else resolves. */
public enum MergeStrategy {
    /** It is refused, and all conflicts are told. */
    FAIL,
    /** Each is resolved as {@link MergeSide#OURS} has it. */
    OURS,
    /** Each is resolved as {@link MergeSide#THEIRS} has it. */
    THEIRS;

    /** The side that wins; empty for none. */
    public Optional<MergeSide> side() {
        return switch (this) {
            case FAIL -> Optional.empty();
            case OURS -> Optional.of(MergeSide.OURS);
            case THEIRS -> Optional.of(MergeSide.THEIRS);
        };
    }
}
