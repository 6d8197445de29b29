package dev.sennit.store;

import org.jspecify.annotations.Nullable;

/**
 * Writes one data file row by row. Rows are buffered in memory of bounded size and flushed in batches. Not
 * thread-safe. Closing without {@link #finish} abandons the file.
 */
public interface FragmentWriter extends AutoCloseable {
    /**
     * Appends a row.
     *
     * @param values one value per column of the layout, in its order, of the classes named by
     *     {@link dev.sennit.model.PropertyType}; null for an absent property
     * @throws IllegalArgumentException if a value has the wrong class or a column that is not nullable gets null
     */
    void append(@Nullable Object[] values);

    /**
     * Appends the rows of a scan's current batch as they are stored, bit for bit.
     *
     * @param scan of a version with the same layout, requested with the layout's columns in its order
     * @throws IllegalArgumentException if it has other columns, or nulls in a column that is not nullable
     */
    void appendBatch(TableScan scan);

    /** Rows appended so far. */
    long rowCount();

    /** Bytes written and buffered so far, approximately. */
    long approximateBytes();

    /** Completes the file. At least one row must have been appended. */
    StagedFragment finish();

    @Override
    void close();
}
