package dev.sennit.query.plan;

import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.BoundQuery;
import dev.sennit.query.analysis.PatternGraph;
import dev.sennit.query.analysis.Variable;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Makes the plan of a query. Used for one query; not thread-safe. */
public final class Planner {
    private final Map<Integer, Operator> subplans = new LinkedHashMap<>();
    private final Estimates estimates;
    private int width;
    private final GraphSchema schema;
    private final PlanningStop stop;

    public Planner(GraphSchema schema, Statistics statistics, PlanningStop stop) {
        this.schema = schema;
        this.stop = stop;
        this.estimates = new Estimates(statistics);
    }

    /** The plan of a query whose parameters have values. */
    public Plan plan(BoundQuery query) {
        width = query.variables();
        PlanBuilder builder = query(query, PlanBuilder.start());
        Operator root = query.columns().isEmpty() ? new Operator.Consume(builder.root()) : builder.root();
        Stream<Operator> all =
                Stream.concat(root.all(), subplans.values().stream().flatMap(Operator::all));
        return new Plan(
                root,
                query.columns(),
                width,
                PropertyUse.properties(all.flatMap(Operator::expressions), schema),
                subplans,
                builder.estimates(),
                query.writes());
    }

    /** Plans a query from where the builder is. */
    private PlanBuilder query(BoundQuery query, PlanBuilder start) {
        if (query.branches().size() == 1) {
            steps(query.branches().getFirst().steps(), start);
            return start;
        }
        List<Operator> inputs = new ArrayList<>();
        List<List<Variable>> columns = new ArrayList<>();
        double rows = 0;
        for (BoundQuery.Branch branch : query.branches()) {
            PlanBuilder part = start.copy();
            steps(branch.steps(), part);
            inputs.add(part.root());
            columns.add(
                    branch.columns().stream().map(BoundQuery.Column::variable).toList());
            rows += part.rows();
        }
        List<Variable> outputs =
                query.columns().stream().map(BoundQuery.Column::variable).toList();
        start.set(new Operator.Union(inputs, columns, outputs), rows);
        start.keepOnly(outputs);
        if (query.distinct()) {
            start.set(new Operator.Distinct(start.root(), outputs), rows);
        }
        return start;
    }

    private void steps(List<BoundQuery.Step> steps, PlanBuilder builder) {
        for (int i = 0; i < steps.size(); i++) {
            stop.check();
            BoundQuery.Step step = steps.get(i);
            step.expressions().forEach(e -> planSubqueries(e, builder));
            Set<Variable> later = neededBy(steps.subList(i + 1, steps.size()));
            switch (step) {
                case BoundQuery.Match match -> match(match, builder, later);
                case BoundQuery.Unwind unwind -> {
                    builder.fetchFor(List.of(unwind.list()));
                    builder.set(
                            new Operator.Unwind(builder.root(), unwind.list(), unwind.variable()), builder.rows() * 10);
                    builder.bind(unwind.variable());
                }
                case BoundQuery.Project project -> project(project, builder);
                case BoundQuery.Filter filter ->
                    builder.filter(filter.predicates(), estimates.selectivity(filter.predicates()));
                case BoundQuery.CallSubquery call -> callSubquery(call, builder);
                case BoundQuery.CallProcedure call -> {
                    builder.fetchFor(call.arguments());
                    builder.set(new Operator.CallProcedure(builder.root(), call), builder.rows() * 10);
                    call.yields().forEach(y -> builder.bind(y.variable()));
                }
                case BoundQuery.Create create -> {
                    builder.fetchFor(create.expressions().toList());
                    builder.set(new Operator.Create(builder.root(), create), builder.rows());
                    builder.forgetLoaded();
                    create.nodes().forEach(n -> builder.bind(n.variable()));
                    create.edges().forEach(e -> builder.bind(e.variable()));
                    bindPaths(create.paths(), builder);
                }
                case BoundQuery.Merge merge -> merge(merge, builder);
                case BoundQuery.Assign assign -> {
                    builder.fetchFor(assign.expressions().toList());
                    builder.set(new Operator.Assign(builder.root(), assign.assignments()), builder.rows());
                    builder.forgetLoaded();
                }
                case BoundQuery.Foreach foreach -> foreach(foreach, builder);
                case BoundQuery.Delete delete -> {
                    builder.set(new Operator.Delete(builder.root(), delete), builder.rows());
                    builder.forgetLoaded();
                }
            }
        }
    }

    /** Plans the queries within an expression. */
    private void planSubqueries(BoundExpression expression, PlanBuilder builder) {
        expression.all().forEach(e -> {
            if (e instanceof BoundExpression.Subquery subquery && !subplans.containsKey(subquery.id())) {
                PlanBuilder inner = builder.within(subquery.free(), Set.of());
                subplans.put(subquery.id(), query(subquery.query(), inner).root());
            }
        });
    }

    private void match(BoundQuery.Match match, PlanBuilder builder, Set<Variable> later) {
        if (!match.optional()) {
            pattern(match, builder, later);
            return;
        }
        Set<Variable> before = Set.copyOf(builder.bound());
        PlanBuilder inner = builder.within(before, builder.loaded());
        pattern(match, inner, later);
        List<Variable> introduced =
                inner.bound().stream().filter(v -> !before.contains(v)).toList();
        builder.set(
                new Operator.OptionalApply(builder.root(), inner.root(), introduced, new Variable(width++, " ordinal")),
                Math.max(builder.rows(), builder.rows() * inner.rows()));
        introduced.forEach(builder::bind);
    }

    private void pattern(BoundQuery.Match match, PlanBuilder builder, Set<Variable> later) {
        PatternPlanner planner = new PatternPlanner(match, estimates, later, stop);
        planner.plan(builder);
        bindPaths(match.paths(), builder);
        planner.applyRest(builder);
    }

    private static void bindPaths(List<BoundQuery.Binding> paths, PlanBuilder builder) {
        if (!paths.isEmpty()) {
            builder.set(new Operator.Project(builder.root(), paths), builder.rows());
            paths.forEach(p -> builder.bind(p.variable()));
        }
    }

    private void callSubquery(BoundQuery.CallSubquery call, PlanBuilder builder) {
        PlanBuilder inner = query(call.query(), builder.within(call.free(), Set.of()));
        List<Variable> results =
                call.query().columns().stream().map(BoundQuery.Column::variable).toList();
        builder.set(
                new Operator.Apply(builder.root(), inner.root(), results, call.writes()),
                builder.rows() * Math.max(1, inner.rows()));
        if (call.writes()) {
            builder.forgetLoaded();
        }
        results.forEach(builder::bind);
    }

    private void foreach(BoundQuery.Foreach foreach, PlanBuilder builder) {
        builder.fetchFor(List.of(foreach.list()));
        Set<Variable> visible = new LinkedHashSet<>(builder.bound());
        visible.add(foreach.variable());
        PlanBuilder body = builder.within(visible, Set.of());
        steps(foreach.steps(), body);
        builder.set(
                new Operator.Foreach(
                        builder.root(), foreach.list(), foreach.variable(), body.root(), ForeachOrder.of(foreach)),
                builder.rows());
        builder.forgetLoaded();
    }

    private void merge(BoundQuery.Merge merge, PlanBuilder builder) {
        Set<Variable> before = Set.copyOf(builder.bound());
        builder.fetchFor(merge.expressions().toList());
        PlanBuilder inner = builder.within(before, Set.of());
        Set<Variable> read = new LinkedHashSet<>();
        merge.onMatch().stream()
                .flatMap(BoundQuery.Assignment::expressions)
                .forEach(e -> read.addAll(PropertyUse.elements(e)));
        pattern(merge.match(), inner, read);
        List<Variable> introduced =
                inner.bound().stream().filter(v -> !before.contains(v)).toList();
        inner.fetch(read.stream().filter(introduced::contains).toList());
        builder.set(
                new Operator.Merge(
                        builder.root(),
                        inner.root(),
                        merge,
                        introduced,
                        MergeIdentity.of(merge, before),
                        new Variable(width++, " ordinal"),
                        tablesOf(merge, before).findFirst()),
                builder.rows());
        builder.forgetLoaded();
        introduced.forEach(builder::bind);
    }

    /** Where to look for the key of the only node of a pattern, if it has one type and the pattern says the whole key. */
    private static Stream<Operator.SeekTable> tablesOf(BoundQuery.Merge merge, Set<Variable> bound) {
        List<PatternGraph.PatternNode> nodes = merge.match().pattern().nodes();
        if (nodes.size() != 1
                || nodes.getFirst().types().size() != 1
                || nodes.getFirst().bound()) {
            return Stream.of();
        }
        NodeType type = nodes.getFirst().types().getFirst();
        return KeyLookup.seek(nodes.getFirst().variable(), type, merge.match().predicates(), bound)
                .map(s -> new Operator.SeekTable(type, s.key()))
                .stream();
    }

    private void project(BoundQuery.Project project, PlanBuilder builder) {
        project.grouping().ifPresent(grouping -> group(grouping, builder));
        List<BoundQuery.Binding> computed =
                project.outputs().stream().filter(b -> !isItself(b)).toList();
        if (!computed.isEmpty()) {
            builder.fetchFor(
                    computed.stream().map(BoundQuery.Binding::expression).toList());
            builder.set(new Operator.Project(builder.root(), computed), builder.rows());
            computed.forEach(b -> builder.bind(b.variable()));
        }
        List<Variable> outputs =
                project.outputs().stream().map(BoundQuery.Binding::variable).toList();
        if (project.distinct()) {
            builder.set(new Operator.Distinct(builder.root(), outputs), builder.rows());
        }
        order(project, builder);
        project.skip().ifPresent(s -> builder.set(new Operator.Skip(builder.root(), s), builder.rows()));
        project.limit()
                .ifPresent(l -> builder.set(new Operator.Limit(limited(project, l, builder), l), builder.rows()));
        project.where().ifPresent(where -> builder.filter(List.of(where), 0.5));
        builder.keepOnly(outputs);
    }

    /** What a limit takes its rows of. */
    private static Operator limited(BoundQuery.Project project, BoundExpression limit, PlanBuilder builder) {
        boolean needsAll = project.grouping().isPresent()
                || project.distinct()
                || !project.order().isEmpty();
        return needsAll
                ? builder.root()
                : LimitPushdown.apply(builder.root(), project.skip(), limit, builder.estimates());
    }

    private static boolean isItself(BoundQuery.Binding binding) {
        return binding.expression() instanceof BoundExpression.Reference reference
                && reference.variable().equals(binding.variable());
    }

    private void group(BoundQuery.Grouping grouping, PlanBuilder builder) {
        Optional<Operator> counted = CountPlan.of(builder.root(), grouping);
        if (counted.isPresent()) {
            builder.set(counted.get(), 1);
        } else {
            List<BoundExpression> read = new ArrayList<>();
            grouping.keys().forEach(k -> read.add(k.expression()));
            grouping.aggregates().forEach(a -> read.add(a.aggregation()));
            builder.fetchFor(read);
            double groups = grouping.keys().isEmpty() ? 1 : Math.max(1, builder.rows() * 0.1);
            builder.set(aggregate(grouping, builder), groups);
        }
        List<Variable> bound = new ArrayList<>();
        grouping.keys().forEach(k -> bound.add(k.variable()));
        grouping.aggregates().forEach(a -> bound.add(a.variable()));
        builder.keepOnly(bound);
        bound.forEach(builder::bind);
    }

    private Operator aggregate(BoundQuery.Grouping grouping, PlanBuilder builder) {
        Variable rows = new Variable(width, " rows");
        Optional<CountedEdges.Counted> counted =
                CountedEdges.of(builder.root(), grouping, schema, rows, builder.estimates(), estimates);
        if (counted.isEmpty()) {
            return new Operator.Aggregate(builder.root(), grouping, Optional.empty());
        }
        width++;
        return new Operator.Aggregate(counted.get().input(), counted.get().grouping(), Optional.of(rows));
    }

    /** Ties fall to the columns in their order, so that the order is total. */
    private static void order(BoundQuery.Project project, PlanBuilder builder) {
        if (project.order().isEmpty()) {
            return;
        }
        List<BoundQuery.SortKey> keys = new ArrayList<>(project.order());
        for (BoundQuery.Binding output : project.outputs()) {
            BoundExpression reference = new BoundExpression.Reference(
                    output.variable(),
                    output.expression().type(),
                    output.expression().place());
            if (keys.stream().noneMatch(k -> k.expression().equals(reference))) {
                keys.add(new BoundQuery.SortKey(reference, false));
            }
        }
        Set<Variable> elements = new LinkedHashSet<>();
        keys.forEach(k -> elements.addAll(PropertyUse.ordered(k.expression())));
        builder.fetch(elements);
        builder.set(new Operator.Sort(builder.root(), keys, project.limit(), project.skip()), builder.rows());
    }

    /** The elements whose properties the steps read. */
    private static Set<Variable> neededBy(List<BoundQuery.Step> steps) {
        Set<Variable> needed = new LinkedHashSet<>();
        steps.stream().flatMap(BoundQuery.Step::expressions).forEach(e -> needed.addAll(PropertyUse.elements(e)));
        return needed;
    }
}
