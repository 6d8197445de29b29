package dev.sennit.query.plan;

import dev.sennit.query.analysis.BoundQuery;
import dev.sennit.schema.ElementType;
import java.util.List;
import java.util.Map;

/**
 * How a query runs.
 *
 * @param columns of the result
 * @param width number of slots of a row
 * @param properties the properties read of each type, by type name
 */
public record Plan(Operator root, List<BoundQuery.Column> columns, int width, Map<String, List<String>> properties) {
    public Plan {
        columns = List.copyOf(columns);
        properties = Map.copyOf(properties);
    }

    /** The properties read of elements of the type. */
    public List<String> propertiesOf(ElementType type) {
        return properties.getOrDefault(type.name(), List.of());
    }

    /** The plan as an indented tree, one operator per line, the last to run first. */
    public String text() {
        return PlanText.of(root);
    }
}
