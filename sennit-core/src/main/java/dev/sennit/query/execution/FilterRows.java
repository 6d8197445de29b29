package dev.sennit.query.execution;

import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Keeps the rows that fulfil a condition. */
final class FilterRows implements Rows {
    private final Rows input;
    private final Predicate<@Nullable Object[]> condition;

    FilterRows(Rows input, Predicate<@Nullable Object[]> condition) {
        this.input = input;
        this.condition = condition;
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        while (true) {
            List<@Nullable Object[]> rows = input.next();
            if (rows == null) {
                return null;
            }
            rows.removeIf(condition.negate());
            if (!rows.isEmpty()) {
                return rows;
            }
        }
    }

    @Override
    public void close() {
        input.close();
    }
}
