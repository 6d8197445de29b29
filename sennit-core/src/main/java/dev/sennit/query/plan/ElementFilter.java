package dev.sennit.query.plan;

import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.Variable;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.NodeType;
import dev.sennit.store.ScanFilter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Divides the conditions on one element between the scans of the tables it may be in and the rest of the plan.
 *
 * @param residual conditions that some scan could not evaluate exactly; they are evaluated on every row
 */
record ElementFilter<T>(List<T> tables, List<BoundExpression> residual) {
    static ElementFilter<Operator.NodeTable> ofNode(
            Variable node, List<NodeType> types, List<BoundExpression> conditions) {
        List<Operator.NodeTable> tables = new ArrayList<>();
        Set<BoundExpression> residual = new LinkedHashSet<>();
        for (NodeType type : types) {
            Optional<KeyLookup.Found> key = KeyLookup.find(node, type, conditions);
            List<BoundExpression> others = new ArrayList<>(conditions);
            key.ifPresent(k -> others.removeAll(k.used()));
            pushed(new FilterPushdown(node, type), others, residual).ifPresent(filters -> {
                if (key.isEmpty() || !key.get().ids().isEmpty()) {
                    tables.add(new Operator.NodeTable(type, key.map(KeyLookup.Found::ids), conjunction(filters)));
                }
            });
        }
        return new ElementFilter<>(tables, List.copyOf(residual));
    }

    static ElementFilter<Optional<ScanFilter>> ofEdge(Variable edge, EdgeType type, List<BoundExpression> conditions) {
        Set<BoundExpression> residual = new LinkedHashSet<>();
        return new ElementFilter<>(
                pushed(new FilterPushdown(edge, type), conditions, residual).stream()
                        .map(ElementFilter::conjunction)
                        .toList(),
                List.copyOf(residual));
    }

    /** The filters for one table, or nothing if no row of it can match. */
    private static Optional<List<ScanFilter>> pushed(
            FilterPushdown pushdown, List<BoundExpression> conditions, Set<BoundExpression> residual) {
        List<ScanFilter> filters = new ArrayList<>();
        Set<BoundExpression> unknown = new LinkedHashSet<>();
        for (BoundExpression condition : conditions) {
            switch (pushdown.push(condition)) {
                case PushedCondition.Exact exact -> filters.add(exact.filter());
                case PushedCondition.Always ignored -> {}
                case PushedCondition.Never ignored -> {
                    return Optional.empty();
                }
                case PushedCondition.Unknown ignored -> unknown.add(condition);
            }
        }
        residual.addAll(unknown);
        return Optional.of(filters);
    }

    private static Optional<ScanFilter> conjunction(List<ScanFilter> filters) {
        return switch (filters.size()) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(filters.getFirst());
            default -> Optional.of(new ScanFilter.And(filters));
        };
    }
}
