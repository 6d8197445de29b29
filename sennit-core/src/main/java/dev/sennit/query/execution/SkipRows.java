package dev.sennit.query.execution;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Leaves out the first rows. */
final class SkipRows implements Rows {
    private final Rows input;
    private long remaining;

    SkipRows(Rows input, long count) {
        this.input = input;
        this.remaining = count;
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        while (true) {
            List<@Nullable Object[]> rows = input.next();
            if (rows == null || remaining == 0) {
                return rows;
            }
            if (rows.size() > remaining) {
                rows.subList(0, (int) remaining).clear();
                remaining = 0;
                return rows;
            }
            remaining -= rows.size();
        }
    }

    @Override
    public void close() {
        input.close();
    }
}
