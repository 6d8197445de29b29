package dev.sennit.query.plan;

import dev.sennit.query.analysis.AggregateFunction;
import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.BoundQuery;
import dev.sennit.query.analysis.Variable;
import dev.sennit.schema.GraphSchema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Edges that are followed only so that their rows are counted need no rows: how many there are at a node is known without
 * looking at them. So {@code MATCH (a)-->(b)-->(c) RETURN count(*)} looks at each b once.
 */
final class CountedEdges {
    private final BoundQuery.Grouping grouping;
    private final Map<Operator, Double> estimates;

    /** The operators that make the rows which are counted, the last to run first, and what their rows come from. */
    private final List<Operator> chain = new ArrayList<>();

    private Operator bottom;

    private CountedEdges(Operator root, BoundQuery.Grouping grouping, Map<Operator, Double> estimates) {
        this.grouping = grouping;
        this.estimates = estimates;
        this.bottom = root;
    }

    /**
     * What takes the place of the rows that are grouped.
     *
     * @param input with rows that stand for several
     * @param grouping that counts them so
     */
    record Counted(Operator.CountEdges input, BoundQuery.Grouping grouping) {}

    /**
     * @param rows for the number of rows that a row stands for
     * @param estimates gets those of operators that are made anew
     * @param data how many nodes there are
     */
    static Optional<Counted> of(
            Operator root,
            BoundQuery.Grouping grouping,
            GraphSchema schema,
            Variable rows,
            Map<Operator, Double> estimates,
            Estimates data) {
        boolean countable = grouping.aggregates().stream().anyMatch(a -> counts(a.aggregation()))
                && grouping.aggregates().stream()
                        .allMatch(a -> counts(a.aggregation()) || isBlindToCopies(a.aggregation()));
        if (!countable) {
            return Optional.empty();
        }
        CountedEdges counted = new CountedEdges(root, grouping, estimates);
        counted.unfold(schema, data);
        return counted.rewrite(rows);
    }

    private static boolean counts(BoundExpression.Aggregation aggregation) {
        return aggregation.function() == AggregateFunction.COUNT && !aggregation.distinct();
    }

    private static boolean isBlindToCopies(BoundExpression.Aggregation aggregation) {
        return aggregation.distinct()
                || aggregation.function() == AggregateFunction.MIN
                || aggregation.function() == AggregateFunction.MAX;
    }

    private void unfold(GraphSchema schema, Estimates data) {
        boolean further = true;
        while (further) {
            switch (bottom) {
                case Operator.Expand expand when !expand.into() -> descend(expand, expand.input());
                case Operator.Filter filter -> descend(filter, filter.input());
                case Operator.Fetch fetch -> descend(fetch, fetch.input());
                case Operator.TypeFilter filter -> descend(filter, filter.input());
                case Operator.EdgeScan scan -> {
                    asExpansion(scan, schema, data);
                    further = false;
                }
                default -> further = false;
            }
        }
    }

    private void descend(Operator operator, Operator input) {
        chain.add(operator);
        bottom = input;
    }

    /**
     * A scan of edges without conditions, one end of which is only counted, is an expansion from the other end; unless there
     * are more nodes than edges.
     */
    private void asExpansion(Operator.EdgeScan scan, GraphSchema schema, Estimates data) {
        boolean plain = scan.tables().stream().allMatch(t -> t.filter().isEmpty() && t.forward() != t.backward())
                && !scan.load()
                && !scan.from().equals(scan.to());
        if (!plain) {
            return;
        }
        Set<Variable> used = used();
        boolean fromIsKept = !used.contains(scan.to());
        if (used.contains(scan.edge()) || used.contains(scan.from()) && used.contains(scan.to())) {
            return;
        }
        Variable kept = fromIsKept ? scan.from() : scan.to();
        List<Operator.Hop> hops = scan.tables().stream()
                .map(t -> new Operator.Hop(t.type(), t.forward() == fromIsKept))
                .toList();
        List<Operator.NodeTable> tables = hops.stream()
                .map(Operator.Hop::near)
                .distinct()
                .map(name ->
                        new Operator.NodeTable(schema.nodeType(name).orElseThrow(), Optional.empty(), Optional.empty()))
                .toList();
        double rows = estimates.getOrDefault(scan, scan.estimatedRows());
        if (data.nodes(tables.stream().map(Operator.NodeTable::type).toList()) > rows) {
            return;
        }
        boolean load = chain.stream()
                .anyMatch(o -> o instanceof Operator.Fetch f && f.elements().contains(kept));
        chain.replaceAll(o -> o instanceof Operator.Fetch f ? without(f, kept) : o);
        chain.removeIf(o -> o instanceof Operator.Fetch f && f.elements().isEmpty());
        bottom = new Operator.NodeScan(kept, tables, load, rows, OptionalLong.empty());
        chain.add(new Operator.Expand(
                bottom, kept, scan.edge(), fromIsKept ? scan.to() : scan.from(), hops, false, List.of(), rows));
    }

    private static Operator.Fetch without(Operator.Fetch fetch, Variable element) {
        return new Operator.Fetch(
                fetch.input(),
                fetch.elements().stream().filter(e -> !e.equals(element)).toList());
    }

    /** Variables that something reads, apart from where it matters only that an edge is another one. */
    private Set<Variable> used() {
        Set<Variable> used = new LinkedHashSet<>();
        grouping.keys().forEach(k -> used.addAll(FreeVariables.of(k.expression())));
        grouping.aggregates().stream()
                .filter(a -> countedVariable(a.aggregation()).isEmpty())
                .forEach(a -> used.addAll(FreeVariables.of(a.aggregation())));
        for (Operator operator : chain) {
            operator.expressions().forEach(e -> used.addAll(FreeVariables.of(e)));
            switch (operator) {
                case Operator.Expand expand -> used.add(expand.from());
                case Operator.Fetch fetch -> used.addAll(fetch.elements());
                case Operator.TypeFilter filter -> used.add(filter.node());
                default -> {}
            }
        }
        return used;
    }

    /** The variable that a count takes, which counts rows if the variable is never null. */
    private static Optional<Variable> countedVariable(BoundExpression.Aggregation aggregation) {
        return counts(aggregation)
                ? aggregation
                        .argument()
                        .filter(BoundExpression.Reference.class::isInstance)
                        .map(a -> ((BoundExpression.Reference) a).variable())
                : Optional.empty();
    }

    private Optional<Counted> rewrite(Variable rows) {
        Set<Variable> used = used();
        List<Operator.Expand> countable = chain.stream()
                .filter(Operator.Expand.class::isInstance)
                .map(Operator.Expand.class::cast)
                .filter(e -> !used.contains(e.edge()) && !used.contains(e.to()))
                .toList();
        if (countable.isEmpty()) {
            return Optional.empty();
        }
        Operator.Expand first = countable.getFirst();
        List<Operator.Expand> taken = countable.stream()
                .skip(1)
                .filter(other -> isBesides(first, other))
                .findFirst()
                .map(other -> List.of(first, other))
                .orElse(List.of(first));
        List<Variable> gone = taken.stream().map(Operator.Expand::edge).toList();
        List<Operator.Arm> arms =
                taken.stream().map(expand -> arm(expand, gone)).toList();
        Operator input = bottom;
        for (Operator operator : chain.reversed()) {
            if (taken.stream().noneMatch(t -> t == operator)) {
                input = over(input, operator, gone);
            }
        }
        boolean different =
                taken.stream().anyMatch(t -> t.distinctFrom().stream().anyMatch(gone::contains));
        Set<Variable> unbound = new LinkedHashSet<>();
        taken.forEach(t -> unbound.addAll(List.of(t.edge(), t.to())));
        return Optional.of(new Counted(
                new Operator.CountEdges(input, first.from(), arms, different, rows), countingRows(unbound)));
    }

    /**
     * Whether both leave the same node, so that one number times the other is known without rows of either: each in one
     * table and direction, and no edge elsewhere need differ from theirs.
     */
    private boolean isBesides(Operator.Expand first, Operator.Expand other) {
        return first.from().equals(other.from())
                && first.hops().size() == 1
                && other.hops().size() == 1
                && Stream.of(first, other)
                        .allMatch(
                                e -> mustDifferFrom(e).allMatch(v -> v.equals(first.edge()) || v.equals(other.edge())));
    }

    /** Edges that an expansion's edge must differ from, whichever of them runs first. */
    private Stream<Variable> mustDifferFrom(Operator.Expand expand) {
        Stream<Variable> after = chain.stream()
                .filter(Operator.Expand.class::isInstance)
                .map(Operator.Expand.class::cast)
                .filter(e -> e.distinctFrom().contains(expand.edge()))
                .map(Operator.Expand::edge);
        return Stream.concat(expand.distinctFrom().stream(), after);
    }

    private Operator.Arm arm(Operator.Expand expand, List<Variable> gone) {
        return new Operator.Arm(
                expand.edge(),
                expand.to(),
                expand.hops(),
                mustDifferFrom(expand).filter(v -> !gone.contains(v)).distinct().toList());
    }

    private Operator over(Operator input, Operator operator, List<Variable> gone) {
        Operator moved = switch (operator) {
            case Operator.Expand e ->
                new Operator.Expand(
                        input,
                        e.from(),
                        e.edge(),
                        e.to(),
                        e.hops(),
                        e.into(),
                        e.distinctFrom().stream().filter(v -> !gone.contains(v)).toList(),
                        e.estimatedRows());
            case Operator.Filter f -> new Operator.Filter(input, f.predicates());
            case Operator.Fetch f -> new Operator.Fetch(input, f.elements());
            case Operator.TypeFilter f -> new Operator.TypeFilter(input, f.node(), f.types());
            default -> throw new IllegalStateException("not one of the chain: " + operator);
        };
        Double estimate = estimates.get(operator);
        if (estimate != null) {
            estimates.put(moved, estimate);
        }
        return moved;
    }

    /** The grouping, with {@code count(x)} of an element that no row holds any more as {@code count(*)}. */
    private BoundQuery.Grouping countingRows(Set<Variable> gone) {
        return new BoundQuery.Grouping(
                grouping.keys(),
                grouping.aggregates().stream()
                        .map(a -> countedVariable(a.aggregation())
                                        .filter(gone::contains)
                                        .isPresent()
                                ? new BoundQuery.Aggregate(
                                        a.variable(),
                                        new BoundExpression.Aggregation(
                                                a.aggregation().function(),
                                                false,
                                                Optional.empty(),
                                                a.aggregation().parameter(),
                                                a.aggregation().type(),
                                                a.aggregation().place()))
                                : a)
                        .toList());
    }
}
