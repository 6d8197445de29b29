package dev.sennit.query.execution;

import dev.sennit.query.analysis.Variable;
import dev.sennit.query.plan.Operator;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One row with the number of elements that some tables hold. */
final class CountRows implements Rows {
    private final Operator.CountRows count;
    private final OpenTables tables;
    private final int width;
    private boolean done;

    CountRows(Operator.CountRows count, OpenTables tables, int width) {
        this.count = count;
        this.tables = tables;
        this.width = width;
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        if (done) {
            return null;
        }
        done = true;
        long total = 0;
        for (Operator.NodeTable table : count.nodes()) {
            total += tables.version(table.type()).count(ScanFilters.of(table));
        }
        for (Operator.EdgeTable table : count.edges()) {
            total += tables.version(table.type()).count(table.filter());
        }
        @Nullable Object[] row = new Object[width];
        for (Variable variable : count.counts()) {
            row[variable.id()] = total;
        }
        List<@Nullable Object[]> rows = new ArrayList<>();
        rows.add(row);
        return rows;
    }

    @Override
    public void close() {}
}
