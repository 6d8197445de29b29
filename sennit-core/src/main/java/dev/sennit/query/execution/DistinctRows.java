package dev.sennit.query.execution;

import dev.sennit.query.analysis.Variable;
import dev.sennit.query.value.GroupKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Drops rows that equal an earlier one. */
final class DistinctRows implements Rows {
    private final Rows input;
    private final int[] slots;
    private final MemoryBudget memory;
    private final Set<GroupKey> seen = new HashSet<>();

    DistinctRows(Rows input, List<Variable> variables, MemoryBudget memory) {
        this.input = input;
        this.slots = variables.stream().mapToInt(Variable::id).toArray();
        this.memory = memory;
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        while (true) {
            List<@Nullable Object[]> rows = input.next();
            if (rows == null) {
                return null;
            }
            rows.removeIf(row -> !isNew(row));
            if (!rows.isEmpty()) {
                return rows;
            }
        }
    }

    private boolean isNew(@Nullable Object[] row) {
        @Nullable Object[] values = new Object[slots.length];
        for (int i = 0; i < slots.length; i++) {
            values[i] = row[slots[i]];
        }
        GroupKey key = new GroupKey(values);
        if (!seen.add(key)) {
            return false;
        }
        memory.reserve(key.estimatedBytes());
        return true;
    }

    @Override
    public void close() {
        input.close();
    }
}
