package dev.sennit.merge;

import org.jspecify.annotations.Nullable;

/** What becomes of one element in our version of a table. */
public sealed interface MergeDecision {
    /** It stays as it is in ours, or absent. */
    record Keep() implements MergeDecision {}

    /** It goes. */
    record Delete() implements MergeDecision {}

    /**
     * It is to be as this row.
     *
     * @param row in the columns of our side
     * @param isTheirs whether that is their row as it is
     */
    record Put(@Nullable Object[] row, boolean isTheirs) implements MergeDecision {}
}
