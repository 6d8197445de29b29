package dev.sennit.model;

import java.util.List;
import java.util.Optional;

/**
 * What a load did.
 *
 * @param types one entry per type the input had rows of, in schema order
 * @param unassigned rows rejected before their type was known
 * @param commit the commit; empty for a dry run or when nothing changed
 * @param replayed whether an earlier load under the same idempotency key made the commit
 * @param dryRun whether everything was checked and nothing written
 * @param violations the first violations of rejected rows, in input order
 */
public record LoadResult(
        List<TypeCounts> types,
        long unassigned,
        Optional<CommitInfo> commit,
        boolean replayed,
        boolean dryRun,
        List<Violation> violations) {
    /** Rows of one type. {@code read = inserted + updated + unchanged + rejected}; deleted rows were in the graph. */
    public record TypeCounts(
            String type, long read, long inserted, long updated, long unchanged, long rejected, long deleted) {}

    public LoadResult {
        types = List.copyOf(types);
        violations = List.copyOf(violations);
    }

    public long rejected() {
        return unassigned + types.stream().mapToLong(TypeCounts::rejected).sum();
    }
}
