package dev.sennit.write;

import dev.sennit.model.ErrorText;
import dev.sennit.model.FileTrouble;
import dev.sennit.model.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * An append-only list of longs that stays in memory while it is short and goes to a file when it grows, so that its
 * memory is bounded. Not thread-safe.
 */
final class LongLog implements AutoCloseable {
    private static final int BUFFERED = 1 << 15;

    private final Path file;
    private final ByteBuffer tail = ByteBuffer.allocate(BUFFERED * Long.BYTES);
    private final ByteBuffer page = ByteBuffer.allocate(1024 * Long.BYTES);
    private long inFile;
    private long pageStart = -1;

    @Nullable
    private FileChannel channel;

    /** @param file made when it is needed */
    LongLog(Path file) {
        this.file = file;
    }

    long size() {
        return inFile + tail.position() / Long.BYTES;
    }

    void add(long value) {
        if (!tail.hasRemaining()) {
            flush();
        }
        tail.putLong(value);
    }

    long get(long index) {
        if (index >= inFile) {
            return tail.getLong(Math.toIntExact((index - inFile) * Long.BYTES));
        }
        if (pageStart < 0 || index < pageStart || index >= pageStart + page.limit() / Long.BYTES) {
            readPage(index);
        }
        return page.getLong(Math.toIntExact((index - pageStart) * Long.BYTES));
    }

    @Override
    public void close() {
        if (channel != null) {
            try {
                channel.close();
                Files.deleteIfExists(file);
            } catch (IOException e) {
                throw unavailable(e);
            }
        }
    }

    private void flush() {
        try {
            if (channel == null) {
                channel = FileChannel.open(
                        file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
            }
            inFile += tail.position() / Long.BYTES;
            tail.flip();
            while (tail.hasRemaining()) {
                channel.write(tail);
            }
            tail.clear();
        } catch (IOException e) {
            throw unavailable(e);
        }
    }

    private void readPage(long index) {
        if (channel == null) {
            throw new IndexOutOfBoundsException(index);
        }
        try {
            page.clear();
            long position = index * Long.BYTES;
            while (page.hasRemaining() && channel.read(page, position + page.position()) >= 0) {
                // until the page is full or the file ends
            }
            page.flip();
            pageStart = index;
        } catch (IOException e) {
            throw unavailable(e);
        }
    }

    private StoreException unavailable(IOException e) {
        return StoreException.unavailable(
                ErrorText.of("cannot use the temporary file " + file).cause(FileTrouble.of(e)), e);
    }
}
