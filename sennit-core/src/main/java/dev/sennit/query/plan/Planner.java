package dev.sennit.query.plan;

import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.BoundQuery;
import dev.sennit.query.analysis.Variable;
import dev.sennit.schema.GraphSchema;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Makes the plan of a query. */
public final class Planner {
    private final Estimates estimates;
    private final GraphSchema schema;

    public Planner(GraphSchema schema, Statistics statistics) {
        this.schema = schema;
        this.estimates = new Estimates(statistics);
    }

    /** The plan of a query whose parameters have values. */
    public Plan plan(BoundQuery query) {
        PlanBuilder builder = PlanBuilder.start();
        for (int i = 0; i < query.steps().size(); i++) {
            Set<Variable> later =
                    neededBy(query.steps().subList(i + 1, query.steps().size()));
            switch (query.steps().get(i)) {
                case BoundQuery.Match match -> match(match, builder, later);
                case BoundQuery.Unwind unwind -> {
                    builder.fetchFor(List.of(unwind.list()));
                    builder.set(
                            new Operator.Unwind(builder.root(), unwind.list(), unwind.variable()), builder.rows() * 10);
                    builder.bind(unwind.variable());
                }
                case BoundQuery.Project project -> project(project, builder);
            }
        }
        return new Plan(
                builder.root(),
                query.columns(),
                query.variables(),
                PropertyUse.properties(builder.root().all().flatMap(Operator::expressions), schema));
    }

    private void match(BoundQuery.Match match, PlanBuilder builder, Set<Variable> later) {
        new PatternPlanner(match, estimates, later).plan(builder);
        if (!match.paths().isEmpty()) {
            builder.set(new Operator.Project(builder.root(), match.paths()), builder.rows());
            match.paths().forEach(p -> builder.bind(p.variable()));
        }
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
        project.limit().ifPresent(l -> builder.set(new Operator.Limit(builder.root(), l), builder.rows()));
        builder.keepOnly(outputs);
        project.where().ifPresent(where -> builder.filter(List.of(where), 0.5));
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
            builder.set(new Operator.Aggregate(builder.root(), grouping), groups);
        }
        List<Variable> bound = new ArrayList<>();
        grouping.keys().forEach(k -> bound.add(k.variable()));
        grouping.aggregates().forEach(a -> bound.add(a.variable()));
        builder.keepOnly(bound);
        bound.forEach(builder::bind);
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
        steps.stream().flatMap(Planner::expressions).forEach(e -> needed.addAll(PropertyUse.elements(e)));
        return needed;
    }

    private static Stream<BoundExpression> expressions(BoundQuery.Step step) {
        return switch (step) {
            case BoundQuery.Match match -> match.predicates().stream();
            case BoundQuery.Unwind unwind -> Stream.of(unwind.list());
            case BoundQuery.Project project -> {
                Stream<BoundExpression> grouped = project.grouping().stream()
                        .flatMap(g -> Stream.concat(
                                g.keys().stream().map(BoundQuery.Binding::expression),
                                g.aggregates().stream().map(BoundQuery.Aggregate::aggregation)));
                Stream<BoundExpression> others = Stream.of(
                                project.outputs().stream().map(BoundQuery.Binding::expression),
                                project.order().stream().map(BoundQuery.SortKey::expression),
                                project.where().stream())
                        .flatMap(s -> s);
                yield Stream.concat(grouped, others);
            }
        };
    }
}
