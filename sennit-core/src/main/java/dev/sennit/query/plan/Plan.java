package dev.sennit.query.plan;

import dev.sennit.model.PlanStep;
import dev.sennit.query.analysis.BoundQuery;
import dev.sennit.schema.ElementType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How a query runs.
 *
 * @param columns of the result
 * @param width number of slots of a row
 * @param properties the properties read of each type, by type name
 * @param subplans of the subqueries within expressions, by the expression's id; each begins with
 *     {@link Operator.Argument}
 * @param estimates how many rows are expected of each operator, by identity
 * @param writes whether it changes the graph
 */
public record Plan(
        Operator root,
        List<BoundQuery.Column> columns,
        int width,
        Map<String, List<String>> properties,
        Map<Integer, Operator> subplans,
        Map<Operator, Double> estimates,
        boolean writes) {
    public Plan {
        columns = List.copyOf(columns);
        subplans = Map.copyOf(subplans);
        // By identity: equal operators may stand at several places.
        Map<Operator, Double> byIdentity = new IdentityHashMap<>(estimates);
        estimates = Collections.unmodifiableMap(byIdentity);
        properties = Map.copyOf(properties);
    }

    /** The properties read of elements of the type. */
    public List<String> propertiesOf(ElementType type) {
        return properties.getOrDefault(type.name(), List.of());
    }

    /** The plan for people and programs. */
    public PlanStep explain(Measurements measurements) {
        return explain(root, 1, measurements);
    }

    private PlanStep explain(Operator operator, double otherwise, Measurements measurements) {
        double estimated = estimates.getOrDefault(operator, otherwise);
        String line = PlanText.line(operator);
        int end = line.indexOf(' ');
        List<PlanStep> inputs = new ArrayList<>();
        for (Operator input : operator.inputs()) {
            inputs.add(explain(input, estimated, measurements));
        }
        Optional<Measurements.Measured> measured = measurements.of(operator);
        return new PlanStep(
                end < 0 ? line : line.substring(0, end),
                end < 0 ? "" : PlanText.withoutRows(line.substring(end + 1)),
                estimated,
                measured.map(m -> OptionalLong.of(m.rows())).orElse(OptionalLong.empty()),
                measured.map(m -> OptionalLong.of(m.nanos())).orElse(OptionalLong.empty()),
                measured.map(Measurements.Measured::fragments).orElse(OptionalLong.empty()),
                inputs);
    }

    /** The plan as an indented tree, one operator per line, the last to run first. */
    public String text() {
        return PlanText.of(root);
    }
}
