package dev.sennit.query.execution;

import dev.sennit.query.value.MemorySize;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes all rows before it changes the graph with them, so that nothing reads what is being changed. */
final class EagerRows implements Rows {
    private final Rows input;
    private final Change change;
    private final ElementPool pool;
    private final MemoryBudget memory;

    @Nullable
    private List<@Nullable Object[]> rows;

    private int position;

    /** What is done with all rows. */
    @FunctionalInterface
    interface Change {
        /**
         * @param rows whose elements are in the pool
         * @return the rows that go on
         */
        List<@Nullable Object[]> apply(List<@Nullable Object[]> rows, ElementPool pool);
    }

    /** @param pool of the elements that are changed */
    EagerRows(Rows input, Change change, ElementPool pool, MemoryBudget memory) {
        this.input = input;
        this.change = change;
        this.pool = pool;
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
            List<@Nullable Object[]> given = drain(input, memory);
            pool.adopt(given);
            all = change.apply(given, pool);
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
