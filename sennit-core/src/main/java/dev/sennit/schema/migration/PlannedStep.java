package dev.sennit.schema.migration;

import java.util.Objects;
import java.util.Optional;

/**
 * A step of a migration with what is known of it before the data are read.
 *
 * @param refusal why it cannot be done; empty if it can, as far as schemas and numbers of rows tell
 * @param wayOut what to do if the data turn out to forbid it; empty if no data can
 */
public record PlannedStep(MigrationStep step, StepCost cost, Optional<Refusal> refusal, Optional<String> wayOut) {
    public PlannedStep {
        Objects.requireNonNull(step, "step");
        Objects.requireNonNull(cost, "cost");
        Objects.requireNonNull(refusal, "refusal");
        Objects.requireNonNull(wayOut, "wayOut");
    }

    static PlannedStep free(MigrationStep step) {
        return new PlannedStep(step, new StepCost.MetadataOnly(), Optional.empty(), Optional.empty());
    }

    static PlannedStep at(MigrationStep step, StepCost cost) {
        return new PlannedStep(step, cost, Optional.empty(), Optional.empty());
    }

    static PlannedStep ifDataAllow(MigrationStep step, StepCost cost, String wayOut) {
        return new PlannedStep(step, cost, Optional.empty(), Optional.of(wayOut));
    }

    static PlannedStep refused(MigrationStep step, String reason, String wayOut) {
        return new PlannedStep(
                step, new StepCost.MetadataOnly(), Optional.of(new Refusal(reason, wayOut)), Optional.of(wayOut));
    }
}
