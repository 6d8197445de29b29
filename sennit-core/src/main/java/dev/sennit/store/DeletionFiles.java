package dev.sennit.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.arrow.vector.util.ByteArrayReadableSeekableByteChannel;
import org.roaringbitmap.RoaringBitmap;

/**
 * The deletion files of one table. Lance's SDK tells only which rows are left, at the cost of listing them all; what is
 * deleted stands in a small file beside, of a few offsets as an Arrow file of one column, of more as a Roaring bitmap.
 *
 * @param root the table's directory
 */
record DeletionFiles(Path root, BufferAllocator allocator) {
    /** Reading a file costs as much as reading so many rows of a table in sequence, and one more for some offsets in it. */
    static final long ROWS_PER_FILE = 500;

    static final long OFFSETS_PER_ROW = 32;

    private static final String ARROW = ".arrow";
    private static final String ROARING = ".bin";

    /** Arrow rounds the length of a buffer up. */
    private static final int PADDING = 64;

    /**
     * The offsets of a fragment's deleted rows.
     *
     * @return empty if the file cannot be read or is not what the fragment says of it: then Lance has to be asked
     */
    Optional<RoaringBitmap> read(FragmentInfo fragment) {
        RoaringBitmap deleted;
        try {
            byte[] file = Files.readAllBytes(root.resolve(fragment.deletionFile()));
            if (fragment.deletionFile().endsWith(ARROW)) {
                deleted = offsets(file, fragment.deletedRows() * UInt4Vector.TYPE_WIDTH + PADDING);
            } else if (fragment.deletionFile().endsWith(ROARING)) {
                deleted = new RoaringBitmap();
                deleted.deserialize(ByteBuffer.wrap(file));
            } else {
                return Optional.empty();
            }
        } catch (IOException | RuntimeException e) {
            // Whatever is wrong with the file is Lance's to tell, which reads it too.
            return Optional.empty();
        }
        boolean asDescribed = deleted.getLongCardinality() == fragment.deletedRows()
                && (deleted.isEmpty() || Integer.toUnsignedLong(deleted.last()) < fragment.physicalRows());
        return asDescribed ? Optional.of(deleted) : Optional.empty();
    }

    private RoaringBitmap offsets(byte[] file, long maxBytes) throws IOException {
        RoaringBitmap offsets = new RoaringBitmap();
        try (ArrowFileReader reader = new ArrowFileReader(
                new ByteArrayReadableSeekableByteChannel(file), allocator, ZstdBuffers.upTo(maxBytes))) {
            while (reader.loadNextBatch()) {
                UInt4Vector column = (UInt4Vector) reader.getVectorSchemaRoot().getVector(0);
                for (int row = 0; row < column.getValueCount(); row++) {
                    offsets.add(column.get(row));
                }
            }
        }
        return offsets;
    }
}
