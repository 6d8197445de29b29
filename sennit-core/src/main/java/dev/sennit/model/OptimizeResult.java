package dev.sennit.model;

import java.util.List;

/**
 * What an optimization did, or would do.
 *
 * @param types one entry per type asked for, in schema order
 * @param dryRun whether the tables were only looked at
 */
public record OptimizeResult(List<TypeResult> types, boolean dryRun) {
    /**
     * One type's table.
     *
     * @param before how it was found
     * @param after how it was left; as before for a dry run, or if there was nothing to do
     * @param reasons what there was to do; empty if nothing
     * @param rowsRewritten rows that were, or would be, written to other files
     * @param commits the commits made, oldest first: several if the table is large
     */
    public record TypeResult(
            String type,
            TableHealth before,
            TableHealth after,
            List<OptimizeReason> reasons,
            long rowsRewritten,
            List<CommitInfo> commits) {
        public TypeResult {
            reasons = List.copyOf(reasons);
            commits = List.copyOf(commits);
        }
    }

    public OptimizeResult {
        types = List.copyOf(types);
    }

    /** Whether no table needs anything. */
    public boolean isNothingToDo() {
        return types.stream().allMatch(type -> type.reasons().isEmpty());
    }
}
