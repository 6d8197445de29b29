package dev.sennit.write;

import dev.sennit.model.RefusedStep;
import dev.sennit.model.Rule;
import dev.sennit.model.Violation;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.migration.MigrationPlan;
import dev.sennit.schema.migration.MigrationStep;
import dev.sennit.schema.migration.PlannedStep;
import dev.sennit.schema.migration.Refusal;
import dev.sennit.validate.ViolationSink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Finds out which steps of a plan the data forbid: those whose rules violations break. Not thread-safe. */
final class StepVerdicts implements ViolationSink {
    private final MigrationPlan plan;
    private final Map<PlannedStep, Long> broken = new LinkedHashMap<>();

    StepVerdicts(MigrationPlan plan) {
        this.plan = plan;
    }

    @Override
    public void accept(String type, long ordinal, Violation violation) {
        plan.steps().stream()
                .filter(step -> step.wayOut().isPresent())
                .filter(step -> isBrokenBy(step.step(), violation))
                .forEach(step -> broken.merge(step, 1L, Long::sum));
    }

    /** The steps that cannot be done, in the plan's order, those that are refused whatever the data are among them. */
    List<RefusedStep> refusals() {
        List<RefusedStep> refusals = new ArrayList<>();
        for (PlannedStep step : plan.steps()) {
            Optional<Refusal> refusal = step.refusal();
            long count = broken.getOrDefault(step, 0L);
            if (refusal.isPresent()) {
                refusals.add(new RefusedStep(
                        step.step().text(),
                        refusal.get().reason(),
                        refusal.get().wayOut()));
            } else if (count > 0) {
                refusals.add(new RefusedStep(
                        step.step().text(),
                        count == 1 ? "the data break it once" : "the data break it " + count + " times",
                        step.wayOut().orElse("")));
            }
        }
        return refusals;
    }

    private boolean isBrokenBy(MigrationStep step, Violation violation) {
        Rule rule = violation.rule();
        Set<String> properties = new HashSet<>(
                violation.property() == null
                        ? List.of()
                        : Arrays.asList(violation.property().split(", ", -1)));
        boolean ofType = step.type().equals(violation.type());
        return switch (step) {
            case MigrationStep.ChangePropertyType change ->
                ofType
                        && properties.contains(change.name())
                        && (rule == Rule.TYPE || rule == Rule.VALUE_RANGE || rule == Rule.ENUM);
            case MigrationStep.RequireProperty require ->
                ofType
                        && properties.contains(require.required().name())
                        && (rule == Rule.REQUIRED
                                || rule == Rule.UNIQUE && require.backfill().isPresent());
            case MigrationStep.ChangePattern change ->
                ofType && rule == Rule.PATTERN && properties.contains(change.name());
            case MigrationStep.ChangeRange change -> ofType && rule == Rule.RANGE && properties.contains(change.name());
            case MigrationStep.ChangeKey ignored -> ofType && (rule == Rule.KEY || rule == Rule.REQUIRED);
            case MigrationStep.AddUnique unique ->
                ofType && rule == Rule.UNIQUE && properties.equals(Set.copyOf(unique.properties()));
            case MigrationStep.ChangeCardinality change ->
                rule == Rule.CARDINALITY && (ofType || isEnd(change, violation));
            default -> false;
        };
    }

    /** Whether a violation is one of a node that has too few of the edges. */
    private boolean isEnd(MigrationStep.ChangeCardinality change, Violation violation) {
        return plan.after().declared().type(change.type()).orElseThrow() instanceof EdgeType edge
                && (change.incoming() ? edge.destination() : edge.source()).equals(violation.type());
    }
}
