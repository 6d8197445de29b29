package dev.sennit.input;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The lines of a stream that are not blank, each bounded in bytes. */
final class LineScanner implements Closeable {
    private static final int INITIAL_BYTES = 1 << 17;
    private static final int EXCERPT_BYTES = 1 << 10;

    private final InputStream in;
    private final int maxLineBytes;
    private byte[] buffer;
    private int position;
    private int limit;
    private boolean atEnd;
    private long line;
    private boolean tooLong;
    private boolean nonAscii;

    LineScanner(InputStream in, int maxLineBytes) {
        this.in = in;
        this.maxLineBytes = maxLineBytes;
        this.buffer = new byte[Math.min(INITIAL_BYTES, maxLineBytes + 1)];
    }

    /** The next line that is not blank, without its line break; only its beginning if it is too long. Null at the end. */
    byte @Nullable [] next() throws IOException {
        while (true) {
            int length = 0;
            int signs = 0;
            while (true) {
                int p = position + length;
                while (p < limit && buffer[p] != '\n') {
                    signs |= buffer[p++];
                }
                length = p - position;
                if (p < limit) {
                    break;
                }
                if (length > maxLineBytes) {
                    return skipLine();
                }
                if (!fill()) {
                    break;
                }
            }
            if (length == 0 && position == limit) {
                return null;
            }
            int start = position;
            position = Math.min(start + length + 1, limit);
            line++;
            tooLong = false;
            nonAscii = signs < 0;
            if (!isBlank(start, start + length)) {
                return Arrays.copyOfRange(buffer, start, start + length);
            }
        }
    }

    /** The one-based number of the line {@link #next} returned. */
    long line() {
        return line;
    }

    boolean isTooLong() {
        return tooLong;
    }

    boolean hasNonAscii() {
        return nonAscii;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private boolean isBlank(int from, int to) {
        for (int i = from; i < to; i++) {
            if (buffer[i] != ' ' && buffer[i] != '\t' && buffer[i] != '\r') {
                return false;
            }
        }
        return true;
    }

    private byte[] skipLine() throws IOException {
        byte[] beginning = Arrays.copyOfRange(buffer, position, position + Math.min(EXCERPT_BYTES, limit - position));
        do {
            while (position < limit && buffer[position] != '\n') {
                position++;
            }
        } while (position == limit && fill());
        position = Math.min(position + 1, limit);
        line++;
        tooLong = true;
        return beginning;
    }

    /** Reads more bytes behind those not yet consumed, which may move; false at the end of the input. */
    private boolean fill() throws IOException {
        if (atEnd) {
            return false;
        }
        System.arraycopy(buffer, position, buffer, 0, limit - position);
        limit -= position;
        position = 0;
        if (limit == buffer.length) {
            buffer = Arrays.copyOf(buffer, (int) Math.min(2L * limit, maxLineBytes + 1L));
        }
        int read = in.read(buffer, limit, buffer.length - limit);
        if (read < 0) {
            atEnd = true;
            return false;
        }
        limit += read;
        return true;
    }
}
