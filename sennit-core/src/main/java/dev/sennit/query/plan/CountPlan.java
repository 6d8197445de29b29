package dev.sennit.query.plan;

import dev.sennit.query.analysis.AggregateFunction;
import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.BoundQuery;
import dev.sennit.query.analysis.Variable;
import java.util.List;
import java.util.Optional;

/** Counting the rows of one scan needs no rows: the tables know. */
final class CountPlan {
    private CountPlan() {}

    static Optional<Operator> of(Operator input, BoundQuery.Grouping grouping) {
        if (!grouping.keys().isEmpty()) {
            return Optional.empty();
        }
        List<Variable> counts = grouping.aggregates().stream()
                .map(BoundQuery.Aggregate::variable)
                .toList();
        return switch (input) {
            case Operator.NodeScan scan
            when countsAll(grouping, List.of(scan.node())) ->
                Optional.of(new Operator.CountRows(scan.tables(), List.of(), counts));
            case Operator.EdgeScan scan
            when countsAll(grouping, List.of(scan.edge(), scan.from(), scan.to()))
                    && !scan.from().equals(scan.to())
                    && scan.tables().stream().noneMatch(t -> t.forward() && t.backward()) ->
                Optional.of(new Operator.CountRows(List.of(), scan.tables(), counts));
            default -> Optional.empty();
        };
    }

    private static boolean countsAll(BoundQuery.Grouping grouping, List<Variable> neverNull) {
        return grouping.aggregates().stream()
                .map(BoundQuery.Aggregate::aggregation)
                .allMatch(a -> a.function() == AggregateFunction.COUNT
                        && !a.distinct()
                        && a.argument()
                                .map(e -> e instanceof BoundExpression.Reference reference
                                        && neverNull.contains(reference.variable()))
                                .orElse(true));
    }
}
