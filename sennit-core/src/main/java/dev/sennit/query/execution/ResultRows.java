package dev.sennit.query.execution;

import org.jspecify.annotations.Nullable;

/** Rows as a caller reads them. Not thread-safe. */
public interface ResultRows extends AutoCloseable {
    /** Moves to the next row; false at the end. */
    boolean next();

    /**
     * The value of a column in the current row, from 0: null, or of a class {@link dev.sennit.model.PropertyType} names, a
     * {@link dev.sennit.model.Node}, {@link dev.sennit.model.Edge} or {@link dev.sennit.model.GraphPath}, or a list or map of
     * such.
     */
    @Nullable
    Object value(int column);

    @Override
    void close();
}
