package dev.sennit.query.execution;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes the first rows only, and asks for no more once it has them. */
final class LimitRows implements Rows {
    private final Rows input;
    private long remaining;

    LimitRows(Rows input, long count) {
        this.input = input;
        this.remaining = count;
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        if (remaining == 0) {
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
        if (remaining == 0) {
            input.close();
        }
        return rows;
    }

    @Override
    public void close() {
        input.close();
    }
}
