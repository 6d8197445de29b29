package dev.sennit.store;

import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * A running scan: {@link #next} moves to a batch, whose rows are numbered from 0. Not thread-safe. What the accessors
 * return is valid until the next call of {@link #next} or {@link #close}, except values, which stay.
 */
public interface TableScan extends AutoCloseable {
    /** Moves to the next batch; false at the end. */
    boolean next();

    /** Rows of the current batch. */
    int rowCount();

    /** The value of a requested column as the Java class its type names, or null. {@code column} counts from 0 in the order requested. */
    @Nullable
    Object value(int column, int row);

    /** The address of a row, if they were requested: fragment id in the high 32 bits, offset in the low. */
    long rowAddress(int row);

    /** The current batch as Arrow vectors, in the order requested. */
    VectorSchemaRoot arrow();

    @Override
    void close();
}
