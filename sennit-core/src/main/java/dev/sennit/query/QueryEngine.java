package dev.sennit.query;

import dev.sennit.query.analysis.Analyzer;
import dev.sennit.query.analysis.QueryErrors;
import dev.sennit.query.ast.Statement;
import dev.sennit.query.execution.Cancellation;
import dev.sennit.query.execution.Procedures;
import dev.sennit.query.execution.Surroundings;
import dev.sennit.query.syntax.QueryParser;
import dev.sennit.query.syntax.SyntaxLimits;
import dev.sennit.schema.GraphSchema;
import java.time.Instant;
import java.time.InstantSource;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Prepares queries. Thread-safe. */
public final class QueryEngine {
    private final QueryParser parser;
    private final Procedures procedures;
    private final InstantSource clock;
    private final AtomicLong executions = new AtomicLong();
    private final PreparedQueries prepared = new PreparedQueries();

    public QueryEngine() {
        this(SyntaxLimits.DEFAULT);
    }

    public QueryEngine(SyntaxLimits limits) {
        this(limits, Procedures.NONE, InstantSource.system());
    }

    /** @param clock for the functions that tell the time */
    public QueryEngine(InstantSource clock) {
        this(SyntaxLimits.DEFAULT, Procedures.NONE, clock);
    }

    /**
     * @param procedures what queries can CALL
     * @param clock for the functions that tell the time, and where random numbers begin
     */
    public QueryEngine(SyntaxLimits limits, Procedures procedures, InstantSource clock) {
        this.parser = new QueryParser(limits);
        this.procedures = procedures;
        this.clock = clock;
    }

    private Surroundings surroundings() {
        Instant now = clock.instant();
        long seed = now.toEpochMilli() * 1_000_003L + executions.incrementAndGet();
        return new Surroundings(now, new SplittableRandom(seed));
    }

    /**
     * Whether a statement has a clause that writes, under whatever schema.
     *
     * @throws dev.sennit.model.InvalidTextException SYNTAX_ERROR at a position
     * @throws dev.sennit.model.LimitException RESOURCE_LIMIT if the text is too long or nests too deeply
     */
    public boolean writes(String text) {
        Statement statement = parser.parse(text);
        return statement.mode() != Statement.Mode.EXPLAIN && statement.query().writes();
    }

    /**
     * Parses a query and checks it against a schema. Parameters have no values yet; what depends on their types is
     * checked when it is executed.
     *
     * @throws dev.sennit.model.InvalidTextException SYNTAX_ERROR, UNKNOWN_NAME, TYPE_MISMATCH or IMPOSSIBLE_PATTERN at a
     *     position
     * @throws dev.sennit.model.UnsupportedException if it uses a part of the language that is not executed yet
     * @throws dev.sennit.model.LimitException RESOURCE_LIMIT if the text is too long or nests too deeply
     */
    public PreparedQuery prepare(String text, GraphSchema schema) {
        return prepare(text, schema, Cancellation.NEVER);
    }

    /**
     * {@link #prepare(String, GraphSchema)}, which takes seconds for texts as long as the limits allow.
     *
     * @param stop asked again and again
     * @throws dev.sennit.model.LimitException TIMEOUT or CANCELLED as that says
     */
    public PreparedQuery prepare(String text, GraphSchema schema, Cancellation stop) {
        return prepared.find(text, schema).orElseGet(() -> {
            PreparedQuery query = analyze(text, schema, stop);
            prepared.keep(query);
            return query;
        });
    }

    private PreparedQuery analyze(String text, GraphSchema schema, Cancellation stop) {
        Statement statement = parser.parse(text, stop::check);
        QueryErrors errors = new QueryErrors(text);
        return new PreparedQuery(
                text,
                statement,
                schema,
                procedures,
                this::surroundings,
                clock,
                parser::expression,
                Analyzer.check(statement, schema, procedures.signatures(), parser::expression, errors, stop::check));
    }
}
