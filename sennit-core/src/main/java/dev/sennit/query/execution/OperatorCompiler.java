package dev.sennit.query.execution;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.BoundQuery;
import dev.sennit.query.plan.Operator;
import dev.sennit.query.value.Blame;
import dev.sennit.query.value.ElementRef;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns the operators of a plan into running ones. */
final class OperatorCompiler {
    private final OpenTables tables;
    private final AdjacencyCache adjacencies;
    private final MemoryBudget memory;
    private final Cancellation cancellation;
    private final ExpressionCompiler expressions;
    private final int width;

    OperatorCompiler(
            OpenTables tables,
            AdjacencyCache adjacencies,
            MemoryBudget memory,
            Cancellation cancellation,
            ExpressionCompiler expressions,
            int width) {
        this.tables = tables;
        this.adjacencies = adjacencies;
        this.memory = memory;
        this.cancellation = cancellation;
        this.expressions = expressions;
        this.width = width;
    }

    Rows compile(Operator operator) {
        return switch (operator) {
            case Operator.Unit ignored -> new UnitRows(width);
            case Operator.NodeScan scan -> new NodeScanRows(scan, tables, cancellation, width);
            case Operator.EdgeScan scan -> new EdgeScanRows(scan, tables, cancellation, width);
            case Operator.Expand expand ->
                new ExpandRows(compile(expand.input()), expand, tables, adjacencies, cancellation);
            case Operator.EdgeEnds ends -> new EdgeEndsRows(compile(ends.input()), ends, tables);
            case Operator.TypeFilter filter -> new FilterRows(compile(filter.input()), hasType(filter));
            case Operator.Filter filter -> new FilterRows(compile(filter.input()), holds(filter.predicates()));
            case Operator.Fetch fetch -> new FetchRows(compile(fetch.input()), fetch.elements());
            case Operator.CartesianProduct product ->
                new ProductRows(compile(product.left()), compile(product.right()), product, memory, cancellation);
            case Operator.Unwind unwind ->
                new UnwindRows(
                        compile(unwind.input()),
                        expressions.compile(unwind.list()),
                        unwind.variable().id(),
                        cancellation);
            case Operator.Project project -> project(project);
            case Operator.Aggregate aggregate -> aggregate(aggregate);
            case Operator.CountRows count -> new CountRows(count, tables, width);
            case Operator.Distinct distinct ->
                new DistinctRows(compile(distinct.input()), distinct.variables(), memory);
            case Operator.Sort sort -> sort(sort);
            case Operator.Skip skip -> new SkipRows(compile(skip.input()), rowCount(skip.count(), "SKIP"));
            case Operator.Limit limit -> new LimitRows(compile(limit.input()), rowCount(limit.count(), "LIMIT"));
        };
    }

    private static Predicate<@Nullable Object[]> hasType(Operator.TypeFilter filter) {
        Set<String> names = filter.types().stream().map(t -> t.name()).collect(Collectors.toSet());
        int slot = filter.node().id();
        return row -> row[slot] instanceof ElementRef element
                && names.contains(element.type().name());
    }

    private Predicate<@Nullable Object[]> holds(List<BoundExpression> predicates) {
        List<Evaluator> evaluators = expressions.all(predicates);
        List<Blame> blames =
                predicates.stream().map(p -> expressions.blame(p.place())).toList();
        return row -> {
            for (int i = 0; i < evaluators.size(); i++) {
                Boolean value = ExpressionCompiler.condition(evaluators.get(i).evaluate(row), blames.get(i));
                if (value == null || !value) {
                    return false;
                }
            }
            return true;
        };
    }

    private Rows project(Operator.Project project) {
        return new ProjectRows(
                compile(project.input()),
                project.bindings().stream().mapToInt(b -> b.variable().id()).toArray(),
                expressions.all(project.bindings().stream()
                        .map(BoundQuery.Binding::expression)
                        .toList()));
    }

    private Rows aggregate(Operator.Aggregate aggregate) {
        List<AggregateRows.Column> keys = aggregate.grouping().keys().stream()
                .map(k -> new AggregateRows.Column(
                        expressions.compile(k.expression()), k.variable().id()))
                .toList();
        List<AggregateRows.Aggregated> aggregates = aggregate.grouping().aggregates().stream()
                .map(a -> aggregated(a.aggregation(), a.variable().id()))
                .toList();
        return new AggregateRows(compile(aggregate.input()), keys, aggregates, width, memory);
    }

    private AggregateRows.Aggregated aggregated(BoundExpression.Aggregation aggregation, int slot) {
        Evaluator argument = aggregation.argument().map(expressions::compile).orElse(row -> null);
        boolean countsRows = aggregation.argument().isEmpty();
        Blame blame = expressions.blame(aggregation.place());
        return new AggregateRows.Aggregated(
                argument,
                slot,
                () -> Accumulators.of(aggregation.function(), aggregation.distinct(), countsRows, memory, blame));
    }

    private Rows sort(Operator.Sort sort) {
        boolean[] descending = new boolean[sort.keys().size()];
        for (int i = 0; i < descending.length; i++) {
            descending[i] = sort.keys().get(i).descending();
        }
        long needed = Long.MAX_VALUE;
        if (sort.limit().isPresent()) {
            long limit = rowCount(sort.limit().get(), "LIMIT");
            long skip = sort.skip().isPresent() ? rowCount(sort.skip().get(), "SKIP") : 0;
            needed = limit > Long.MAX_VALUE - skip ? Long.MAX_VALUE : limit + skip;
        }
        List<Evaluator> keys = expressions.all(
                sort.keys().stream().map(BoundQuery.SortKey::expression).toList());
        return new SortRows(compile(sort.input()), keys, descending, needed, memory);
    }

    private long rowCount(BoundExpression count, String clause) {
        Object value = expressions.compile(count).evaluate(new Object[width]);
        if (!(value instanceof Long number)) {
            throw expressions
                    .blame(count.place())
                    .error(
                            ErrorCode.TYPE_MISMATCH,
                            ErrorText.of(clause + " needs a number of rows, but the value is " + value));
        }
        if (number < 0) {
            throw expressions
                    .blame(count.place())
                    .error(ErrorCode.VALUE_OUT_OF_RANGE, ErrorText.of(clause + " cannot be negative: " + number));
        }
        return number;
    }
}
