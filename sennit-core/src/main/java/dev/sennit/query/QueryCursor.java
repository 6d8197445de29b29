package dev.sennit.query;

import dev.sennit.query.analysis.ValueType;
import dev.sennit.query.execution.ResultRows;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a running query. Not thread-safe. */
public final class QueryCursor implements AutoCloseable {
    private final List<String> columns;
    private final List<ValueType> columnTypes;
    private final ResultRows rows;

    QueryCursor(List<String> columns, List<ValueType> columnTypes, ResultRows rows) {
        this.columns = columns;
        this.columnTypes = columnTypes;
        this.rows = rows;
    }

    /** The columns' names, in order. */
    public List<String> columns() {
        return columns;
    }

    /** What is known of each column's values, whatever the rows are. */
    public List<ValueType> columnTypes() {
        return columnTypes;
    }

    /**
     * Moves to the next row, the first time to the first.
     *
     * @return false if there is none
     * @throws dev.sennit.model.InvalidTextException VALUE_OUT_OF_RANGE, DIVISION_BY_ZERO or TYPE_MISMATCH if a value
     *     cannot be computed
     * @throws dev.sennit.model.LimitException RESOURCE_LIMIT, TIMEOUT or CANCELLED
     */
    public boolean next() {
        return rows.next();
    }

    /**
     * The value of a column in the current row, counted from 0: null, of a class {@link dev.sennit.model.PropertyType}
     * names, a {@link dev.sennit.model.Node}, {@link dev.sennit.model.Edge} or {@link dev.sennit.model.GraphPath}, or a list
     * or map of such.
     */
    @Nullable
    public Object value(int column) {
        return rows.value(column);
    }

    @Override
    public void close() {
        rows.close();
    }
}
