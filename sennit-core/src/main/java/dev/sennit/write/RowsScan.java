package dev.sennit.write;

import dev.sennit.store.TableScan;
import it.unimi.dsi.fastutil.longs.LongList;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** A scan over rows in memory, in one batch. */
final class RowsScan implements TableScan {
    private final List<@Nullable Object[]> rows;
    private final LongList addresses;
    private boolean begun;
    private boolean ended;

    RowsScan(List<@Nullable Object[]> rows, LongList addresses) {
        this.rows = rows;
        this.addresses = addresses;
    }

    @Override
    public boolean next() {
        ended = begun || rows.isEmpty();
        begun = true;
        return !ended;
    }

    @Override
    public int rowCount() {
        return begun && !ended ? rows.size() : 0;
    }

    @Override
    @Nullable
    public Object value(int column, int row) {
        return rows.get(row)[column];
    }

    @Override
    public long rowAddress(int row) {
        return addresses.getLong(row);
    }

    @Override
    public VectorSchemaRoot arrow() {
        throw new UnsupportedOperationException("rows in memory are no Arrow vectors");
    }

    @Override
    public void close() {
        // holds nothing native
    }
}
