package dev.sennit.cli.print;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows as aligned columns. A column is aligned at its right if its values among the first rows are all numbers. */
final class TableRows implements RowWriter {
    private final List<String> columns;
    private final TextTable table;
    private final boolean[] hasNumber;
    private final boolean[] hasOther;
    private long sampled;

    TableRows(PrintWriter out, List<String> columns) {
        this.columns = columns;
        this.table = new TextTable(out, columns);
        this.hasNumber = new boolean[columns.size()];
        this.hasOther = new boolean[columns.size()];
    }

    @Override
    public void row(List<@Nullable Object> values) {
        List<String> cells = new ArrayList<>(columns.size());
        for (int i = 0; i < columns.size(); i++) {
            Object value = values.get(i);
            cells.add(ValueText.of(value));
            hasNumber[i] |= value instanceof Number;
            hasOther[i] |= value != null && !(value instanceof Number);
        }
        if (sampled < TextTable.SAMPLE_ROWS && ++sampled == TextTable.SAMPLE_ROWS) {
            align();
        }
        table.row(cells);
    }

    @Override
    public void end() {
        if (table.isSampling()) {
            align();
        }
        table.end();
    }

    private void align() {
        for (int i = 0; i < hasNumber.length; i++) {
            if (hasNumber[i] && !hasOther[i]) {
                table.alignRight(i);
            }
        }
    }
}
