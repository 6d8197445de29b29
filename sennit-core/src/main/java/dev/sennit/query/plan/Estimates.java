package dev.sennit.query.plan;

import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.ast.Expression.ComparisonOperator;
import dev.sennit.schema.NodeType;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Guesses how many rows there will be. Only ratios matter, and only by orders of magnitude. */
final class Estimates {
    private static final double EQUALITY = 0.05;
    private static final double RANGE = 0.3;
    private static final double TEXT = 0.1;
    private static final double UNKNOWN = 0.5;

    /** Of edges from a node, where walks go on. */
    private static final double LEAST_DEGREE = 1.1;

    private final Statistics statistics;

    Estimates(Statistics statistics) {
        this.statistics = statistics;
    }

    double nodes(Collection<NodeType> types) {
        return types.stream().mapToDouble(statistics::rowCount).sum();
    }

    double edges(Collection<Operator.Hop> hops) {
        return hops.stream().mapToDouble(h -> statistics.rowCount(h.type())).sum();
    }

    /**
     * Walks from one node, which multiply with each edge. The first edge leaves a node of one of the types at the near end;
     * later ones leave whatever a walk has come to, which need not be of these types.
     */
    double walks(Collection<Operator.Hop> hops, List<NodeType> near, List<NodeType> far, int length) {
        if (length == 0) {
            return 1;
        }
        Set<String> nearNames = near.stream().map(NodeType::name).collect(Collectors.toSet());
        double first = edges(hops.stream()
                        .filter(hop -> nearNames.contains(hop.near()))
                        .toList())
                / Math.max(1, nodes(near));
        Set<NodeType> ends = new LinkedHashSet<>(near);
        ends.addAll(far);
        double later = edges(hops) / Math.max(1, nodes(ends));
        return Math.max(LEAST_DEGREE, first) * Math.pow(Math.max(LEAST_DEGREE, later), length - 1);
    }

    double scan(List<Operator.NodeTable> tables, List<BoundExpression> conditions) {
        double selectivity = selectivity(conditions);
        double rows = 0;
        for (Operator.NodeTable table : tables) {
            double all = statistics.rowCount(table.type());
            rows += table.ids().isPresent() ? Math.min(all, table.ids().get().size()) : all * selectivity;
        }
        return rows;
    }

    /** The part of rows for which all conditions hold. */
    double selectivity(List<BoundExpression> conditions) {
        return conditions.stream().mapToDouble(Estimates::selectivity).reduce(1, (a, b) -> a * b);
    }

    private static double selectivity(BoundExpression condition) {
        return switch (condition) {
            case BoundExpression.Comparison comparison ->
                comparison.operator() == ComparisonOperator.EQ
                        ? EQUALITY
                        : comparison.operator() == ComparisonOperator.NE ? 1 - EQUALITY : RANGE;
            case BoundExpression.Membership membership ->
                ConstantList.of(membership.list())
                        .map(values -> Math.min(UNKNOWN, EQUALITY * values.size()))
                        .orElse(UNKNOWN);
            case BoundExpression.TextMatch ignored -> TEXT;
            case BoundExpression.NullCheck check -> check.negated() ? 1 - TEXT : TEXT;
            case BoundExpression.And and ->
                and.operands().stream().mapToDouble(Estimates::selectivity).reduce(1, (a, b) -> a * b);
            case BoundExpression.Or or ->
                Math.min(
                        1,
                        or.operands().stream()
                                .mapToDouble(Estimates::selectivity)
                                .sum());
            case BoundExpression.Not not -> 1 - selectivity(not.operand());
            default -> UNKNOWN;
        };
    }
}
