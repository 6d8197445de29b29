package dev.sennit.cli.print;

import dev.sennit.model.JsonValues;
import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows as JSON objects by column name, one a line. */
final class JsonRows implements RowWriter {
    private final JsonLines lines;
    private final List<String> columns;

    JsonRows(PrintWriter out, List<String> columns) {
        this.lines = new JsonLines(out);
        this.columns = columns;
    }

    @Override
    public void row(List<@Nullable Object> values) {
        lines.object(json -> {
            for (int i = 0; i < columns.size(); i++) {
                json.writeFieldName(columns.get(i));
                JsonValues.write(json, values.get(i));
            }
        });
    }

    @Override
    public void end() {}
}
