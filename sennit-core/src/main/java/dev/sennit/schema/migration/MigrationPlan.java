package dev.sennit.schema.migration;

import dev.sennit.schema.AcceptedSchema;
import java.util.List;
import java.util.Objects;

/**
 * The way from an accepted schema to a declared one.
 *
 * @param before the accepted schema
 * @param after the declared one, with the identities it will have; what is new has new ones
 * @param steps in the order of the declared schema, what is dropped last; empty if nothing changes
 * @param types the types that both schemas have, in the order of {@code after}
 */
public record MigrationPlan(
        AcceptedSchema before, AcceptedSchema after, List<PlannedStep> steps, List<TypeMigration> types) {
    public MigrationPlan {
        Objects.requireNonNull(before, "before");
        Objects.requireNonNull(after, "after");
        steps = List.copyOf(steps);
        types = List.copyOf(types);
    }

    /** Whether the declared schema is the accepted one. */
    public boolean isEmpty() {
        return steps.isEmpty();
    }

    /** The steps that cannot be done, whatever values the data have. */
    public List<PlannedStep> refusals() {
        return steps.stream().filter(step -> step.refusal().isPresent()).toList();
    }
}
