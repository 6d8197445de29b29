package dev.sennit.model;

import java.util.List;
import java.util.Optional;

/**
 * What a merge or a revert came to.
 *
 * @param outcome what was done, or would be
 * @param commit the commit it made, or the head it was forwarded to; empty if nothing was to be done, and for dry runs
 * @param base what both sides come from
 * @param ours the head that was merged into
 * @param theirs what was merged
 * @param types what it changes of each type that had to be looked at; types only one side has changed are adopted as they
 *     are, and not among them
 * @param schema what it changes in our schema, each change a line as {@code sennit schema plan} has it; not told again of a
 *     replayed merge
 * @param conflicts all conflicts, with their resolutions; unresolved ones only in dry runs
 * @param dryRun whether nothing was written on purpose
 * @param replayed whether an earlier write under the same idempotency key made the commit
 */
public record MergeResult(
        Outcome outcome,
        Optional<CommitInfo> commit,
        CommitId base,
        CommitId ours,
        CommitId theirs,
        List<TypeCounts> types,
        List<String> schema,
        List<ResolvedConflict> conflicts,
        boolean dryRun,
        boolean replayed) {
    /** What a merge does. */
    public enum Outcome {
        /** Nothing: everything of theirs is in ours already. */
        UP_TO_DATE,
        /** Ours had nothing of its own, and is what theirs is. */
        FAST_FORWARD,
        /** A commit of both. */
        MERGED,
        /** A commit that takes another one back. */
        REVERTED,
        /** Nothing: there are unresolved conflicts. */
        CONFLICTS
    }

    /** What the result changes of one type in ours. */
    public record TypeCounts(String type, long inserted, long updated, long deleted) {}

    public MergeResult {
        types = List.copyOf(types);
        schema = List.copyOf(schema);
        conflicts = List.copyOf(conflicts);
    }

    /** How many conflicts nothing resolves. */
    public long unresolved() {
        return conflicts.stream()
                .filter(conflict -> conflict.resolution().isEmpty())
                .count();
    }
}
