package dev.sennit.query.execution;

import dev.sennit.query.analysis.BoundQuery;
import dev.sennit.query.analysis.QueryErrors;
import dev.sennit.query.plan.Plan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A running plan. Not thread-safe; close it to release its scans and tables. */
public final class Execution implements AutoCloseable {
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

    /** Starts a plan. Rows are made as they are asked for. */
    public static Execution start(Plan plan, GraphSource source, QueryErrors errors, QueryLimits limits) {
        MemoryBudget memory = new MemoryBudget(limits.maxMemoryBytes());
        OpenTables tables = new OpenTables(source, plan, memory, limits.cancellation());
        try {
            Rows rows = new OperatorCompiler(
                            tables,
                            source.adjacencies(),
                            memory,
                            limits.cancellation(),
                            new ExpressionCompiler(errors, tables, memory),
                            plan.width())
                    .compile(plan.root());
            int[] slots = plan.columns().stream()
                    .map(BoundQuery.Column::variable)
                    .mapToInt(v -> v.id())
                    .toArray();
            return new Execution(tables, rows, slots);
        } catch (RuntimeException failed) {
            tables.close();
            throw failed;
        }
    }

    /** Moves to the next row; false at the end. */
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

    /** The value of a column in the current row: null, or of a class {@link dev.sennit.model.PropertyType} names, a
     * {@link dev.sennit.model.Node}, {@link dev.sennit.model.Edge} or {@link dev.sennit.model.GraphPath}, or a list or map of
     * such. */
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
