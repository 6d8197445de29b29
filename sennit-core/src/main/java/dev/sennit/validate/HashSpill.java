package dev.sennit.validate;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.FileTrouble;
import dev.sennit.model.StoreException;
import it.unimi.dsi.fastutil.longs.LongArrays;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Records of a fixed number of longs, split into partitions, in memory up to a bound and beyond it in one file per
 * partition. Written in any order, read partition by partition, each sorted. Not thread-safe.
 */
public final class HashSpill implements Closeable {
    private static final int INITIAL_LONGS = 64;
    private static final int IO_BYTES = 1 << 16;

    private final Path directory;
    private final String name;
    private final int width;
    private final long[][] buffers;
    private final int[] used;
    private final long[] spilled;
    private final long maxBufferedLongs;
    private long buffered;
    private long size;

    @Nullable
    private ByteBuffer io;

    /**
     * @param directory where files go, created when the first is needed
     * @param name the beginning of the files' names
     * @param width longs per record
     * @param memoryBytes how much is kept in memory before it goes to files
     */
    public HashSpill(Path directory, String name, int width, int partitions, long memoryBytes) {
        this.directory = directory;
        this.name = name;
        this.width = width;
        this.buffers = new long[partitions][];
        this.used = new int[partitions];
        this.spilled = new long[partitions];
        this.maxBufferedLongs = Math.max(width, memoryBytes / Long.BYTES);
    }

    public int partitions() {
        return buffers.length;
    }

    /** The partition of a hash, by its high bits. */
    public int partitionOf(long hash) {
        return (int) ((hash >>> 32) * buffers.length >>> 32);
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** Adds the first {@code width} longs of the array. */
    public void add(int partition, long[] record) {
        long[] buffer = buffers[partition];
        int at = used[partition];
        if (buffer == null) {
            buffer = new long[Math.max(INITIAL_LONGS, width)];
            buffers[partition] = buffer;
        } else if (at + width > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length + (buffer.length >> 1), at + width));
            buffers[partition] = buffer;
        }
        System.arraycopy(record, 0, buffer, at, width);
        used[partition] = at + width;
        buffered += width;
        size++;
        if (buffered >= maxBufferedLongs) {
            spill();
        }
    }

    /**
     * The records of a partition, sorted by their longs, as one array per long.
     */
    public long[][] load(int partition) {
        int fromFile = Math.toIntExact(spilled[partition] / width);
        int count = fromFile + used[partition] / width;
        long[][] columns = new long[width][count];
        try {
            if (fromFile > 0) {
                read(partition, columns);
            }
        } catch (IOException e) {
            throw failed("read", partition, e);
        }
        long[] buffer = buffers[partition];
        for (int i = fromFile; i < count; i++) {
            for (int c = 0; c < width; c++) {
                columns[c][i] = buffer[(i - fromFile) * width + c];
            }
        }
        LongArrays.radixSort(columns);
        return columns;
    }

    /** Deletes the files. */
    @Override
    public void close() {
        for (int p = 0; p < spilled.length; p++) {
            if (spilled[p] > 0) {
                try {
                    Files.deleteIfExists(file(p));
                } catch (IOException e) {
                    throw failed("delete", p, e);
                }
            }
        }
        Arrays.fill(spilled, 0);
        Arrays.fill(buffers, null);
        Arrays.fill(used, 0);
        buffered = 0;
        size = 0;
    }

    private ByteBuffer ioBuffer() {
        if (io == null) {
            io = ByteBuffer.allocateDirect(IO_BYTES);
        }
        return io;
    }

    private void spill() {
        ByteBuffer bytes = ioBuffer();
        for (int p = 0; p < buffers.length; p++) {
            if (used[p] == 0) {
                continue;
            }
            try {
                Files.createDirectories(directory);
                try (FileChannel file = FileChannel.open(
                        file(p), StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
                    write(file, bytes, buffers[p], used[p]);
                }
            } catch (IOException e) {
                throw failed("write", p, e);
            }
            spilled[p] += used[p];
            used[p] = 0;
        }
        buffered = 0;
    }

    private static void write(FileChannel file, ByteBuffer bytes, long[] longs, int count) throws IOException {
        int done = 0;
        while (done < count) {
            bytes.clear();
            int chunk = Math.min(count - done, bytes.capacity() / Long.BYTES);
            bytes.asLongBuffer().put(longs, done, chunk);
            bytes.limit(chunk * Long.BYTES);
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
            done += chunk;
        }
    }

    private void read(int partition, long[][] columns) throws IOException {
        ByteBuffer bytes = ioBuffer();
        long remaining = spilled[partition];
        long index = 0;
        try (FileChannel file = FileChannel.open(file(partition), StandardOpenOption.READ)) {
            while (remaining > 0) {
                bytes.clear().limit((int) Math.min(bytes.capacity(), remaining * Long.BYTES));
                while (bytes.hasRemaining()) {
                    if (file.read(bytes) < 0) {
                        throw new IOException("the file is shorter than what was written");
                    }
                }
                bytes.flip();
                remaining -= bytes.remaining() / Long.BYTES;
                while (bytes.hasRemaining()) {
                    columns[(int) (index % width)][(int) (index / width)] = bytes.getLong();
                    index++;
                }
            }
        }
    }

    private Path file(int partition) {
        return directory.resolve(name + "-" + partition);
    }

    private StoreException failed(String what, int partition, IOException e) {
        return new StoreException(
                ErrorCode.STORE_UNAVAILABLE,
                ErrorText.of("cannot " + what + " the temporary file " + file(partition))
                        .cause(FileTrouble.of(e))
                        .remedy("free space there, or choose another directory for temporary files"),
                e);
    }
}
