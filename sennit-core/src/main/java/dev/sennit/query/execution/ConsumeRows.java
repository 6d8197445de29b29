package dev.sennit.query.execution;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes all rows and gives none. */
final class ConsumeRows implements Rows {
    private final Rows input;

    ConsumeRows(Rows input) {
        this.input = input;
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        List<@Nullable Object[]> rows = input.next();
        while (rows != null) {
            rows = input.next();
        }
        return null;
    }

    @Override
    public void close() {
        input.close();
    }
}
