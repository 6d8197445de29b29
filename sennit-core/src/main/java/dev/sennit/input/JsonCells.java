package dev.sennit.input;

import dev.sennit.model.InvalidDataException;

/** The property values of a JSON row: its line and where in it each value stands. */
final class JsonCells extends Cells {
    private final int[] bounds;

    /** @param bounds for each column the offsets of its JSON value in the line */
    JsonCells(Columns columns, byte[] line, int[] bounds) {
        super(columns, line);
        this.bounds = bounds;
    }

    int from(int column) {
        return bounds[2 * column];
    }

    int to(int column) {
        return bounds[2 * column + 1];
    }

    @Override
    public boolean isNull(int column) {
        return record[from(column)] == 'n';
    }

    /** @throws InvalidDataException if the cell is a string with an unpaired surrogate */
    @Override
    public String text(int column) {
        return JsonText.textOf(record, from(column), to(column));
    }
}
