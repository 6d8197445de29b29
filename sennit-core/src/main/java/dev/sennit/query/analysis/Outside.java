package dev.sennit.query.analysis;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;

/** What a query inside another one uses of it. Variables are numbered as they appear, so the number tells whose they are. */
final class Outside {
    private Outside() {}

    /**
     * The variables from outside that the query uses.
     *
     * @param mark the number of variables when its analysis began
     */
    static Set<Variable> of(BoundQuery query, int mark) {
        Set<Variable> free = new LinkedHashSet<>();
        query.branches().stream()
                .flatMap(b -> b.steps().stream())
                .flatMap(Outside::variables)
                .filter(v -> v.id() < mark)
                .forEach(free::add);
        return free;
    }

    private static Stream<Variable> variables(BoundQuery.Step step) {
        Stream<Variable> ofExpressions = step.expressions().flatMap(Outside::variables);
        Stream<Variable> others = switch (step) {
            case BoundQuery.Match match -> ofMatch(match);
            case BoundQuery.Merge merge -> Stream.concat(ofMatch(merge.match()), ofCreate(merge.create()));
            case BoundQuery.Create create -> ofCreate(create);
            case BoundQuery.CallSubquery call -> call.free().stream();
            case BoundQuery.Foreach foreach -> foreach.steps().stream().flatMap(Outside::variables);
            case BoundQuery.Unwind ignored -> Stream.of();
            case BoundQuery.Filter ignored -> Stream.of();
            case BoundQuery.CallProcedure ignored -> Stream.of();
            case BoundQuery.Project ignored -> Stream.of();
            case BoundQuery.Assign ignored -> Stream.of();
            case BoundQuery.Delete ignored -> Stream.of();
        };
        return Stream.concat(ofExpressions, others);
    }

    private static Stream<Variable> ofMatch(BoundQuery.Match match) {
        return Stream.concat(
                match.pattern().nodes().stream().map(PatternGraph.PatternNode::variable),
                match.pattern().edges().stream().map(PatternGraph.PatternEdge::variable));
    }

    private static Stream<Variable> ofCreate(BoundQuery.Create create) {
        return create.edges().stream().flatMap(e -> Stream.of(e.from(), e.to()));
    }

    private static Stream<Variable> variables(BoundExpression expression) {
        return expression.all().flatMap(e -> switch (e) {
            case BoundExpression.Reference reference -> Stream.of(reference.variable());
            case BoundExpression.PathOf path -> Stream.concat(path.nodes().stream(), path.edges().stream());
            case BoundExpression.Subquery subquery -> subquery.free().stream();
            default -> Stream.of();
        });
    }
}
