package dev.sennit;

import dev.sennit.model.CommitInfo;
import dev.sennit.model.GraphInfo;
import dev.sennit.model.PlanStep;
import dev.sennit.schema.GraphSchema;
import java.util.Map;

/**
 * A graph at one commit, immutable for ever, under that commit's schema. Thread-safe.
 *
 * <p>Once a collection has given the state up, reading it fails with SNAPSHOT_EXPIRED, never with wrong rows.
 */
public interface Snapshot {
    /** The commit. */
    CommitInfo commit();

    /** The schema of that commit. */
    GraphSchema schema();

    /** Types, counts and sizes. */
    GraphInfo info();

    /** Runs a query without parameters. */
    default Result query(String cypher) {
        return query(cypher, Map.of());
    }

    /**
     * Runs a query.
     *
     * @param parameters by name without the {@code $}; Java values, records and JavaBeans
     * @throws dev.sennit.model.InvalidTextException SYNTAX_ERROR, UNKNOWN_NAME, TYPE_MISMATCH, MISSING_PARAMETER, …
     * @throws dev.sennit.model.UnsupportedException if the query uses what Sennit does not do yet
     * @throws dev.sennit.model.LimitException RESOURCE_LIMIT
     * @throws dev.sennit.model.ExpiredException SNAPSHOT_EXPIRED
     */
    default Result query(String cypher, Map<String, ?> parameters) {
        return query(cypher, parameters, QueryOptions.DEFAULT);
    }

    /**
     * Runs a query within limits.
     *
     * @throws dev.sennit.model.SennitException as {@link #query(String, Map)} does, and TIMEOUT, here or while rows are read
     */
    Result query(String cypher, Map<String, ?> parameters, QueryOptions options);

    /**
     * How a query would run, without running it. {@code EXPLAIN} before a query gives the same as rows, and {@code PROFILE}
     * runs it and tells what each operator did.
     *
     * @throws dev.sennit.model.InvalidTextException as {@link #query(String, Map)} does
     */
    PlanStep explain(String cypher, Map<String, ?> parameters);

    /** Runs a query whose parameters are a record's components. */
    default Result query(String cypher, Record parameters) {
        return query(cypher, QueryParameters.of(parameters));
    }
}
