package dev.sennit.input;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The cells of a CSV record: its bytes and the bounds {@link CsvScanner} found. */
final class CsvCells extends Cells {
    private final int[] bounds;
    private final byte[] nullText;
    private final byte quote;

    /** @param nullText the bytes that mean null when a cell without quotes consists of them; empty for none */
    CsvCells(Columns columns, byte[] record, int[] bounds, byte[] nullText, byte quote) {
        super(columns, record);
        this.bounds = bounds;
        this.nullText = nullText;
        this.quote = quote;
    }

    int from(int column) {
        return bounds[2 * column];
    }

    int to(int column) {
        return bounds[2 * column + 1] >> CsvScanner.END_SHIFT;
    }

    /** Whether quotes inside the cell are doubled, so that its bytes are not yet its text. */
    boolean isDoubled(int column) {
        return (bounds[2 * column + 1] & CsvScanner.DOUBLED) != 0;
    }

    @Override
    public boolean isNull(int column) {
        if ((bounds[2 * column + 1] & CsvScanner.QUOTED) != 0) {
            return false;
        }
        int from = from(column);
        int to = to(column);
        return from == to
                || nullText.length == to - from && Arrays.equals(record, from, to, nullText, 0, nullText.length);
    }

    @Override
    public String text(int column) {
        if (isDoubled(column)) {
            return new String(undoubled(column), StandardCharsets.UTF_8);
        }
        int from = from(column);
        return new String(record, from, to(column) - from, StandardCharsets.UTF_8);
    }

    /** The bytes of a cell with each pair of quotes made one. */
    byte[] undoubled(int column) {
        byte[] text = new byte[to(column) - from(column)];
        int length = 0;
        int i = from(column);
        while (i < to(column)) {
            text[length++] = record[i];
            i += record[i] == quote ? 2 : 1;
        }
        return Arrays.copyOf(text, length);
    }
}
