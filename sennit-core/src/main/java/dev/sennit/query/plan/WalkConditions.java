package dev.sennit.query.plan;

import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.BoundQuery;
import dev.sennit.query.analysis.PatternGraph.PatternEdge;
import dev.sennit.query.analysis.ScalarFunction;
import dev.sennit.query.analysis.Variable;
import dev.sennit.query.ast.Expression.ComparisonOperator;
import dev.sennit.query.ast.Expression.QuantifierKind;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the conditions that are decided while the walks of an edge of variable length are sought. */
final class WalkConditions {
    private final PatternEdge edge;

    /** The path of this edge alone, if it has a name. */
    private final List<BoundQuery.Binding> paths;

    private final List<WalkRules.Rule> nodes = new ArrayList<>();
    private final List<WalkRules.Rule> edges = new ArrayList<>();
    private final List<BoundExpression> walks = new ArrayList<>();
    private final List<BoundExpression> most = new ArrayList<>();

    /** The conditions that need not be looked at any more once the walk is found. */
    private final List<BoundExpression> decided = new ArrayList<>();

    private WalkConditions(PatternEdge edge, List<BoundQuery.Binding> bindings) {
        this.edge = edge;
        this.paths = bindings.stream()
                .filter(b -> b.expression() instanceof BoundExpression.PathOf path
                        && path.edges().equals(List.of(edge.variable())))
                .toList();
    }

    /**
     * @param rules for the search
     * @param decided conditions the rules stand for
     */
    record Found(WalkRules rules, List<BoundExpression> decided) {}

    /**
     * @param conditions that are open
     * @param bindings of the pattern's paths
     * @param bound variables that have values before the search
     * @return empty if a condition on the shortest walk needs what is not bound then
     */
    static Optional<Found> of(
            PatternEdge edge,
            List<BoundExpression> conditions,
            List<BoundQuery.Binding> bindings,
            Set<Variable> bound) {
        WalkConditions found = new WalkConditions(edge, bindings);
        for (BoundExpression condition : conditions) {
            if (!found.add(condition, bound)) {
                return Optional.empty();
            }
        }
        return Optional.of(new Found(
                new WalkRules(found.nodes, found.edges, found.paths, found.walks, found.most), found.decided));
    }

    private boolean isShortest() {
        return edge.length().orElseThrow().shortest().isPresent();
    }

    /** @return false if the condition needs what is not bound */
    private boolean add(BoundExpression condition, Set<Variable> bound) {
        Set<Variable> used = FreeVariables.of(condition);
        if (!used.contains(edge.variable()) && paths.stream().noneMatch(p -> used.contains(p.variable()))) {
            return true;
        }
        Optional<Each> each = each(condition);
        if (each.isPresent() && isBound(each.get().rule, bound)) {
            (each.get().ofNodes ? nodes : edges).add(each.get().rule);
            decided.add(condition);
            return true;
        }
        if (!isShortest() || isThere(condition)) {
            return true;
        }
        Optional<Bound> length = length(condition).filter(b -> bound.containsAll(FreeVariables.of(b.most)));
        length.ifPresent(b -> most.add(b.most));
        if (length.isPresent() && !length.get().exactly) {
            // If the shortest walk is too long, so are all others: it may be looked at afterwards.
            return true;
        }
        Set<Variable> inSearch = new LinkedHashSet<>(bound);
        inSearch.addAll(List.of(edge.variable(), edge.from(), edge.to()));
        paths.forEach(p -> inSearch.add(p.variable()));
        if (!inSearch.containsAll(used)) {
            return false;
        }
        walks.add(condition);
        decided.add(condition);
        return true;
    }

    /** Whether it is true of every walk. */
    private boolean isThere(BoundExpression condition) {
        return condition instanceof BoundExpression.NullCheck check
                && check.negated()
                && (isWalk(check.operand()) || isEdges(check.operand()));
    }

    private static boolean isBound(WalkRules.Rule rule, Set<Variable> bound) {
        Set<Variable> used = FreeVariables.of(rule.condition());
        used.remove(rule.element());
        return bound.containsAll(used);
    }

    /** @param ofNodes or of edges */
    private record Each(WalkRules.Rule rule, boolean ofNodes) {}

    /** The condition as one on each node or on each edge, if it is. */
    private Optional<Each> each(BoundExpression condition) {
        return switch (condition) {
            case BoundExpression.Quantified q when q.kind() == QuantifierKind.ALL -> each(q, true);
            case BoundExpression.Quantified q when q.kind() == QuantifierKind.NONE -> each(q, false);
            case BoundExpression.Not not
            when not.operand() instanceof BoundExpression.Quantified q && q.kind() == QuantifierKind.ANY ->
                each(q, false);
            default -> Optional.empty();
        };
    }

    private Optional<Each> each(BoundExpression.Quantified quantified, boolean value) {
        WalkRules.Rule rule = new WalkRules.Rule(quantified.variable(), quantified.where(), value);
        return switch (quantified.list()) {
            case BoundExpression.Reference list
            when list.variable().equals(edge.variable()) -> Optional.of(new Each(rule, false));
            case BoundExpression.Call call
            when call.function() == ScalarFunction.RELATIONSHIPS
                    && isWalk(call.arguments().getFirst()) -> Optional.of(new Each(rule, false));
            case BoundExpression.Call call
            when call.function() == ScalarFunction.NODES
                    && isWalk(call.arguments().getFirst()) -> Optional.of(new Each(rule, true));
            default -> Optional.empty();
        };
    }

    private boolean isWalk(BoundExpression expression) {
        return expression instanceof BoundExpression.Reference reference
                && paths.stream().anyMatch(p -> p.variable().equals(reference.variable()));
    }

    /** @param exactly or at most */
    private record Bound(BoundExpression most, boolean exactly) {}

    /** How long the walk may be, if the condition says that. */
    private Optional<Bound> length(BoundExpression condition) {
        if (!(condition instanceof BoundExpression.Comparison comparison)) {
            return Optional.empty();
        }
        ComparisonOperator operator = comparison.operator();
        if (isLength(comparison.left())) {
            return switch (operator) {
                case LE, LT -> Optional.of(new Bound(comparison.right(), false));
                case EQ -> Optional.of(new Bound(comparison.right(), true));
                case GT, GE, NE -> Optional.empty();
            };
        }
        if (isLength(comparison.right())) {
            return switch (operator) {
                case GE, GT -> Optional.of(new Bound(comparison.left(), false));
                case EQ -> Optional.of(new Bound(comparison.left(), true));
                case LT, LE, NE -> Optional.empty();
            };
        }
        return Optional.empty();
    }

    private boolean isLength(BoundExpression expression) {
        return expression instanceof BoundExpression.Call call
                && (call.function() == ScalarFunction.LENGTH
                                && isWalk(call.arguments().getFirst())
                        || call.function() == ScalarFunction.SIZE
                                && isEdges(call.arguments().getFirst()));
    }

    private boolean isEdges(BoundExpression expression) {
        return expression instanceof BoundExpression.Reference list
                        && list.variable().equals(edge.variable())
                || expression instanceof BoundExpression.Call call
                        && call.function() == ScalarFunction.RELATIONSHIPS
                        && isWalk(call.arguments().getFirst());
    }
}
