package dev.sennit.write;

import dev.sennit.manifest.CommitRecord;
import dev.sennit.model.RefusedStep;
import dev.sennit.model.Violation;
import dev.sennit.schema.migration.PlannedStep;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a schema change did, or would do.
 *
 * @param steps empty if nothing changes, or of an earlier commit, which keeps only their number
 * @param refusals the steps that cannot be done; with any, nothing is written
 * @param violations the first data that stand in the way
 * @param totalViolations how many there are in all
 * @param stepCount how many steps there are
 * @param rowsRead rows that were looked at
 * @param rowsRewritten rows of which values were written anew
 */
public record SchemaSummary(
        List<PlannedStep> steps,
        List<RefusedStep> refusals,
        List<Violation> violations,
        long totalViolations,
        long stepCount,
        long rowsRead,
        long rowsRewritten) {
    public SchemaSummary {
        steps = List.copyOf(steps);
        refusals = List.copyOf(refusals);
        violations = List.copyOf(violations);
    }

    static SchemaSummary nothing() {
        return new SchemaSummary(List.of(), List.of(), List.of(), 0, 0, 0, 0);
    }

    /** The numbers as a commit keeps them, by name. */
    Map<String, Long> numbers() {
        Map<String, Long> numbers = new LinkedHashMap<>();
        numbers.put("steps", stepCount);
        numbers.put("rowsRead", rowsRead);
        numbers.put("rowsRewritten", rowsRewritten);
        return numbers;
    }

    /** What a commit keeps of itself. */
    static SchemaSummary of(CommitRecord commit) {
        Map<String, Long> numbers = commit.result();
        return new SchemaSummary(
                List.of(),
                List.of(),
                List.of(),
                0,
                numbers.getOrDefault("steps", 0L),
                numbers.getOrDefault("rowsRead", 0L),
                numbers.getOrDefault("rowsRewritten", 0L));
    }
}
