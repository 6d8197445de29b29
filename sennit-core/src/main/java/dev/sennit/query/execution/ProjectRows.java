package dev.sennit.query.execution;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds values to each row. All are computed before the first is put in, since a name may change its meaning. Lists, maps
 * and texts are counted while their batch is on its way.
 */
final class ProjectRows implements Rows {
    private final Rows input;
    private final int[] slots;
    private final List<Evaluator> evaluators;
    private final ValueLimits limits;
    private final MemoryBudget memory;
    private long bytes;

    ProjectRows(Rows input, int[] slots, List<Evaluator> evaluators, ValueLimits limits, MemoryBudget memory) {
        this.input = input;
        this.slots = slots;
        this.evaluators = evaluators;
        this.limits = limits;
        this.memory = memory;
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        memory.release(bytes);
        bytes = 0;
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
                count(values[i]);
            }
        }
        return rows;
    }

    private void count(@Nullable Object value) {
        if (value instanceof List<?> || value instanceof Map<?, ?> || value instanceof String) {
            long size = limits.bytes(value);
            memory.reserve(size);
            bytes += size;
        }
    }

    @Override
    public void close() {
        input.close();
    }
}
