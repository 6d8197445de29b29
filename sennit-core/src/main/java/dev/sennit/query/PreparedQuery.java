package dev.sennit.query;

import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.query.analysis.Analyzer;
import dev.sennit.query.analysis.BoundQuery;
import dev.sennit.query.analysis.QueryErrors;
import dev.sennit.query.ast.Expression;
import dev.sennit.query.ast.Statement;
import dev.sennit.query.execution.Execution;
import dev.sennit.query.execution.GraphChanges;
import dev.sennit.query.execution.GraphSource;
import dev.sennit.query.execution.Procedures;
import dev.sennit.query.execution.Profile;
import dev.sennit.query.execution.QueryLimits;
import dev.sennit.query.execution.Surroundings;
import dev.sennit.query.plan.Measurements;
import dev.sennit.query.plan.Plan;
import dev.sennit.query.plan.Planner;
import dev.sennit.query.plan.PlanningStop;
import dev.sennit.schema.GraphSchema;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** A statement that was checked against a schema and can be executed often. Immutable and thread-safe. */
public final class PreparedQuery {
    private final String text;
    private final Statement statement;
    private final GraphSchema schema;
    private final Procedures procedures;
    private final Supplier<Surroundings> surroundings;
    private final InstantSource clock;
    private final Function<String, Expression> conditions;
    private final BoundQuery checked;

    PreparedQuery(
            String text,
            Statement statement,
            GraphSchema schema,
            Procedures procedures,
            Supplier<Surroundings> surroundings,
            InstantSource clock,
            Function<String, Expression> conditions,
            BoundQuery checked) {
        this.conditions = conditions;
        this.surroundings = surroundings;
        this.clock = clock;
        this.text = text;
        this.statement = statement;
        this.schema = schema;
        this.procedures = procedures;
        this.checked = checked;
    }

    public String text() {
        return text;
    }

    /** Whether it was prepared for a schema that equals this one. */
    boolean isFor(GraphSchema other) {
        return schema.equals(other);
    }

    /** The names of the result's columns, in order; none if nothing is returned. */
    public List<String> columns() {
        return showsPlan() ? PlanRows.columns(isProfiled()) : resultColumns();
    }

    private List<String> resultColumns() {
        return checked.columns().stream().map(BoundQuery.Column::name).toList();
    }

    private boolean showsPlan() {
        return statement.mode() != Statement.Mode.RUN;
    }

    private boolean isProfiled() {
        return statement.mode() == Statement.Mode.PROFILE;
    }

    /** Whether executing it may change the graph. */
    public boolean writes() {
        return checked.writes() && statement.mode() != Statement.Mode.EXPLAIN;
    }

    /**
     * Runs a query that only reads. The plan is made anew each time, from the parameters' values and the sizes of the
     * tables.
     *
     * @param source a state of a graph whose schema equals the one the query was prepared for
     * @param parameters values by name, without the {@code $}: null, Boolean, numbers, String, {@code java.time} values,
     *     {@link dev.sennit.model.CalendarDuration}, {@code byte[]}, {@code float[]}, and collections, arrays and maps of
     *     such
     * @return a cursor before its first row, to be closed
     * @throws dev.sennit.model.InvalidTextException MISSING_PARAMETER, or TYPE_MISMATCH for a parameter's value
     * @throws InvalidArgumentException if a parameter is of a class without a meaning, or if the statement writes
     */
    public QueryCursor execute(GraphSource source, Map<String, ?> parameters, QueryLimits limits) {
        if (writes()) {
            throw new InvalidArgumentException(ErrorText.of("the statement writes")
                    .cause("it was given to what only reads")
                    .remedy("execute it on a branch"));
        }
        return start(source, Optional.empty(), parameters, limits);
    }

    /**
     * Runs a statement that may change the graph, and sees its own changes. All of them are made before this returns.
     *
     * @throws dev.sennit.model.InvalidTextException as {@link #execute(GraphSource, Map, QueryLimits)} does
     */
    public QueryCursor execute(GraphChanges graph, Map<String, ?> parameters, QueryLimits limits) {
        return start(graph.now(), writes() ? Optional.of(graph) : Optional.empty(), parameters, limits);
    }

    private QueryCursor start(
            GraphSource source, Optional<GraphChanges> changes, Map<String, ?> parameters, QueryLimits limits) {
        Plan plan = plan(source, parameters, limits.cancellation()::check);
        if (!showsPlan()) {
            return new QueryCursor(
                    resultColumns(),
                    checked.columns().stream().map(BoundQuery.Column::type).toList(),
                    start(plan, source, changes, Optional.empty(), limits));
        }
        Measurements measured = isProfiled() ? profile(plan, source, changes, limits) : Measurements.NONE;
        return new QueryCursor(
                columns(), PlanRows.types(isProfiled()), new PlanRows(plan.explain(measured), isProfiled()));
    }

    private Measurements profile(Plan plan, GraphSource source, Optional<GraphChanges> changes, QueryLimits limits) {
        Profile profile = new Profile(clock);
        try (Execution execution = start(plan, source, changes, Optional.of(profile), limits)) {
            boolean more = execution.next();
            while (more) {
                more = execution.next();
            }
        }
        return profile;
    }

    private Execution start(
            Plan plan,
            GraphSource source,
            Optional<GraphChanges> changes,
            Optional<Profile> profile,
            QueryLimits limits) {
        return Execution.start(
                plan, source, changes, procedures, surroundings.get(), profile, new QueryErrors(text), limits);
    }

    /** How the query would run. */
    public Plan plan(GraphSource source, Map<String, ?> parameters) {
        return plan(source, parameters, PlanningStop.NEVER);
    }

    private Plan plan(GraphSource source, Map<String, ?> parameters, PlanningStop stop) {
        if (!source.schema().equals(schema)) {
            throw new IllegalArgumentException("the query was prepared for another schema");
        }
        BoundQuery bound = Analyzer.bind(
                statement, schema, procedures.signatures(), conditions, parameters, new QueryErrors(text), stop::check);
        return new Planner(schema, source::rowCount, stop).plan(bound);
    }
}
