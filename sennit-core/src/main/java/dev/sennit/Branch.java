package dev.sennit;

import dev.sennit.model.LoadResult;

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
}
