package dev.sennit.query.analysis;

import dev.sennit.model.ErrorText;
import dev.sennit.query.ast.Clause;
import dev.sennit.query.ast.Query;
import dev.sennit.query.ast.Statement;
import dev.sennit.schema.GraphSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Resolves a statement under a schema. */
public final class Analyzer {
    private final GraphSchema schema;
    private final QueryErrors errors;
    private final VariableSource variables = new VariableSource();
    private final PatternAnalyzer patterns;
    private final ProjectionAnalyzer projections;
    private final ExpressionAnalyzer expressions;

    private Analyzer(GraphSchema schema, QueryErrors errors, Parameters parameters) {
        this.schema = schema;
        this.errors = errors;
        LabelMatcher labels = new LabelMatcher(schema, errors);
        this.expressions = new ExpressionAnalyzer(schema, errors, parameters, variables, labels);
        this.patterns = new PatternAnalyzer(schema, errors, variables, labels, expressions);
        this.projections = new ProjectionAnalyzer(errors, variables, expressions);
    }

    /**
     * Checks a statement whose parameters have no values yet. The result cannot be executed if it has parameters.
     *
     * @throws dev.sennit.model.InvalidTextException if a name is unknown or a type certainly wrong
     * @throws dev.sennit.model.UnsupportedException if it uses a part of the language that is not executed yet
     */
    public static BoundQuery check(Statement statement, GraphSchema schema, QueryErrors errors) {
        return new Analyzer(schema, errors, Parameters.open()).analyze(statement);
    }

    /**
     * Resolves a statement with its parameters as constants.
     *
     * @throws dev.sennit.model.InvalidTextException as {@link #check} does, and MISSING_PARAMETER if a value is missing
     */
    public static BoundQuery bind(
            Statement statement, GraphSchema schema, Map<String, ?> parameters, QueryErrors errors) {
        return new Analyzer(schema, errors, Parameters.of(parameters)).analyze(statement);
    }

    private BoundQuery analyze(Statement statement) {
        if (statement.mode() != Statement.Mode.RUN) {
            throw errors.unsupported(statement.mode().name(), statement.position());
        }
        Query query = statement.query();
        if (!query.unions().isEmpty()) {
            throw errors.unsupported("UNION", query.unions().getFirst().position());
        }
        return single(query.first());
    }

    private BoundQuery single(Query.Single query) {
        Scope scope = new Scope();
        List<BoundQuery.Step> steps = new ArrayList<>();
        List<BoundQuery.Column> columns = List.of();
        for (Clause clause : query.clauses()) {
            switch (clause) {
                case Clause.Match match -> {
                    if (match.optional()) {
                        throw unsupported(clause, "OPTIONAL MATCH");
                    }
                    requireTypes(match);
                    steps.add(patterns.match(match, scope));
                }
                case Clause.Unwind unwind -> steps.add(unwind(unwind, scope));
                case Clause.With with -> {
                    ProjectionAnalyzer.Result result =
                            projections.project(with.projection(), with.where(), scope, "WITH");
                    steps.add(result.step());
                    scope = result.after();
                }
                case Clause.Return returns -> {
                    ProjectionAnalyzer.Result result =
                            projections.project(returns.projection(), Optional.empty(), scope, "RETURN");
                    steps.add(result.step());
                    columns = result.columns();
                }
                case Clause.CallSubquery ignored -> throw unsupported(clause, "CALL {...}");
                case Clause.CallProcedure ignored -> throw unsupported(clause, "CALL of a procedure");
                case Clause.Create ignored -> throw unsupported(clause, "CREATE");
                case Clause.Merge ignored -> throw unsupported(clause, "MERGE");
                case Clause.Set ignored -> throw unsupported(clause, "SET");
                case Clause.Remove ignored -> throw unsupported(clause, "REMOVE");
                case Clause.Delete delete -> throw unsupported(clause, delete.detach() ? "DETACH DELETE" : "DELETE");
            }
        }
        return new BoundQuery(steps, columns, variables.count());
    }

    private void requireTypes(Clause.Match match) {
        if (schema.nodeTypes().isEmpty()) {
            throw errors.syntax(
                    ErrorText.of("there is nothing to match").cause("the schema declares no node type"),
                    match.position());
        }
    }

    private BoundQuery.Step unwind(Clause.Unwind unwind, Scope scope) {
        BoundExpression list = expressions.analyze(unwind.list(), scope);
        if (scope.find(unwind.variable().text()).isPresent()) {
            throw errors.syntax(
                    ErrorText.of("the variable '" + unwind.variable().text() + "' is bound already")
                            .remedy("use another name"),
                    unwind.variable().position());
        }
        Variable variable = variables.named(unwind.variable().text());
        scope.put(
                variable, list.type().isOnly(Kind.LIST) ? list.type().element().orElse(ValueType.ANY) : ValueType.ANY);
        return new BoundQuery.Unwind(list, variable);
    }

    private RuntimeException unsupported(Clause clause, String construct) {
        return errors.unsupported(construct, clause.position());
    }
}
