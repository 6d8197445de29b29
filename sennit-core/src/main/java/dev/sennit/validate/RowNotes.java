package dev.sennit.validate;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.FileTrouble;
import dev.sennit.model.StoreException;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What messages say about rows, by ordinal, for the few rows there will be a message about: file, line and some texts.
 * Kept in blocks, the last ones in memory, earlier ones in a file. Added by increasing ordinal; looked up in any order,
 * fast in increasing order. Not thread-safe.
 */
final class RowNotes implements Closeable {
    private static final int BLOCK_BYTES = 1 << 15;
    private static final int MEMORY_BYTES = 1 << 20;

    private final Path file;
    private final Map<String, Integer> sourceNumbers = new HashMap<>();
    private final List<String> sources = new ArrayList<>();
    private final LongArrayList firstOrdinals = new LongArrayList();
    private final LongArrayList offsets = new LongArrayList();
    private final List<byte[]> inMemory = new ArrayList<>();
    private final ByteArrayOutputStream block = new ByteArrayOutputStream(BLOCK_BYTES + 256);
    private final DataOutputStream out = new DataOutputStream(block);
    private String lastSource = "";
    private int lastSourceNumber = -1;
    private long memoryUsed;
    private long fileLength;
    private int blocksInFile;

    private int readBlock = -1;
    private List<RowNote> readNotes = List.of();

    RowNotes(Path file) {
        this.file = file;
    }

    /** @param source the row's file; null for none */
    void add(long ordinal, @Nullable String source, long line, List<String> texts) {
        try {
            if (block.size() == 0) {
                firstOrdinals.add(ordinal);
            }
            out.writeLong(ordinal);
            out.writeShort(source == null ? -1 : numberOf(source));
            out.writeLong(line);
            out.writeByte(texts.size());
            for (String text : texts) {
                out.writeUTF(Shown.shortened(text));
            }
            if (block.size() >= BLOCK_BYTES) {
                endBlock();
            }
        } catch (IOException e) {
            throw failed("write", e);
        }
    }

    /** The note of that ordinal; one without anything in it if there is none. */
    RowNote find(long ordinal) {
        int at = Arrays.binarySearch(firstOrdinals.elements(), 0, firstOrdinals.size(), ordinal);
        int blockIndex = at >= 0 ? at : -at - 2;
        if (blockIndex >= 0) {
            if (blockIndex != readBlock) {
                readNotes = decode(blockIndex);
                readBlock = blockIndex;
            }
            int low = 0;
            int high = readNotes.size() - 1;
            while (low <= high) {
                int middle = (low + high) >>> 1;
                RowNote note = readNotes.get(middle);
                if (note.ordinal() == ordinal) {
                    return note;
                }
                if (note.ordinal() < ordinal) {
                    low = middle + 1;
                } else {
                    high = middle - 1;
                }
            }
        }
        return new RowNote(ordinal, null, 0, List.of());
    }

    @Override
    public void close() {
        try {
            if (fileLength > 0) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw failed("delete", e);
        }
    }

    private int numberOf(String source) {
        if (source.equals(lastSource)) {
            return lastSourceNumber;
        }
        lastSource = source;
        lastSourceNumber = newNumberOf(source);
        return lastSourceNumber;
    }

    private int newNumberOf(String source) {
        Integer known = sourceNumbers.get(source);
        if (known != null) {
            return known;
        }
        if (sources.size() == Short.MAX_VALUE) {
            return -1; // a message about such a row lacks the file, nothing else
        }
        sources.add(source);
        sourceNumbers.put(source, sources.size() - 1);
        return sources.size() - 1;
    }

    private void endBlock() throws IOException {
        byte[] bytes = block.toByteArray();
        block.reset();
        inMemory.add(bytes);
        memoryUsed += bytes.length;
        if (memoryUsed < MEMORY_BYTES) {
            return;
        }
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND)) {
            for (byte[] one : inMemory) {
                offsets.add(fileLength);
                ByteBuffer buffer = ByteBuffer.wrap(one);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                fileLength += one.length;
            }
        }
        blocksInFile += inMemory.size();
        inMemory.clear();
        memoryUsed = 0;
    }

    private List<RowNote> decode(int blockIndex) {
        try {
            byte[] bytes = bytesOf(blockIndex);
            List<RowNote> notes = new ArrayList<>();
            DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
            while (in.available() > 0) {
                long ordinal = in.readLong();
                int source = in.readShort();
                long line = in.readLong();
                String[] texts = new String[in.readByte()];
                for (int i = 0; i < texts.length; i++) {
                    texts[i] = in.readUTF();
                }
                notes.add(new RowNote(ordinal, source < 0 ? null : sources.get(source), line, List.of(texts)));
            }
            return notes;
        } catch (IOException e) {
            throw failed("read", e);
        }
    }

    private byte[] bytesOf(int blockIndex) throws IOException {
        if (blockIndex >= blocksInFile) {
            int index = blockIndex - blocksInFile;
            return index < inMemory.size() ? inMemory.get(index) : block.toByteArray();
        }
        long from = offsets.getLong(blockIndex);
        long to = blockIndex + 1 < offsets.size() ? offsets.getLong(blockIndex + 1) : fileLength;
        ByteBuffer bytes = ByteBuffer.allocate((int) (to - from));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.position(from);
            while (bytes.hasRemaining()) {
                if (channel.read(bytes) < 0) {
                    throw new IOException("the file is shorter than what was written");
                }
            }
        }
        return bytes.array();
    }

    private StoreException failed(String what, IOException e) {
        return new StoreException(
                ErrorCode.STORE_UNAVAILABLE,
                ErrorText.of("cannot " + what + " the temporary file " + file)
                        .cause(FileTrouble.of(e))
                        .remedy("free space there, or choose another directory for temporary files"),
                e);
    }

    /** What is known of one row. */
    record RowNote(long ordinal, @Nullable String source, long line, List<String> texts) {
        /** The text at that place; empty if there is none. */
        String text(int index) {
            return index < texts.size() ? texts.get(index) : "";
        }

        /** Where the row is: {@code line 12 of a.csv}; empty if nobody knows. */
        String place() {
            if (line == 0) {
                return "";
            }
            return source == null ? "line " + line : "line " + line + " of " + source;
        }
    }
}
