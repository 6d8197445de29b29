package dev.sennit.query.execution;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.BoundQuery;
import dev.sennit.query.analysis.QueryErrors;
import dev.sennit.query.analysis.ScalarFunction;
import dev.sennit.query.analysis.Variable;
import dev.sennit.query.plan.Operator;
import dev.sennit.query.plan.Plan;
import dev.sennit.query.value.Blame;
import dev.sennit.query.value.ElementRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Turns the operators of a plan into running ones. */
final class OperatorCompiler {
    private final Plan plan;
    private final OpenTables tables;
    private final MemoryBudget memory;
    private final Cancellation cancellation;
    private final Procedures procedures;
    private final ExpressionCompiler expressions;
    private final Writes writes;
    private final Map<Operator.Hop, EdgeLookup> lookups = new HashMap<>();
    private final Optional<Profile> profile;
    private final int width;

    OperatorCompiler(
            Plan plan,
            OpenTables tables,
            MemoryBudget memory,
            Cancellation cancellation,
            Procedures procedures,
            Surroundings surroundings,
            Optional<Profile> profile,
            QueryErrors errors) {
        this.profile = profile;
        this.plan = plan;
        this.tables = tables;
        this.memory = memory;
        this.cancellation = cancellation;
        this.procedures = procedures;
        this.expressions = new ExpressionCompiler(errors, tables, memory, cancellation, surroundings, this::subquery);
        this.writes = new Writes(expressions, new ElementWriter(tables));
        this.width = plan.width();
    }

    /** The whole plan. */
    Rows compile() {
        return compile(
                plan.root(), new Outside(List.of(), new Object[width], memory, Optional.empty(), Optional.empty()));
    }

    /**
     * What a plan within the plan is given.
     *
     * @param rows for which it runs
     * @param blank a row as it is before any of its own variables has a value
     * @param memory its part of the memory
     * @param wanted which nodes its scans are to give, where not all are wanted
     * @param pool of the elements of the rows, if it may change them
     */
    private record Outside(
            List<@Nullable Object[]> rows,
            @Nullable Object[] blank,
            MemoryBudget memory,
            Optional<WantedNodes> wanted,
            Optional<ElementPool> pool) {
        Outside wanting(Optional<WantedNodes> nodes) {
            return new Outside(rows, blank, memory, nodes, pool);
        }

        /** The pool of a clause that writes: without one outside, one of its own. */
        ElementPool poolOfChanges() {
            return pool.orElseGet(ElementPool::new);
        }
    }

    private Rows subquery(int id, @Nullable Object[] row) {
        Operator subplan = plan.subplans().get(id);
        if (subplan == null) {
            throw new IllegalStateException("no plan for subquery " + id);
        }
        List<@Nullable Object[]> rows = new ArrayList<>(1);
        rows.add(row.clone());
        return within(subplan, rows, row, Optional.empty());
    }

    /** A plan within the plan, which gives its memory back when it is closed. */
    private Rows within(
            Operator operator, List<@Nullable Object[]> rows, @Nullable Object[] blank, Optional<ElementPool> pool) {
        MemoryBudget part = memory.part();
        Rows inner = compile(operator, new Outside(rows, blank, part, Optional.empty(), pool));
        return new Rows() {
            @Override
            @Nullable
            public List<@Nullable Object[]> next() {
                return inner.next();
            }

            @Override
            public void close() {
                inner.close();
                part.releaseAll();
            }
        };
    }

    /** Starts an inner plan for some rows; if it is only one, values of it survive an aggregation. */
    private Function<List<@Nullable Object[]>, Rows> inner(Operator operator) {
        return rows -> within(operator, rows, rows.getFirst().clone(), Optional.empty());
    }

    /** Starts an inner plan that may change the elements of the rows, which are in a pool. */
    private BiFunction<List<@Nullable Object[]>, ElementPool, Rows> innerChange(Operator operator) {
        return (rows, pool) -> within(operator, rows, rows.getFirst().clone(), Optional.of(pool));
    }

    private EdgeLookup lookup(Operator.Hop hop) {
        return lookups.computeIfAbsent(hop, h -> new EdgeLookup(tables, h, cancellation));
    }

    private Rows compile(Operator operator, Outside outside) {
        Rows rows = plain(operator, outside);
        return profile.isPresent() ? profile.get().measured(operator, rows, fragments(operator)) : rows;
    }

    /** Fragments of the tables that an operator scans. */
    private OptionalLong fragments(Operator operator) {
        return switch (operator) {
            case Operator.NodeScan scan ->
                OptionalLong.of(scan.tables().stream()
                        .mapToLong(t -> tables.version(t.type()).fragments().size())
                        .sum());
            case Operator.EdgeScan scan ->
                OptionalLong.of(scan.tables().stream()
                        .mapToLong(t -> tables.version(t.type()).fragments().size())
                        .sum());
            default -> OptionalLong.empty();
        };
    }

    private Rows plain(Operator operator, Outside outside) {
        return switch (operator) {
            case Operator.Unit ignored -> new UnitRows(width);
            case Operator.Argument ignored -> new ArgumentRows(outside.rows());
            case Operator.NodeScan scan -> new NodeScanRows(scan, outside.wanted(), tables, cancellation, width);
            case Operator.EdgeScan scan -> new EdgeScanRows(scan, tables, cancellation, width);
            case Operator.NodeSeek seek ->
                new NodeSeekRows(compile(seek.input(), outside), seek, tables, keys(seek), cancellation);
            case Operator.Expand expand ->
                new ExpandRows(compile(expand.input(), outside), expand, tables, this::lookup, cancellation);
            case Operator.CountEdges count ->
                new CountEdgesRows(compile(count.input(), outside), count, this::lookup, cancellation);
            case Operator.VarExpand expand -> varExpand(expand, outside);
            case Operator.EdgeEnds ends -> new EdgeEndsRows(compile(ends.input(), outside), ends, tables);
            case Operator.TypeFilter filter -> new FilterRows(compile(filter.input(), outside), hasType(filter));
            case Operator.Filter filter -> new FilterRows(compile(filter.input(), outside), holds(filter.predicates()));
            case Operator.Fetch fetch -> new FetchRows(compile(fetch.input(), outside), fetch.elements());
            case Operator.CartesianProduct product ->
                new ProductRows(
                        compile(product.left(), outside),
                        compile(product.right(), outside),
                        product,
                        outside.memory(),
                        cancellation);
            case Operator.HashJoin join ->
                new JoinRows(
                        compile(join.left(), outside),
                        rightOf(join, outside),
                        join,
                        expressions::all,
                        outside.memory(),
                        cancellation);
            case Operator.OptionalApply optional ->
                new OptionalRows(compile(optional.input(), outside), inner(optional.inner()), optional);
            case Operator.Apply apply ->
                new ApplyRows(
                        compile(apply.input(), outside),
                        innerChange(apply.inner()),
                        apply,
                        outside.poolOfChanges(),
                        outside.memory());
            case Operator.Foreach foreach -> foreach(foreach, outside);
            case Operator.Union union -> union(union, outside);
            case Operator.Unwind unwind ->
                new UnwindRows(
                        compile(unwind.input(), outside),
                        unwound(unwind.list()),
                        unwind.variable().id(),
                        cancellation);
            case Operator.Project project -> project(project, outside);
            case Operator.Aggregate aggregate -> aggregate(aggregate, outside);
            case Operator.CountRows count -> new CountRows(count, tables, width);
            case Operator.Distinct distinct ->
                new DistinctRows(compile(distinct.input(), outside), distinct.variables(), outside.memory());
            case Operator.Sort sort -> sort(sort, outside);
            case Operator.Skip skip -> new SkipRows(compile(skip.input(), outside), rowCount(skip.count(), "SKIP"));
            case Operator.Limit limit ->
                new LimitRows(
                        compile(limit.input(), outside),
                        rowCount(limit.count(), "LIMIT"),
                        limit.input().all().anyMatch(OperatorCompiler::changes));
            case Operator.Create create -> eager(create.input(), outside, writes.create(create.creation()));
            case Operator.Assign assign -> eager(assign.input(), outside, writes.assign(assign.assignments()));
            case Operator.Delete delete -> eager(delete.input(), outside, writes.delete(delete.deletion()));
            case Operator.Merge merge ->
                eager(merge.input(), outside, writes.merge(merge, inner(merge.match()), outside.memory()));
            case Operator.CallProcedure call -> procedure(call, outside);
            case Operator.Consume consume -> new ConsumeRows(compile(consume.input(), outside));
        };
    }

    private JoinRows.Right rightOf(Operator.HashJoin join, Outside outside) {
        return new JoinRows.Right() {
            @Override
            public Rows start(Optional<Set<Object>> values) {
                return compile(
                        join.right(),
                        outside.wanting(
                                values.map(v -> new WantedNodes(join.probe().orElseThrow(), v))));
            }

            @Override
            public long scannedRows() {
                return join.right()
                        .all()
                        .filter(Operator.NodeScan.class::isInstance)
                        .flatMap(scan -> ((Operator.NodeScan) scan).tables().stream())
                        .mapToLong(table -> tables.version(table.type()).rowCount())
                        .sum();
            }
        };
    }

    private static boolean changes(Operator operator) {
        return switch (operator) {
            case Operator.Create ignored -> true;
            case Operator.Assign ignored -> true;
            case Operator.Delete ignored -> true;
            case Operator.Merge ignored -> true;
            case Operator.Foreach ignored -> true;
            default -> false;
        };
    }

    private Rows eager(Operator input, Outside outside, EagerRows.Change change) {
        return new EagerRows(compile(input, outside), change, outside.poolOfChanges(), outside.memory());
    }

    private Rows foreach(Operator.Foreach foreach, Outside outside) {
        return eager(
                foreach.input(),
                outside,
                new ForeachElements(
                        foreach,
                        unwound(foreach.list()),
                        innerChange(foreach.body()),
                        outside.memory(),
                        cancellation,
                        expressions.blame(foreach.list().place())));
    }

    private List<List<Evaluator>> keys(Operator.NodeSeek seek) {
        return seek.tables().stream().map(t -> expressions.all(t.key())).toList();
    }

    private Rows varExpand(Operator.VarExpand expand, Outside outside) {
        Rows input = compile(expand.input(), outside);
        EdgeSteps steps = steps(expand.hops());
        WalkCheck check = new WalkCheck(expand.rules(), expressions);
        return expand.length().shortest().isPresent()
                ? new ShortestPathRows(
                        input,
                        expand,
                        steps,
                        steps(EdgeSteps.reversed(expand.hops())),
                        check,
                        outside.memory(),
                        cancellation)
                : new VarExpandRows(input, expand, steps, check, cancellation);
    }

    private EdgeSteps steps(List<Operator.Hop> hops) {
        return new EdgeSteps(hops.stream().map(this::lookup).toList(), tables);
    }

    private Rows union(Operator.Union union, Outside outside) {
        return new UnionRows(
                union.inputs().stream().map(i -> compile(i, copy(outside))).toList(),
                union.columns().stream().map(OperatorCompiler::slots).toList(),
                slots(union.outputs()));
    }

    /** Each part of a union has rows of its own to change. */
    private static Outside copy(Outside outside) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        outside.rows().forEach(row -> rows.add(row.clone()));
        return new Outside(rows, outside.blank(), outside.memory(), outside.wanted(), outside.pool());
    }

    private static int[] slots(List<Variable> variables) {
        return variables.stream().mapToInt(Variable::id).toArray();
    }

    private Rows procedure(Operator.CallProcedure call, Outside outside) {
        BoundQuery.CallProcedure step = call.call();
        return new ProcedureRows(
                compile(call.input(), outside),
                step,
                procedures.body(step.procedure()),
                expressions.all(step.arguments()),
                tables.procedureContext(),
                step.arguments().isEmpty()
                        ? (code, text) -> new InvalidArgumentException(text)
                        : expressions.blame(step.arguments().getFirst().place()));
    }

    /** What the statement has deleted matches nothing, even if something else has its id by now. */
    private static Predicate<@Nullable Object[]> hasType(Operator.TypeFilter filter) {
        Set<String> names = filter.types().stream().map(t -> t.name()).collect(Collectors.toSet());
        int slot = filter.node().id();
        return row -> row[slot] instanceof ElementRef element
                && !element.isDeleted()
                && names.contains(element.type().name());
    }

    private Predicate<@Nullable Object[]> holds(List<BoundExpression> predicates) {
        List<Evaluator> evaluators = expressions.all(predicates);
        List<Blame> blames =
                predicates.stream().map(p -> expressions.blame(p.place())).toList();
        return row -> {
            for (int i = 0; i < evaluators.size(); i++) {
                Boolean value = ConditionCompiler.condition(evaluators.get(i).evaluate(row), blames.get(i));
                if (value == null || !value) {
                    return false;
                }
            }
            return true;
        };
    }

    /** A range that is unwound is walked over and never kept. */
    private Evaluator unwound(BoundExpression list) {
        Evaluator whole = expressions.compile(list);
        if (!(list instanceof BoundExpression.Call call) || call.function() != ScalarFunction.RANGE) {
            return whole;
        }
        List<Evaluator> arguments = expressions.all(call.arguments());
        return row -> {
            Object step = arguments.size() > 2 ? arguments.get(2).evaluate(row) : (Object) 1L;
            Object range = LongRange.of(
                    arguments.get(0).evaluate(row), arguments.get(1).evaluate(row), step);
            return range != null ? range : whole.evaluate(row);
        };
    }

    private Rows project(Operator.Project project, Outside outside) {
        return new ProjectRows(
                compile(project.input(), outside),
                project.bindings().stream().mapToInt(b -> b.variable().id()).toArray(),
                expressions.all(project.bindings().stream()
                        .map(BoundQuery.Binding::expression)
                        .toList()),
                expressions.limits(),
                outside.memory());
    }

    private Rows aggregate(Operator.Aggregate aggregate, Outside outside) {
        List<AggregateRows.Column> keys = aggregate.grouping().keys().stream()
                .map(k -> new AggregateRows.Column(
                        expressions.compile(k.expression()), k.variable().id()))
                .toList();
        List<AggregateRows.Aggregated> aggregates = aggregate.grouping().aggregates().stream()
                .map(a -> aggregated(a.aggregation(), a.variable().id(), outside.memory()))
                .toList();
        return new AggregateRows(
                compile(aggregate.input(), outside),
                keys,
                aggregates,
                outside.blank(),
                outside.memory(),
                aggregate.rows().map(Variable::id).orElse(-1));
    }

    private AggregateRows.Aggregated aggregated(BoundExpression.Aggregation aggregation, int slot, MemoryBudget kept) {
        Evaluator argument = aggregation.argument().map(expressions::compile).orElse(row -> null);
        boolean countsRows = aggregation.argument().isEmpty();
        Blame blame = expressions.blame(aggregation.place());
        return new AggregateRows.Aggregated(
                argument,
                slot,
                aggregation.parameter().map(expressions::compile).orElse(row -> null),
                parameter -> Accumulators.of(
                        aggregation.function(), aggregation.distinct(), countsRows, parameter, kept, blame));
    }

    private Rows sort(Operator.Sort sort, Outside outside) {
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
        return new SortRows(compile(sort.input(), outside), keys, descending, needed, outside.memory());
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
