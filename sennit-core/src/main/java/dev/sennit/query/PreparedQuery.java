package dev.sennit.query;

import dev.sennit.query.analysis.Analyzer;
import dev.sennit.query.analysis.BoundQuery;
import dev.sennit.query.analysis.QueryErrors;
import dev.sennit.query.ast.Statement;
import dev.sennit.query.execution.Execution;
import dev.sennit.query.execution.GraphSource;
import dev.sennit.query.execution.QueryLimits;
import dev.sennit.query.plan.Plan;
import dev.sennit.query.plan.Planner;
import dev.sennit.schema.GraphSchema;
import java.util.List;
import java.util.Map;

/** A query that was checked against a schema and can be executed often. Immutable and thread-safe. */
public final class PreparedQuery {
    private final String text;
    private final Statement statement;
    private final GraphSchema schema;
    private final BoundQuery checked;

    PreparedQuery(String text, Statement statement, GraphSchema schema, BoundQuery checked) {
        this.text = text;
        this.statement = statement;
        this.schema = schema;
        this.checked = checked;
    }

    public String text() {
        return text;
    }

    /** The names of the result's columns, in order. */
    public List<String> columns() {
        return checked.columns().stream().map(BoundQuery.Column::name).toList();
    }

    /**
     * Runs the query. The plan is made anew each time, from the parameters' values and the sizes of the tables.
     *
     * @param source a state of a graph whose schema equals the one the query was prepared for
     * @param parameters values by name, without the {@code $}: null, Boolean, numbers, String, {@code java.time} values,
     *     {@link dev.sennit.model.CalendarDuration}, {@code byte[]}, {@code float[]}, and collections, arrays and maps of
     *     such
     * @return a cursor before its first row, to be closed
     * @throws dev.sennit.model.InvalidTextException MISSING_PARAMETER, or TYPE_MISMATCH for a parameter's value
     * @throws dev.sennit.model.InvalidArgumentException if a parameter is of a class without a meaning
     */
    public QueryCursor execute(GraphSource source, Map<String, ?> parameters, QueryLimits limits) {
        QueryErrors errors = new QueryErrors(text);
        return new QueryCursor(
                columns(),
                checked.columns().stream().map(BoundQuery.Column::type).toList(),
                Execution.start(plan(source, parameters), source, errors, limits));
    }

    /** How the query would run. */
    public Plan plan(GraphSource source, Map<String, ?> parameters) {
        if (!source.schema().equals(schema)) {
            throw new IllegalArgumentException("the query was prepared for another schema");
        }
        BoundQuery bound = Analyzer.bind(statement, schema, parameters, new QueryErrors(text));
        return new Planner(schema, source::rowCount).plan(bound);
    }
}
