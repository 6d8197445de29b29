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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds out which steps of a plan the data forbid: those whose rules violations break. Not thread-safe. */
final class StepVerdicts implements ViolationSink {
    private final MigrationPlan plan;

    /** The steps that data can forbid. */
    private final List<PlannedStep> conditional;

    private final Map<PlannedStep, Long> broken = new LinkedHashMap<>();

    StepVerdicts(MigrationPlan plan) {
        this.plan = plan;
        this.conditional =
                plan.steps().stream().filter(step -> step.wayOut().isPresent()).toList();
    }

    @Override
    public void accept(String type, long ordinal, Violation violation) {
        for (PlannedStep step : conditional) {
            if (isBrokenBy(step.step(), violation)) {
                broken.merge(step, 1L, Long::sum);
            }
        }
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
        boolean ofType = step.type().equals(violation.type());
        boolean ofProperty = ofType && step.property().equals(Optional.ofNullable(violation.property()));
        return switch (step) {
            case MigrationStep.ChangePropertyType ignored ->
                ofProperty && (rule == Rule.TYPE || rule == Rule.VALUE_RANGE || rule == Rule.ENUM);
            case MigrationStep.RequireProperty require ->
                ofProperty && rule == Rule.REQUIRED
                        || ofType
                                && rule == Rule.UNIQUE
                                && require.backfill().isPresent()
                                && isOfUniqueWith(require, violation);
            case MigrationStep.ChangePattern ignored -> ofProperty && rule == Rule.PATTERN;
            case MigrationStep.ChangeRange ignored -> ofProperty && rule == Rule.RANGE;
            case MigrationStep.ChangeKey change ->
                ofType
                        && (rule == Rule.KEY
                                || rule == Rule.REQUIRED
                                        && change.to().orElse(List.of()).contains(violation.property()));
            case MigrationStep.AddUnique unique ->
                ofType && rule == Rule.UNIQUE && isOfAll(violation, unique.properties());
            case MigrationStep.ChangeCardinality change ->
                rule == Rule.CARDINALITY && (ofType || isEnd(change, violation));
            default -> false;
        };
    }

    private static boolean isOfAll(Violation violation, List<String> properties) {
        return Violation.properties(properties).equals(violation.property());
    }

    private boolean isOfUniqueWith(MigrationStep.RequireProperty require, Violation violation) {
        return plan.after().declared().type(require.type()).orElseThrow().uniques().stream()
                .anyMatch(unique -> unique.contains(require.required().name()) && isOfAll(violation, unique));
    }

    /** Whether a violation is one of a node that has too few of the edges. */
    private boolean isEnd(MigrationStep.ChangeCardinality change, Violation violation) {
        return plan.after().declared().type(change.type()).orElseThrow() instanceof EdgeType edge
                && (change.incoming() ? edge.destination() : edge.source()).equals(violation.type());
    }
}
