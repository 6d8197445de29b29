package dev.sennit;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;

/**
 * The rows of a query, streamed: read it once, in order, on one thread, and close it. Reading after the snapshot's data
 * were collected throws SNAPSHOT_EXPIRED, never wrong rows.
 */
public interface Result extends Iterator<Row>, AutoCloseable {
    /** The columns' names, in the order of RETURN. */
    List<String> columns();

    /** The remaining rows; closing the stream closes the result. */
    Stream<Row> stream();

    /**
     * The remaining rows as objects of a record class whose components are named as columns are.
     *
     * @throws dev.sennit.model.InvalidArgumentException if a component has no column of its name or type
     */
    <T> Stream<T> as(Class<T> recordClass);

    /**
     * The remaining rows as Arrow batches with one schema: INTEGER as int64, FLOAT as float64, BOOLEAN, STRING, DATE and
     * LOCAL DATETIME as Arrow's own; every other column, and one whose type is not certain, as JSON text with the field
     * metadata {@code sennit:json}. Closing the reader closes the result.
     *
     * @param allocator where the batches' memory comes from; the caller's
     * @param maxRows rows per batch, at least 1
     */
    ArrowReader arrow(BufferAllocator allocator, int maxRows);

    /**
     * Stops the query: whoever reads its rows, now or later, gets CANCELLED. May be called from any thread; rows that were
     * made already may still be read.
     */
    void cancel();

    @Override
    void close();
}
