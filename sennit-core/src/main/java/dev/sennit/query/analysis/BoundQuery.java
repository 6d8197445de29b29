package dev.sennit.query.analysis;

import java.util.List;
import java.util.Optional;

/**
 * A query whose names are resolved: steps that each turn rows into rows, beginning with one empty row.
 *
 * @param columns what the last step projects, in order
 * @param variables number of variables, which is the width of a row
 */
public record BoundQuery(List<Step> steps, List<Column> columns, int variables) {
    public BoundQuery {
        steps = List.copyOf(steps);
        columns = List.copyOf(columns);
    }

    /** A column of the result. */
    public record Column(String name, Variable variable, ValueType type) {}

    /** One step. */
    public sealed interface Step {}

    /**
     * For each row, all matches of the pattern for which all predicates hold.
     *
     * @param optional whether a row without a match stays, with nulls
     * @param predicates operands of the AND that WHERE and the inline conditions make together
     * @param paths path variables to bind
     */
    public record Match(boolean optional, PatternGraph pattern, List<BoundExpression> predicates, List<Binding> paths)
            implements Step {
        public Match {
            predicates = List.copyOf(predicates);
            paths = List.copyOf(paths);
        }
    }

    /** For each row, one row per element of the list. */
    public record Unwind(BoundExpression list, Variable variable) implements Step {}

    /**
     * WITH or RETURN, in this order: grouping, outputs, DISTINCT, ORDER BY, SKIP, LIMIT, WHERE.
     *
     * @param grouping present if an aggregate function is used
     * @param outputs all variables that exist afterwards
     * @param order criteria the user wrote; ties fall to the outputs in their order
     */
    public record Project(
            Optional<Grouping> grouping,
            List<Binding> outputs,
            boolean distinct,
            List<SortKey> order,
            Optional<BoundExpression> skip,
            Optional<BoundExpression> limit,
            Optional<BoundExpression> where)
            implements Step {
        public Project {
            outputs = List.copyOf(outputs);
            order = List.copyOf(order);
        }
    }

    /**
     * @param keys what is equal within a group; without keys all rows are one group, even if there are none
     * @param aggregates values of each group
     */
    public record Grouping(List<Binding> keys, List<Aggregate> aggregates) {
        public Grouping {
            keys = List.copyOf(keys);
            aggregates = List.copyOf(aggregates);
        }
    }

    /** An expression and the variable that gets its value. */
    public record Binding(Variable variable, BoundExpression expression) {}

    /** An aggregation and the variable that gets its value. */
    public record Aggregate(Variable variable, BoundExpression.Aggregation aggregation) {}

    /** A criterion of ORDER BY. */
    public record SortKey(BoundExpression expression, boolean descending) {}
}
