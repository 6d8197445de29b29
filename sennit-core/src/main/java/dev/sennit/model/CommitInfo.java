package dev.sennit.model;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A commit, as history shows it.
 *
 * @param parents none for the first commit, two for a merge
 * @param writer the kind of writer: {@code init}, {@code load}, …
 * @param tablesTouched names of the types whose data it changed
 * @param result the numbers the writer reported, by name
 */
public record CommitInfo(
        CommitId id,
        List<CommitId> parents,
        String author,
        Instant time,
        OperationId operation,
        String writer,
        Optional<String> idempotencyKey,
        String message,
        List<String> tablesTouched,
        Map<String, Long> result) {
    public CommitInfo {
        parents = List.copyOf(parents);
        tablesTouched = List.copyOf(tablesTouched);
    }
}
