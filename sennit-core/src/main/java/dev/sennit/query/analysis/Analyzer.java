package dev.sennit.query.analysis;

import dev.sennit.query.ast.Expression;
import dev.sennit.query.ast.Statement;
import dev.sennit.schema.GraphSchema;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Resolves a statement under a schema. */
public final class Analyzer {
    private final VariableSource variables = new VariableSource();
    private final QueryAnalyzer queries;
    private final SubqueryAnalyzer subqueries;

    private Analyzer(
            GraphSchema schema,
            QueryErrors errors,
            Parameters parameters,
            List<Procedure> procedures,
            Function<String, Expression> conditions,
            Runnable stop) {
        LabelMatcher labels = new LabelMatcher(schema, errors);
        ExpressionAnalyzer expressions =
                new ExpressionAnalyzer(schema, errors, parameters, variables, labels, this::subqueries, stop);
        PatternAnalyzer patterns = new PatternAnalyzer(schema, errors, variables, labels, expressions, stop);
        ProjectionAnalyzer projections = new ProjectionAnalyzer(errors, variables, expressions);
        WriteAnalyzer writes = new WriteAnalyzer(schema, errors, variables, labels, expressions, patterns);
        ProcedureAnalyzer calls = new ProcedureAnalyzer(procedures, errors, parameters, variables, expressions);
        VectorSearch vectors = new VectorSearch(schema, errors, parameters, conditions);
        this.queries = new QueryAnalyzer(
                schema, errors, variables, patterns, projections, expressions, writes, calls, vectors);
        this.subqueries = new SubqueryAnalyzer(errors, variables, patterns, expressions, queries);
    }

    private SubqueryAnalyzer subqueries() {
        return subqueries;
    }

    /**
     * Checks a statement whose parameters have no values yet. The result cannot be executed if it has parameters.
     *
     * @param conditions reads a condition that is written as a text
     * @param stop called again and again; throws if the statement is to be given up
     * @throws dev.sennit.model.InvalidTextException if a name is unknown or a type certainly wrong
     * @throws dev.sennit.model.UnsupportedException if it uses a part of the language that is not executed yet
     */
    public static BoundQuery check(
            Statement statement,
            GraphSchema schema,
            List<Procedure> procedures,
            Function<String, Expression> conditions,
            QueryErrors errors,
            Runnable stop) {
        return new Analyzer(schema, errors, Parameters.open(), procedures, conditions, stop).analyze(statement);
    }

    /**
     * Resolves a statement with its parameters as constants.
     *
     * @throws dev.sennit.model.InvalidTextException as {@link #check} does, and MISSING_PARAMETER if a value is missing
     */
    public static BoundQuery bind(
            Statement statement,
            GraphSchema schema,
            List<Procedure> procedures,
            Function<String, Expression> conditions,
            Map<String, ?> parameters,
            QueryErrors errors,
            Runnable stop) {
        return new Analyzer(schema, errors, Parameters.of(parameters), procedures, conditions, stop).analyze(statement);
    }

    private BoundQuery analyze(Statement statement) {
        return queries.whole(statement.query());
    }
}
