package dev.sennit.query.execution;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Adds values to each row. All are computed before the first is put in, since a name may change its meaning. */
final class ProjectRows implements Rows {
    private final Rows input;
    private final int[] slots;
    private final List<Evaluator> evaluators;

    ProjectRows(Rows input, int[] slots, List<Evaluator> evaluators) {
        this.input = input;
        this.slots = slots;
        this.evaluators = evaluators;
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        List<@Nullable Object[]> rows = input.next();
        if (rows == null) {
            return null;
        }
        @Nullable Object[] values = new Object[slots.length];
        for (@Nullable Object[] row : rows) {
            for (int i = 0; i < slots.length; i++) {
                values[i] = evaluators.get(i).evaluate(row);
            }
            for (int i = 0; i < slots.length; i++) {
                row[slots[i]] = values[i];
            }
        }
        return rows;
    }

    @Override
    public void close() {
        input.close();
    }
}
