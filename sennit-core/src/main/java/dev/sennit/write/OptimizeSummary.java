package dev.sennit.write;

import dev.sennit.manifest.CommitRecord;
import dev.sennit.model.OptimizeReason;
import dev.sennit.model.TableHealth;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What one optimizing write did to a table.
 *
 * @param before the table as it was; empty if the type is gone
 * @param after the table as it is now
 * @param reasons what there was to do
 */
public record OptimizeSummary(
        Optional<TableHealth> before,
        Optional<TableHealth> after,
        List<OptimizeReason> reasons,
        long rowsRewritten,
        long rowsIndexed) {
    public OptimizeSummary {
        reasons = List.copyOf(reasons);
    }

    static OptimizeSummary nothingToDo(Optional<TableHealth> health) {
        return new OptimizeSummary(health, health, List.of(), 0, 0);
    }

    /** The numbers as a commit keeps them, by name. */
    Map<String, Long> numbers(String type) {
        Map<String, Long> numbers = new LinkedHashMap<>();
        numbers.put(type + ".rowsRewritten", rowsRewritten);
        numbers.put(type + ".rowsIndexed", rowsIndexed);
        before.ifPresent(health -> put(numbers, type, "Before", health));
        after.ifPresent(health -> put(numbers, type, "After", health));
        return numbers;
    }

    /** What a commit keeps of itself. */
    static OptimizeSummary of(CommitRecord commit) {
        String type = commit.tablesTouched().getFirst();
        Map<String, Long> numbers = commit.result();
        return new OptimizeSummary(
                Optional.of(health(numbers, type, "Before")),
                Optional.of(health(numbers, type, "After")),
                List.of(),
                numbers.getOrDefault(type + ".rowsRewritten", 0L),
                numbers.getOrDefault(type + ".rowsIndexed", 0L));
    }

    private static void put(Map<String, Long> numbers, String type, String when, TableHealth health) {
        numbers.put(type + ".rows" + when, health.rows());
        numbers.put(type + ".deletedRows" + when, health.deletedRows());
        numbers.put(type + ".fragments" + when, health.fragments());
        numbers.put(type + ".segments" + when, health.segments());
        numbers.put(type + ".unindexedRows" + when, health.unindexedRows());
    }

    private static TableHealth health(Map<String, Long> numbers, String type, String when) {
        return new TableHealth(
                numbers.getOrDefault(type + ".rows" + when, 0L),
                numbers.getOrDefault(type + ".deletedRows" + when, 0L),
                numbers.getOrDefault(type + ".fragments" + when, 0L),
                numbers.getOrDefault(type + ".segments" + when, 0L),
                numbers.getOrDefault(type + ".unindexedRows" + when, 0L));
    }
}
