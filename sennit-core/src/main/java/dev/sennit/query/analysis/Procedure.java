package dev.sennit.query.analysis;

import java.util.List;

/**
 * What a query can CALL by name.
 *
 * @param name with its namespaces, separated by dots
 * @param inputs arguments in order
 * @param outputs columns of the result in order
 */
public record Procedure(String name, List<Field> inputs, List<Field> outputs) {
    public Procedure {
        inputs = List.copyOf(inputs);
        outputs = List.copyOf(outputs);
    }

    /** An argument or a column. */
    public record Field(String name, ValueType type) {}
}
