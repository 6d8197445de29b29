package dev.sennit.query.execution;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One empty row. */
final class UnitRows implements Rows {
    private final int width;
    private boolean done;

    UnitRows(int width) {
        this.width = width;
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        if (done) {
            return null;
        }
        done = true;
        List<@Nullable Object[]> rows = new ArrayList<>(1);
        rows.add(new Object[width]);
        return rows;
    }

    @Override
    public void close() {}
}
