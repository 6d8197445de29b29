package dev.sennit;

import dev.sennit.model.LoadResult;
import dev.sennit.model.MergeResult;
import dev.sennit.model.OptimizeResult;
import java.util.Map;
import java.util.function.Function;

/** A branch as it was when the handle was taken: a handle never follows a deleted branch's namesake. Thread-safe. */
public interface Branch {
    String name();

    /** The branch's newest state. */
    Snapshot snapshot();

    /**
     * Loads files in one commit. Everything is checked first; without {@link Load#skippingBad} a single bad row stops the
     * load.
     *
     * @throws dev.sennit.model.ConstraintViolationException if rows break rules and {@link Load#skippingBad} is not set;
     *     nothing was written
     * @throws dev.sennit.model.SennitException as every write: READ_SET_CHANGED, WRITER_ACTIVE, PRECONDITION_FAILED,
     *     OUTCOME_UNKNOWN, …
     */
    LoadResult load(Load load, WriteOptions options);

    /** {@link #load(Load, WriteOptions)} with {@link WriteOptions#DEFAULT}. */
    default LoadResult load(Load load) {
        return load(load, WriteOptions.DEFAULT);
    }

    /**
     * Reads and changes elements in one commit, serializably: the result is as if transactions had run one after the
     * other. When another write changes something this one has read, the body runs again on the newer state, so it must
     * have no other effects. A transaction that changes nothing makes no commit.
     *
     * <pre>{@code
     * branch.write(tx -> {
     *     NodeId ams = tx.upsert("Airport", Map.of("code", "AMS", "name", "Schiphol"));
     *     return tx.create("ROUTE", ams, tx.node("Airport", "LHR"), Map.of("airline", "KL"));
     * });
     * }</pre>
     *
     * @return what the body returned, and the commit
     * @throws dev.sennit.model.ConstraintViolationException if the result would break rules of the schema; nothing was
     *     written
     * @throws dev.sennit.model.ConflictException KEY_CONFLICT if an element is created that exists; nothing was written
     * @throws dev.sennit.model.SennitException as every write: READ_SET_CHANGED, WRITER_ACTIVE, PRECONDITION_FAILED,
     *     OUTCOME_UNKNOWN, … ; whatever the body throws is passed on, and nothing was written
     */
    <T> TransactionResult<T> write(WriteOptions options, Function<Transaction, T> body);

    /** {@link #write(WriteOptions, Function)} with {@link WriteOptions#DEFAULT}. */
    default <T> TransactionResult<T> write(Function<Transaction, T> body) {
        return write(WriteOptions.DEFAULT, body);
    }

    /**
     * Executes one statement, which may change the graph, in one commit. When another write changes something it has read,
     * it is executed again on the newer state. One that changes nothing makes no commit.
     *
     * @param parameters by name without the {@code $}; Java values, records and JavaBeans
     * @throws dev.sennit.model.InvalidTextException SYNTAX_ERROR, UNKNOWN_NAME, TYPE_MISMATCH, AMBIGUOUS_NODE_TYPE, …
     * @throws dev.sennit.model.ConstraintViolationException if the result would break rules of the schema; nothing was
     *     written
     * @throws dev.sennit.model.ConflictException KEY_CONFLICT if an element is created that exists; nothing was written
     * @throws dev.sennit.model.SennitException as every write: READ_SET_CHANGED, WRITER_ACTIVE, PRECONDITION_FAILED,
     *     OUTCOME_UNKNOWN, …
     */
    StatementResult execute(String cypher, Map<String, ?> parameters, WriteOptions options);

    /** {@link #execute(String, Map, WriteOptions)} with {@link WriteOptions#DEFAULT}. */
    default StatementResult execute(String cypher, Map<String, ?> parameters) {
        return execute(cypher, parameters, WriteOptions.DEFAULT);
    }

    /** {@link #execute(String, Map)} without parameters. */
    default StatementResult execute(String cypher) {
        return execute(cypher, Map.of());
    }

    /**
     * Makes tables cheaper to read and changes no data: rewrites small fragments and those with many deleted rows into
     * full ones, and merges index segments. Tables that need nothing are left alone. Others may read and write meanwhile;
     * writers of the same table win, and wait some seconds at most. Large tables take several commits, so an error leaves
     * done what was done.
     *
     * @throws dev.sennit.model.InvalidTextException UNKNOWN_NAME if a type does not exist
     * @throws dev.sennit.model.StoreException CORRUPTION if a rewritten table would not hold the same; it was not published
     * @throws dev.sennit.model.SennitException as every write: READ_SET_CHANGED, WRITER_ACTIVE, OUTCOME_UNKNOWN, …
     */
    OptimizeResult optimize(OptimizeOptions options);

    /** {@link #optimize(OptimizeOptions)} with {@link OptimizeOptions#DEFAULT}. */
    default OptimizeResult optimize() {
        return optimize(OptimizeOptions.DEFAULT);
    }

    /**
     * Takes back what one commit did, in a commit of its own: each element becomes what it was before that commit, unless it
     * was changed since in the same property. Works for a load of any size, and costs nothing where nothing came after it.
     * What was changed since, and rules the result would break, are conflicts.
     *
     * @param revision the commit, as {@link Graph#at} reads it; of a merge, what it brought into its first parent
     * @return what was done; {@link MergeResult.Outcome#UP_TO_DATE} if nothing of the commit is left
     * @throws dev.sennit.model.MergeConflictsException MERGE_CONFLICTS if something is a conflict that the options do not
     *     resolve; nothing was written
     * @throws dev.sennit.model.ExpiredException SNAPSHOT_EXPIRED if the state before the commit has been collected
     * @throws dev.sennit.model.SennitException as every write: READ_SET_CHANGED, WRITER_ACTIVE, OUTCOME_UNKNOWN, …
     */
    MergeResult revert(String revision, MergeOptions options);

    /** {@link #revert(String, MergeOptions)} with {@link MergeOptions#DEFAULT}. */
    default MergeResult revert(String revision) {
        return revert(revision, MergeOptions.DEFAULT);
    }

    /**
     * Changes the branch's schema in one commit: what the declaration has and the schema lacks is added, what it lacks is
     * dropped, and RENAMED FROM and DEFAULT say what neither can tell. Rules that are new are checked on all data. Types
     * and properties keep their identity, also under another name: older commits keep answering under their own schema,
     * and what is dropped and added again later never shows old values. Others may read and write meanwhile; writes that
     * began under the old schema are prepared again. The same schema makes no commit.
     *
     * @throws dev.sennit.model.SchemaChangeRefusedException if a step cannot be done, or the data break a rule that is
     *     new, or data would be hidden without {@link SchemaUpdate#hidingDroppedData}; nothing was written
     * @throws dev.sennit.model.SennitException as every write: READ_SET_CHANGED, WRITER_ACTIVE, PRECONDITION_FAILED,
     *     OUTCOME_UNKNOWN, …
     */
    SchemaChange applySchema(SchemaUpdate update, WriteOptions options);

    /** {@link #applySchema(SchemaUpdate, WriteOptions)} with {@link WriteOptions#DEFAULT}. */
    default SchemaChange applySchema(SchemaUpdate update) {
        return applySchema(update, WriteOptions.DEFAULT);
    }

    /**
     * Merges another branch, or any commit, into this one: three-way and property by property, from the best common ancestor
     * over all parents. What one side changed and the other did not is as the one has it. What both changed, and rules that
     * the result would break, are conflicts.
     *
     * @param revision what is merged, as {@link Graph#at} reads it
     * @return what was done; {@link MergeResult.Outcome#UP_TO_DATE} if this branch has all of it already
     * @throws dev.sennit.model.MergeConflictsException MERGE_CONFLICTS if there are conflicts that the options do not
     *     resolve; nothing was written
     * @throws dev.sennit.model.SennitException as every write: READ_SET_CHANGED, WRITER_ACTIVE, OUTCOME_UNKNOWN, …; also
     *     BRANCH_DELETED or SNAPSHOT_EXPIRED if what is merged is gone
     */
    MergeResult merge(String revision, MergeOptions options);

    /** {@link #merge(String, MergeOptions)} with {@link MergeOptions#DEFAULT}. */
    default MergeResult merge(String revision) {
        return merge(revision, MergeOptions.DEFAULT);
    }
}
