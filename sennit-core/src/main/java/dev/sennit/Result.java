package dev.sennit;

import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

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

    @Override
    void close();
}
