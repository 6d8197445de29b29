package dev.sennit.input;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes that are read, for progress. */
final class CountingStream extends FilterInputStream {
    private volatile long count;

    CountingStream(InputStream in) {
        super(in);
    }

    long count() {
        return count;
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        if (read >= 0) {
            add(1);
        }
        return read;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = super.read(bytes, offset, length);
        if (read > 0) {
            add(read);
        }
        return read;
    }

    @Override
    public long skip(long length) throws IOException {
        long skipped = super.skip(length);
        add(skipped);
        return skipped;
    }

    private void add(long bytes) {
        // One thread reads; others only look.
        long next = count + bytes;
        count = next;
    }
}
