package dev.sennit.input;

import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidDataException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the records and cells in UTF-8 bytes of CSV: one pass, no text made. After {@link #next} has returned true, the
 * accessors describe the current record until the next call. A record ends at LF, CR LF or CR outside quotes; empty
 * lines are skipped; a quote that does not begin a cell is text.
 *
 * <p>Each cell is two integers: its start, relative to the record, and its end shifted left by two, with
 * {@link #QUOTED} and {@link #DOUBLED} in the low bits. A quoted cell's bounds exclude the quotes.
 */
final class CsvScanner implements Closeable {
    static final int QUOTED = 1;
    static final int DOUBLED = 2;
    static final int END_SHIFT = 2;

    /** The largest bound of a record: cell ends are shifted left by {@link #END_SHIFT}. */
    static final int MAX_RECORD_BYTES = 1 << 28;

    private static final int INITIAL_BYTES = 1 << 17;
    private static final int EXCERPT_BYTES = 1 << 10;
    private static final int NO_QUOTE = -1;

    private final InputStream in;
    private final String source;
    private final byte delimiter;
    private final int quote;
    private final int maxRecordBytes;

    private byte[] buffer;
    private int start;
    private int position;
    private int limit;
    private boolean atEnd;
    private boolean skipLineFeed;
    private long line = 1;

    private long recordLine;
    private int recordLength;
    private int[] bounds = new int[64];
    private int cells;
    private int signs;

    @Nullable
    private String problem;

    private byte @Nullable [] excerpt;

    CsvScanner(InputStream in, String source, CsvFormat format, int maxRecordBytes) {
        this.in = in;
        this.source = source;
        this.delimiter = (byte) format.delimiter();
        this.quote = format.quote().isPresent() ? format.quote().get() : NO_QUOTE;
        this.maxRecordBytes = maxRecordBytes;
        this.buffer = new byte[Math.min(INITIAL_BYTES, maxRecordBytes + 1)];
    }

    /**
     * Finds the next record.
     *
     * @return whether there is one
     * @throws InvalidDataException if a quote is not closed before the input or the record's bound ends, since nobody
     *     can know then where the next record begins
     */
    boolean next() throws IOException {
        cells = 0;
        signs = 0;
        problem = null;
        excerpt = null;
        try {
            if (!skipEmptyLines()) {
                return false;
            }
            recordLine = line;
            while (cell()) {
                // each turn is one cell
            }
        } catch (RecordTooLongException e) {
            problem = "the record is longer than " + maxRecordBytes + " bytes";
            skipLine();
        }
        return true;
    }

    /** The one-based line the current record begins on. */
    long line() {
        return recordLine;
    }

    int cells() {
        return cells;
    }

    /** Why the current record cannot be used, whatever its cells; null if it can. */
    @Nullable
    String problem() {
        return problem;
    }

    /** Whether the current record has bytes outside ASCII. */
    boolean hasNonAscii() {
        return signs < 0;
    }

    /** The current record's bytes without its line break; only the first of them where it is too long. */
    byte[] copyRecord() {
        return excerpt != null ? excerpt : Arrays.copyOfRange(buffer, start, start + recordLength);
    }

    int[] copyBounds() {
        return Arrays.copyOf(bounds, 2 * cells);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private boolean skipEmptyLines() throws IOException, RecordTooLongException {
        while (true) {
            start = position;
            if (position == limit && !fill()) {
                return false;
            }
            byte b = buffer[position];
            if (b == '\n') {
                if (!skipLineFeed) {
                    line++;
                }
                skipLineFeed = false;
            } else if (b == '\r') {
                line++;
                skipLineFeed = true;
            } else {
                skipLineFeed = false;
                return true;
            }
            position++;
        }
    }

    /** Reads one cell and what ends it; whether the record has another. */
    private boolean cell() throws IOException, RecordTooLongException {
        if (position == limit && !fill()) {
            addCell(position - start, position - start, 0);
            recordLength = position - start;
            return false;
        }
        return quote >= 0 && buffer[position] == quote ? quotedCell() : plainCell();
    }

    private boolean plainCell() throws IOException, RecordTooLongException {
        int from = position - start;
        boolean ended = findEnd();
        addCell(from, position - start, 0);
        if (!ended) {
            recordLength = position - start;
        }
        return ended && endCell();
    }

    /** Moves to the delimiter or line break at or after the position; false if the input ends before one. */
    private boolean findEnd() throws IOException, RecordTooLongException {
        byte end = delimiter;
        while (true) {
            byte[] bytes = buffer;
            int stop = limit;
            int seen = 0;
            for (int p = position; p < stop; p++) {
                byte b = bytes[p];
                if (b == end || b == '\n' || b == '\r') {
                    position = p;
                    signs |= seen;
                    return true;
                }
                seen |= b;
            }
            signs |= seen;
            position = stop;
            if (!fill()) {
                return false;
            }
        }
    }

    private boolean quotedCell() throws IOException, RecordTooLongException {
        long quoteLine = line;
        position++;
        int from = position - start;
        int flags = QUOTED;
        while (true) {
            findQuote(quoteLine);
            int end = position - start;
            position++;
            boolean more = position < limit || fillQuoted(quoteLine);
            if (more && buffer[position] == quote) {
                flags |= DOUBLED;
                position++;
                continue;
            }
            addCell(from, end, flags);
            if (!more) {
                recordLength = position - start;
                return false;
            }
            byte b = buffer[position];
            if (b != delimiter && b != '\n' && b != '\r') {
                problem = "cell " + cells + " has text after its closing quote";
                if (!findEnd()) {
                    recordLength = position - start;
                    return false;
                }
            }
            return endCell();
        }
    }

    /** Moves to the quote at or after the position, counting lines. */
    private void findQuote(long quoteLine) throws IOException {
        int closing = quote;
        while (true) {
            byte[] bytes = buffer;
            int stop = limit;
            int seen = 0;
            for (int p = position; p < stop; p++) {
                byte b = bytes[p];
                if (b == closing) {
                    position = p;
                    signs |= seen;
                    return;
                }
                if (b == '\r' || b == '\n' && bytes[p - 1] != '\r') {
                    line++;
                }
                seen |= b;
            }
            signs |= seen;
            position = stop;
            if (!fillQuoted(quoteLine)) {
                throw unclosed(quoteLine, "before the end of the input");
            }
        }
    }

    /** Steps over the delimiter or line break at the position; whether the record goes on. */
    private boolean endCell() {
        byte b = buffer[position];
        if (b == delimiter) {
            position++;
            return true;
        }
        endLine();
        return false;
    }

    private void endLine() {
        recordLength = position - start;
        skipLineFeed = buffer[position] == '\r';
        line++;
        position++;
    }

    private void addCell(int from, int end, int flags) {
        if (2 * cells == bounds.length) {
            bounds = Arrays.copyOf(bounds, 2 * bounds.length);
        }
        bounds[2 * cells] = from;
        bounds[2 * cells + 1] = end << END_SHIFT | flags;
        cells++;
    }

    private boolean fillQuoted(long quoteLine) throws IOException {
        try {
            return fill();
        } catch (RecordTooLongException e) {
            throw unclosed(quoteLine, "within " + maxRecordBytes + " bytes");
        }
    }

    private InvalidDataException unclosed(long quoteLine, String where) {
        return new InvalidDataException(ErrorText.of(source + ", line " + quoteLine + ": the quote that begins cell "
                        + (cells + 1) + " is not closed " + where)
                .cause("the rows after it cannot be told apart")
                .remedy("close or double the quote, or choose another quote character")
                .detail("source", source)
                .detail("line", quoteLine));
    }

    /** Drops the rest of a line that is too long, keeping its beginning to show. */
    private void skipLine() throws IOException {
        excerpt = Arrays.copyOfRange(buffer, start, start + Math.min(limit - start, EXCERPT_BYTES));
        cells = 0;
        try {
            while (!findLineEnd()) {
                start = position;
                if (!fill()) {
                    break;
                }
            }
        } catch (RecordTooLongException e) {
            throw new IllegalStateException("an empty record cannot be too long", e);
        }
        if (position < limit) {
            endLine();
        }
    }

    private boolean findLineEnd() {
        while (position < limit && buffer[position] != '\n' && buffer[position] != '\r') {
            position++;
        }
        return position < limit;
    }

    /** Reads more bytes, keeping those of the current record, which may move; false at the end of the input. */
    private boolean fill() throws IOException, RecordTooLongException {
        if (atEnd) {
            return false;
        }
        if (start > 0) {
            System.arraycopy(buffer, start, buffer, 0, limit - start);
            position -= start;
            limit -= start;
            start = 0;
        }
        if (limit == buffer.length) {
            if (limit > maxRecordBytes) {
                throw new RecordTooLongException();
            }
            buffer = Arrays.copyOf(buffer, (int) Math.min(2L * limit, maxRecordBytes + 1L));
        }
        int read = in.read(buffer, limit, buffer.length - limit);
        if (read < 0) {
            atEnd = true;
            return false;
        }
        limit += read;
        return true;
    }

    /** The current record fills the buffer at its largest. */
    private static final class RecordTooLongException extends Exception {
        RecordTooLongException() {
            super(null, null, false, false);
        }
    }
}
