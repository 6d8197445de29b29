package dev.sennit.query.plan;

import dev.sennit.model.PropertyType;
import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.BoundQuery;
import dev.sennit.query.analysis.PatternGraph;
import dev.sennit.query.analysis.PatternGraph.PatternEdge;
import dev.sennit.query.analysis.PatternGraph.PatternNode;
import dev.sennit.query.analysis.ScalarFunction;
import dev.sennit.query.analysis.Variable;
import dev.sennit.query.ast.Expression.ComparisonOperator;
import dev.sennit.schema.NodeType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What tells apart the things a MERGE looks for: what it creates for one row matches another exactly if both are equal in
 * these. Only of a MERGE that has such an identity can the matches of all rows be sought before the first creation.
 *
 * @param ends nodes bound before
 * @param eitherWay whether the ends may be exchanged
 * @param values what the pattern's properties equal
 */
public record MergeIdentity(List<Variable> ends, boolean eitherWay, List<BoundExpression> values) {
    public MergeIdentity {
        ends = List.copyOf(ends);
        values = List.copyOf(values);
    }

    /**
     * The identity of a pattern of one node, or of one edge and its ends, whose properties neither this clause changes nor
     * the store rounds.
     *
     * @param bound variables bound before
     */
    static Optional<MergeIdentity> of(BoundQuery.Merge merge, Set<Variable> bound) {
        PatternGraph pattern = merge.match().pattern();
        if (!isSimple(pattern)) {
            return Optional.empty();
        }
        Changes changes = Changes.of(merge);
        List<BoundExpression> values = new ArrayList<>();
        for (BoundExpression predicate : merge.match().predicates()) {
            Optional<BoundExpression> value = value(predicate, pattern, bound, changes);
            if (value.isEmpty()) {
                return Optional.empty();
            }
            values.add(value.get());
        }
        List<Variable> ends = pattern.nodes().stream()
                .filter(PatternNode::bound)
                .map(PatternNode::variable)
                .toList();
        boolean eitherWay =
                !pattern.edges().isEmpty() && !pattern.edges().getFirst().directed() && ends.size() == 2;
        return Optional.of(new MergeIdentity(ends, eitherWay, values));
    }

    /** Whether all that is created for a row belongs together by one edge, so that it never becomes part of another's. */
    private static boolean isSimple(PatternGraph pattern) {
        if (pattern.edges().isEmpty()) {
            return pattern.nodes().size() == 1 && !pattern.nodes().getFirst().bound();
        }
        if (pattern.edges().size() > 1) {
            return false;
        }
        PatternEdge edge = pattern.edges().getFirst();
        if (edge.bound() || edge.length().isPresent()) {
            return false;
        }
        boolean someEnd = pattern.nodes().stream().anyMatch(PatternNode::bound);
        return edge.from().equals(edge.to()) ? someEnd : edge.directed() || someEnd;
    }

    /** What a property of the pattern equals, if the condition says that, in terms of the row alone. */
    private static Optional<BoundExpression> value(
            BoundExpression predicate, PatternGraph pattern, Set<Variable> bound, Changes changes) {
        if (!(predicate instanceof BoundExpression.Comparison comparison)
                || comparison.operator() != ComparisonOperator.EQ
                || !(comparison.left() instanceof BoundExpression.PropertyOf property)
                || !(property.subject() instanceof BoundExpression.Reference reference)
                || bound.contains(reference.variable())) {
            return Optional.empty();
        }
        BoundExpression value = comparison.right();
        boolean ofRow =
                bound.containsAll(FreeVariables.of(value)) && value.all().noneMatch(e -> isOpen(e, changes));
        return ofRow && isSteady(reference.variable(), property.key(), pattern, changes)
                ? Optional.of(value)
                : Optional.empty();
    }

    /** Whether the value of an expression may be another each time, or once this clause has changed something. */
    private static boolean isOpen(BoundExpression expression, Changes changes) {
        return switch (expression) {
            case BoundExpression.Subquery ignored -> true;
            case BoundExpression.PropertyOf property -> changes.mayChange(property.key());
            case BoundExpression.ElementAt ignored -> changes.any();
            case BoundExpression.Call call ->
                !call.function().isDeterministic()
                        || changes.any()
                                && (call.function() == ScalarFunction.PROPERTIES
                                        || call.function() == ScalarFunction.KEYS);
            default -> false;
        };
    }

    private static boolean isSteady(Variable element, String key, PatternGraph pattern, Changes changes) {
        Optional<PatternNode> node = pattern.nodes().stream()
                .filter(n -> n.variable().equals(element))
                .findFirst();
        if (node.isPresent()) {
            return node.get().types().stream()
                    .allMatch(
                            type -> isExact(type.propertyType(key)) && (isOfKey(type, key) || !changes.mayChange(key)));
        }
        return !changes.mayChange(key)
                && pattern.edges().stream()
                        .filter(e -> e.variable().equals(element))
                        .flatMap(e -> e.types().stream())
                        .allMatch(type -> isExact(type.propertyType(key)));
    }

    private static boolean isExact(Optional<PropertyType> type) {
        return type.filter(KeyLookup::isExact).isPresent();
    }

    /** Key properties never change. */
    private static boolean isOfKey(NodeType type, String key) {
        return type.key().contains(key);
    }

    /** The properties that ON CREATE and ON MATCH may change. */
    private record Changes(Set<String> keys, boolean all) {
        static Changes of(BoundQuery.Merge merge) {
            Set<String> keys = new LinkedHashSet<>();
            boolean all = false;
            for (BoundQuery.Assignment assignment : Stream.concat(merge.onCreate().stream(), merge.onMatch().stream())
                    .toList()) {
                switch (assignment) {
                    case BoundQuery.Assignment.OfProperty property -> keys.add(property.key());
                    case BoundQuery.Assignment.OfAll ignored -> all = true;
                    case BoundQuery.Assignment.OfLabels ignored -> {}
                }
            }
            return new Changes(keys, all);
        }

        boolean mayChange(String key) {
            return all || keys.contains(key);
        }

        boolean any() {
            return all || !keys.isEmpty();
        }
    }
}
