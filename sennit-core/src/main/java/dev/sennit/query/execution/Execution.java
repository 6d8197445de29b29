package dev.sennit.query.execution;

import dev.sennit.query.analysis.BoundQuery;
import dev.sennit.query.analysis.QueryErrors;
import dev.sennit.query.plan.Plan;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A running plan. Not thread-safe; close it to release its scans and tables. */
public final class Execution implements ResultRows {
    private final OpenTables tables;
    private final Rows rows;
    private final ResultValues values;
    private final int[] slots;
    private List<@Nullable Object[]> batch = List.of();
    private int position = -1;
    private boolean closed;

    private Execution(OpenTables tables, Rows rows, int[] slots) {
        this.tables = tables;
        this.rows = rows;
        this.values = new ResultValues(tables);
        this.slots = slots;
    }

    /**
     * Starts a plan. Rows are made as they are asked for; of a plan that changes the graph, all of them at once.
     *
     * @param changes the graph if the plan changes it
     */
    public static Execution start(
            Plan plan,
            GraphSource source,
            Optional<GraphChanges> changes,
            Procedures procedures,
            Surroundings surroundings,
            Optional<Profile> profile,
            QueryErrors errors,
            QueryLimits limits) {
        MemoryBudget memory = new MemoryBudget(limits.maxMemoryBytes());
        OpenTables tables = new OpenTables(source, changes, plan, memory, limits.cancellation());
        try {
            Rows rows = new OperatorCompiler(
                            plan, tables, memory, limits.cancellation(), procedures, surroundings, profile, errors)
                    .compile();
            int[] slots = plan.columns().stream()
                    .map(BoundQuery.Column::variable)
                    .mapToInt(v -> v.id())
                    .toArray();
            Execution execution = new Execution(tables, rows, slots);
            if (plan.writes()) {
                execution.runToTheEnd(memory);
            }
            return execution;
        } catch (RuntimeException failed) {
            tables.close();
            throw failed;
        }
    }

    /** Makes all changes now, whether anybody reads the rows or not. */
    private void runToTheEnd(MemoryBudget memory) {
        List<@Nullable Object[]> all = EagerRows.drain(rows, memory);
        batch = all.isEmpty() ? List.of() : values.of(all, slots);
    }

    @Override
    public boolean next() {
        if (closed) {
            throw new IllegalStateException("the result is closed");
        }
        if (++position < batch.size()) {
            return true;
        }
        List<@Nullable Object[]> following = rows.next();
        if (following == null) {
            batch = List.of();
            position = -1;
            return false;
        }
        batch = values.of(following, slots);
        position = 0;
        return true;
    }

    @Override
    @Nullable
    public Object value(int column) {
        if (position < 0 || position >= batch.size()) {
            throw new IllegalStateException("there is no current row");
        }
        return batch.get(position)[column];
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            try {
                rows.close();
            } finally {
                tables.close();
            }
        }
    }
}
