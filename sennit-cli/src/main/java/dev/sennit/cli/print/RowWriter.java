package dev.sennit.cli.print;

import java.io.PrintWriter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the rows of one result, one after the other. */
public interface RowWriter {
    /** Writes a row, one value per column. */
    void row(List<@Nullable Object> values);

    /** Writes what is left; no rows follow. */
    void end();

    /** Aligned columns, for people. */
    static RowWriter table(PrintWriter out, List<String> columns) {
        return new TableRows(out, columns);
    }

    /**
     * RFC 4180 with a header line, in lines that end in a line feed. Null is the empty cell, the empty text {@code ""};
     * lists of scalars are separated by semicolons, what else has parts is JSON: as load reads it.
     */
    static RowWriter csv(PrintWriter out, List<String> columns) {
        return new CsvRows(out, columns);
    }

    /** One JSON object a line, by column name. */
    static RowWriter json(PrintWriter out, List<String> columns) {
        return new JsonRows(out, columns);
    }
}
