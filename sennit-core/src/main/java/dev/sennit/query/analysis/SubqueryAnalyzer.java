package dev.sennit.query.analysis;

import dev.sennit.model.ErrorText;
import dev.sennit.query.ast.Clause;
import dev.sennit.query.ast.Expression;
import dev.sennit.query.ast.Name;
import dev.sennit.query.ast.Pattern;
import dev.sennit.query.ast.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Resolves what asks the graph from within an expression: subqueries, and patterns as conditions, lists and paths. */
final class SubqueryAnalyzer {
    private final QueryErrors errors;
    private final VariableSource variables;
    private final PatternAnalyzer patterns;
    private final ExpressionAnalyzer expressions;
    private final QueryAnalyzer queries;

    SubqueryAnalyzer(
            QueryErrors errors,
            VariableSource variables,
            PatternAnalyzer patterns,
            ExpressionAnalyzer expressions,
            QueryAnalyzer queries) {
        this.errors = errors;
        this.variables = variables;
        this.patterns = patterns;
        this.expressions = expressions;
        this.queries = queries;
    }

    /** {@code EXISTS {...}}, {@code COUNT {...}} or {@code COLLECT {...}}. */
    BoundExpression subquery(Expression.Subquery subquery, Scope scope, Place place) {
        requireReadOnly(subquery);
        int mark = variables.count();
        BoundQuery query = queries.nested(subquery.query(), scope);
        return switch (subquery.kind()) {
            case EXISTS ->
                of(BoundExpression.SubqueryResult.EXISTS, query, Optional.empty(), mark, ValueType.BOOLEAN, place);
            case COUNT ->
                of(BoundExpression.SubqueryResult.COUNT, query, Optional.empty(), mark, ValueType.INTEGER, place);
            case COLLECT -> {
                if (query.columns().size() != 1) {
                    throw errors.syntax(
                            ErrorText.of("COLLECT {...} returns "
                                            + query.columns().size() + " columns")
                                    .cause("its list takes one value of each row")
                                    .remedy("return one; a list or a map holds several"),
                            place.position());
                }
                BoundQuery.Column column = query.columns().getFirst();
                yield of(
                        BoundExpression.SubqueryResult.COLLECT,
                        query,
                        Optional.of(column.variable()),
                        mark,
                        ValueType.listOf(column.type()),
                        place);
            }
        };
    }

    private void requireReadOnly(Expression.Subquery subquery) {
        Stream.concat(
                        Stream.of(subquery.query().first()),
                        subquery.query().unions().stream().map(Query.Union::query))
                .flatMap(single -> single.clauses().stream())
                .filter(Clause::writes)
                .findFirst()
                .ifPresent(clause -> {
                    throw errors.syntax(
                            ErrorText.of("a clause that writes stands in " + subquery.kind() + " {...}")
                                    .cause("an expression only reads"),
                            clause.position());
                });
    }

    /** A pattern as a condition, all of whose named variables are bound already. */
    BoundExpression condition(Expression.PatternPredicate predicate, Scope scope, Place place) {
        Pattern.Walk walk = predicate.walk();
        Stream.concat(
                        walk.nodes().stream().flatMap(n -> n.variable().stream()),
                        walk.edges().stream().flatMap(e -> e.variable().stream()))
                .forEach(name -> scope.require(name, errors));
        int mark = variables.count();
        BoundQuery.Match match = patterns.match(matchOf(walk, Optional.empty(), place), scope.subquery());
        return of(
                BoundExpression.SubqueryResult.EXISTS,
                query(List.of(match), List.of()),
                Optional.empty(),
                mark,
                ValueType.BOOLEAN,
                place);
    }

    BoundExpression comprehension(Expression.PatternComprehension comprehension, Scope scope, Place place) {
        int mark = variables.count();
        Scope inner = scope.subquery();
        List<BoundQuery.Step> steps = new ArrayList<>();
        BoundQuery.Match match = patterns.match(
                new Clause.Match(
                        false,
                        new Pattern(
                                List.of(new Pattern.Part(
                                        comprehension.path(),
                                        Optional.empty(),
                                        comprehension.walk(),
                                        place.position())),
                                place.position()),
                        comprehension.where(),
                        place.position()),
                inner);
        steps.add(match);
        BoundExpression projection = expressions.analyze(comprehension.projection(), inner);
        return collect(steps, projection, mark, BoundExpression.SubqueryResult.COLLECT, place);
    }

    /** {@code shortestPath(...)} or {@code allShortestPaths(...)} as a value. */
    BoundExpression shortest(Expression.ShortestPath shortest, Scope scope, Place place) {
        int mark = variables.count();
        Scope inner = scope.subquery();
        Name path = new Name(" path", place.position());
        BoundQuery.Match match = patterns.match(
                new Clause.Match(
                        false,
                        new Pattern(
                                List.of(new Pattern.Part(
                                        Optional.of(path),
                                        shortest.part().shortest(),
                                        shortest.part().walk(),
                                        place.position())),
                                place.position()),
                        Optional.empty(),
                        place.position()),
                inner);
        BoundExpression value =
                new BoundExpression.Reference(inner.require(path, errors).variable(), ValueType.PATH, place);
        boolean one = shortest.part().shortest().orElse(Pattern.Shortest.ONE) == Pattern.Shortest.ONE;
        return collect(
                List.of(match),
                value,
                mark,
                one ? BoundExpression.SubqueryResult.FIRST : BoundExpression.SubqueryResult.COLLECT,
                place);
    }

    private BoundExpression collect(
            List<BoundQuery.Step> steps,
            BoundExpression value,
            int mark,
            BoundExpression.SubqueryResult result,
            Place place) {
        Variable variable = variables.anonymous();
        List<BoundQuery.Step> all = new ArrayList<>(steps);
        all.add(new BoundQuery.Project(
                Optional.empty(),
                List.of(new BoundQuery.Binding(variable, value)),
                false,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty()));
        BoundQuery query = query(all, List.of(new BoundQuery.Column("value", variable, value.type())));
        ValueType type = result == BoundExpression.SubqueryResult.FIRST ? value.type() : ValueType.listOf(value.type());
        return of(result, query, Optional.of(variable), mark, type, place);
    }

    private BoundQuery query(List<BoundQuery.Step> steps, List<BoundQuery.Column> columns) {
        return new BoundQuery(List.of(new BoundQuery.Branch(steps, columns)), false, columns, variables.count());
    }

    private BoundExpression of(
            BoundExpression.SubqueryResult result,
            BoundQuery query,
            Optional<Variable> value,
            int mark,
            ValueType type,
            Place place) {
        return new BoundExpression.Subquery(
                variables.anonymous().id(), result, query, value, Outside.of(query, mark), type, place);
    }

    private static Clause.Match matchOf(Pattern.Walk walk, Optional<Expression> where, Place place) {
        return new Clause.Match(
                false,
                new Pattern(
                        List.of(new Pattern.Part(Optional.empty(), Optional.empty(), walk, place.position())),
                        place.position()),
                where,
                place.position());
    }
}
