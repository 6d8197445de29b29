package dev.sennit.input;

import java.nio.charset.StandardCharsets;

/**
 * The cells of one row, by column index, as the file has them. A column the file lacks has no index here: that is
 * absent, and differs from null. The parts of the file are shared with nothing, so rows may be kept. Immutable.
 */
public abstract sealed class Cells permits CsvCells, JsonCells {
    private final Columns columns;
    final byte[] record;

    Cells(Columns columns, byte[] record) {
        this.columns = columns;
        this.record = record;
    }

    /** The columns; rows of one shape share the instance. */
    public final Columns columns() {
        return columns;
    }

    public final int size() {
        return columns.size();
    }

    /** Whether the cell is null. */
    public abstract boolean isNull(int column);

    /** A cell's text: of a JSON string its value, of any other JSON value its JSON. Of a null cell, what stands there. */
    public abstract String text(int column);

    /** The whole row as the file has it. */
    public final String raw() {
        return new String(record, StandardCharsets.UTF_8);
    }
}
