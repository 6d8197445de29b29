package dev.sennit.query.execution;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows a plan within the plan is given, once. */
final class ArgumentRows implements Rows {
    @Nullable
    private List<@Nullable Object[]> rows;

    /** @param rows at least one; they belong to this from now on */
    ArgumentRows(List<@Nullable Object[]> rows) {
        this.rows = rows;
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        List<@Nullable Object[]> all = rows;
        rows = null;
        return all;
    }

    @Override
    public void close() {}
}
