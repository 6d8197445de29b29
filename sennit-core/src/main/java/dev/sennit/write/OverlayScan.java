package dev.sennit.write;

import dev.sennit.store.TableScan;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongSet;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** A scan of a base without the rows that are gone, followed by the rows that are new, up to a limit. */
final class OverlayScan implements TableScan {
    private final TableScan base;
    private final LongSet gone;
    private final TableScan added;
    private final IntArrayList rows = new IntArrayList();
    private long left;
    private boolean inBase = true;

    OverlayScan(TableScan base, LongSet gone, TableScan added, long limit) {
        this.base = base;
        this.gone = gone;
        this.added = added;
        this.left = limit;
    }

    @Override
    public boolean next() {
        rows.clear();
        while (rows.isEmpty() && left > 0) {
            TableScan from = inBase ? base : added;
            if (!from.next()) {
                if (!inBase) {
                    return false;
                }
                inBase = false;
                continue;
            }
            for (int row = 0; row < from.rowCount() && left > 0; row++) {
                if (!inBase || !gone.contains(from.rowAddress(row))) {
                    rows.add(row);
                    left--;
                }
            }
        }
        return !rows.isEmpty();
    }

    @Override
    public int rowCount() {
        return rows.size();
    }

    @Override
    @Nullable
    public Object value(int column, int row) {
        return current().value(column, rows.getInt(row));
    }

    @Override
    public long rowAddress(int row) {
        return current().rowAddress(rows.getInt(row));
    }

    @Override
    public VectorSchemaRoot arrow() {
        throw new UnsupportedOperationException("rows in memory are no Arrow vectors");
    }

    @Override
    public void close() {
        base.close();
    }

    private TableScan current() {
        return inBase ? base : added;
    }
}
