package dev.sennit;

import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.query.QueryCursor;
import dev.sennit.query.execution.StopSignal;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.jspecify.annotations.Nullable;

/** The rows of a query cursor. */
final class CursorResult implements Result {
    private final QueryCursor cursor;
    private final Optional<Expiry> expiry;
    private final StopSignal stop;
    private boolean ready;
    private boolean atEnd;
    private boolean closed;

    /**
     * @param expiry tells whether rows that cannot be read have been collected; empty if the reader's caller does
     * @param stop what the cursor listens to
     */
    CursorResult(QueryCursor cursor, Optional<Expiry> expiry, StopSignal stop) {
        this.cursor = cursor;
        this.stop = stop;
        this.expiry = expiry;
    }

    private boolean advance() {
        return expiry.isEmpty() ? cursor.next() : expiry.get().reading(cursor::next);
    }

    @Override
    public List<String> columns() {
        return cursor.columns();
    }

    @Override
    public boolean hasNext() {
        if (!ready && !atEnd) {
            ready = !closed && advance();
            atEnd = !ready;
        }
        return ready;
    }

    @Override
    public Row next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the result has no more rows");
        }
        ready = false;
        @Nullable Object[] values = new @Nullable Object[columns().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = cursor.value(i);
        }
        return new CursorRow(columns(), values);
    }

    @Override
    public Stream<Row> stream() {
        return StreamSupport.stream(
                        Spliterators.spliteratorUnknownSize(this, Spliterator.ORDERED | Spliterator.NONNULL), false)
                .onClose(this::close);
    }

    @Override
    public <T> Stream<T> as(Class<T> recordClass) {
        RecordMapper<T> mapper = new RecordMapper<>(recordClass, columns());
        return stream().map(mapper::map);
    }

    @Override
    public ArrowReader arrow(BufferAllocator allocator, int maxRows) {
        if (maxRows < 1) {
            throw new InvalidArgumentException(ErrorText.of("batches of " + maxRows + " rows"));
        }
        return new ResultBatches(allocator, cursor, this::advance, maxRows, this::close);
    }

    @Override
    public void cancel() {
        stop.stop();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            cursor.close();
        }
    }
}
