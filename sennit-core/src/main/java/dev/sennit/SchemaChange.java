package dev.sennit;

import dev.sennit.model.CommitInfo;
import dev.sennit.model.RefusedStep;
import dev.sennit.model.Violation;
import dev.sennit.schema.migration.PlannedStep;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a change of the schema did, or, of a dry run, would do.
 *
 * @param steps in their order; empty if the schema is the declared one already, and of a replayed change
 * @param refusals of a dry run, the steps that cannot be done
 * @param violations of a dry run, the first data that stand in the way
 * @param totalViolations how many there are in all
 * @param rowsRead rows that were looked at
 * @param rowsRewritten rows of which values were written anew
 * @param commit empty of a dry run, and if nothing changed
 * @param replayed whether an earlier commit has the same idempotency key
 */
public record SchemaChange(
        List<PlannedStep> steps,
        List<RefusedStep> refusals,
        List<Violation> violations,
        long totalViolations,
        long rowsRead,
        long rowsRewritten,
        Optional<CommitInfo> commit,
        boolean replayed) {
    public SchemaChange {
        steps = List.copyOf(steps);
        refusals = List.copyOf(refusals);
        violations = List.copyOf(violations);
        Objects.requireNonNull(commit, "commit");
    }
}
