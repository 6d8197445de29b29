package dev.sennit.query.execution;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes the first rows only, and asks for no more once it has them, unless asking changes the graph. */
final class LimitRows implements Rows {
    private final Rows input;
    private final boolean toTheEnd;
    private long remaining;

    LimitRows(Rows input, long count, boolean toTheEnd) {
        this.toTheEnd = toTheEnd;
        this.input = input;
        this.remaining = count;
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        if (remaining == 0) {
            if (toTheEnd) {
                drop();
            }
            return null;
        }
        List<@Nullable Object[]> rows = input.next();
        if (rows == null) {
            return null;
        }
        if (rows.size() > remaining) {
            rows.subList((int) remaining, rows.size()).clear();
        }
        remaining -= rows.size();
        if (remaining == 0 && !toTheEnd) {
            input.close();
        }
        return rows;
    }

    private void drop() {
        List<@Nullable Object[]> ignored = input.next();
        while (ignored != null) {
            ignored = input.next();
        }
    }

    @Override
    public void close() {
        input.close();
    }
}
