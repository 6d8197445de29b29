package dev.sennit.query.execution;

import dev.sennit.query.analysis.Variable;
import dev.sennit.query.plan.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** For each row the rows of the inner plan. If that changes the graph, all rows are taken before the first of them. */
final class ApplyRows implements Rows {
    private final Rows input;
    private final BiFunction<List<@Nullable Object[]>, ElementPool, Rows> inner;
    private final ElementPool pool;
    private final int[] results;
    private final boolean writes;
    private final MemoryBudget memory;
    private List<@Nullable Object[]> batch = List.of();
    private int index;

    @Nullable
    private Rows open;

    private boolean drained;

    /**
     * @param inner starts the inner plan for a row; what it changes is in the pool
     * @param pool of the elements of the rows
     */
    ApplyRows(
            Rows input,
            BiFunction<List<@Nullable Object[]>, ElementPool, Rows> inner,
            Operator.Apply apply,
            ElementPool pool,
            MemoryBudget memory) {
        this.input = input;
        this.inner = inner;
        this.pool = pool;
        this.results = apply.results().stream().mapToInt(Variable::id).toArray();
        this.writes = apply.writes();
        this.memory = memory;
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        List<@Nullable Object[]> rows = new ArrayList<>();
        while (rows.size() < BATCH) {
            if (open == null && !begin()) {
                return rows.isEmpty() ? null : rows;
            }
            if (open != null) {
                take(open, rows);
            }
        }
        return rows;
    }

    private boolean begin() {
        if (index >= batch.size()) {
            List<@Nullable Object[]> following = writes ? everything() : input.next();
            if (following == null) {
                return false;
            }
            batch = following;
            index = 0;
        }
        List<@Nullable Object[]> one = new ArrayList<>(1);
        one.add(batch.get(index).clone());
        open = inner.apply(one, pool);
        return true;
    }

    @Nullable
    private List<@Nullable Object[]> everything() {
        if (drained) {
            return null;
        }
        drained = true;
        List<@Nullable Object[]> all = EagerRows.drain(input, memory);
        pool.adopt(all);
        return all.isEmpty() ? null : all;
    }

    private void take(Rows from, List<@Nullable Object[]> rows) {
        @Nullable Object[] outer = batch.get(index);
        if (results.length == 0) {
            List<@Nullable Object[]> ignored = from.next();
            while (ignored != null) {
                ignored = from.next();
            }
            rows.add(outer);
            finish(from);
            return;
        }
        List<@Nullable Object[]> found = from.next();
        if (found == null) {
            finish(from);
            return;
        }
        for (@Nullable Object[] row : found) {
            @Nullable Object[] joined = outer.clone();
            for (int slot : results) {
                joined[slot] = row[slot];
            }
            rows.add(joined);
        }
    }

    private void finish(Rows from) {
        from.close();
        open = null;
        index++;
    }

    @Override
    public void close() {
        if (open != null) {
            open.close();
            open = null;
        }
        input.close();
    }
}
