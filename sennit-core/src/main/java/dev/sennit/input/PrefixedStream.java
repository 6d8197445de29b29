package dev.sennit.input;

import java.io.IOException;
import java.io.InputStream;

/** A stream whose first bytes were already read. */
final class PrefixedStream extends InputStream {
    private final byte[] prefix;
    private final InputStream rest;
    private int position;

    PrefixedStream(byte[] prefix, InputStream rest) {
        this.prefix = prefix;
        this.rest = rest;
    }

    @Override
    public int read() throws IOException {
        return position < prefix.length ? prefix[position++] & 0xFF : rest.read();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (position == prefix.length || length == 0) {
            return rest.read(target, offset, length);
        }
        int count = Math.min(length, prefix.length - position);
        System.arraycopy(prefix, position, target, offset, count);
        position += count;
        return count;
    }

    @Override
    public void close() throws IOException {
        rest.close();
    }
}
