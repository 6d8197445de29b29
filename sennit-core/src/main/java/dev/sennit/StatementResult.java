package dev.sennit;

import dev.sennit.model.CommitInfo;
import dev.sennit.model.MutationCounts;
import java.util.List;
import java.util.Optional;

/**
 * What a statement came to.
 *
 * @param columns the names of what it returns, in order; none if it returns nothing
 * @param rows what it returned; none if {@code replayed}
 * @param commit the commit; empty if nothing changed, and so nothing was committed
 * @param replayed whether an earlier write with the same idempotency key had done it already; the statement did not run
 * @param counts what changed, in all
 */
public record StatementResult(
        List<String> columns, List<Row> rows, Optional<CommitInfo> commit, boolean replayed, MutationCounts counts) {
    public StatementResult {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
    }
}
