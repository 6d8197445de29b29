package dev.sennit.query.execution;

import dev.sennit.query.value.MemorySize;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Takes all rows before it changes the graph with them, so that nothing reads what is being changed. */
final class EagerRows implements Rows {
    private final Rows input;
    private final UnaryOperator<List<@Nullable Object[]>> change;
    private final MemoryBudget memory;

    @Nullable
    private List<@Nullable Object[]> rows;

    private int position;

    /** @param change takes all rows, and gives those that go on */
    EagerRows(Rows input, UnaryOperator<List<@Nullable Object[]>> change, MemoryBudget memory) {
        this.input = input;
        this.change = change;
        this.memory = memory;
    }

    static List<@Nullable Object[]> drain(Rows input, MemoryBudget memory) {
        List<@Nullable Object[]> all = new ArrayList<>();
        for (List<@Nullable Object[]> batch = input.next(); batch != null; batch = input.next()) {
            for (@Nullable Object[] row : batch) {
                memory.reserve(MemorySize.ofAll(row));
                all.add(row);
            }
        }
        return all;
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        List<@Nullable Object[]> all = rows;
        if (all == null) {
            all = change.apply(drain(input, memory));
            rows = all;
        }
        if (position >= all.size()) {
            return null;
        }
        int end = Math.min(all.size(), position + BATCH);
        List<@Nullable Object[]> batch = new ArrayList<>(all.subList(position, end));
        position = end;
        return batch;
    }

    @Override
    public void close() {
        input.close();
    }
}
