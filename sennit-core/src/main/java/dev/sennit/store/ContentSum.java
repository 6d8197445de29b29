package dev.sennit.store;

import dev.sennit.model.PropertyId;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Computes a {@link ContentDigest} as rows stream by. Rows may be taken out again. Not thread-safe. */
public final class ContentSum {
    private static final int WORDS = 4;

    private final List<String> columns;
    private final byte[][] keys;
    private final int[] order;
    private final MessageDigest sha256;
    private final CellBytes cells = new CellBytes();
    private final byte[] hash = new byte[WORDS * Long.BYTES];
    private final ByteBuffer hashWords = ByteBuffer.wrap(hash).order(ByteOrder.LITTLE_ENDIAN);
    private final long[] sum = new long[WORDS];
    private long rows;

    public ContentSum(TableLayout layout) {
        this.columns = layout.columns().stream().map(ColumnLayout::name).toList();
        this.keys = layout.columns().stream().map(ContentSum::key).toArray(byte[][]::new);
        this.order = IntStream.range(0, keys.length)
                .boxed()
                .sorted(Comparator.comparing(i -> ByteBuffer.wrap(keys[i])))
                .mapToInt(Integer::intValue)
                .toArray();
        try {
            this.sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** The columns that scans must ask for, in this order. */
    public List<String> columns() {
        return columns;
    }

    /** Adds the rows of a scan's current batch. */
    public void add(TableScan scan) {
        VectorSchemaRoot batch = scan.arrow();
        for (int row = 0; row < batch.getRowCount(); row++) {
            hash(batch, row);
            int carry = 0;
            for (int i = 0; i < WORDS; i++) {
                long word = hashWords.getLong(i * Long.BYTES);
                long partial = sum[i] + word;
                long total = partial + carry;
                carry = Long.compareUnsigned(partial, word) < 0 || Long.compareUnsigned(total, partial) < 0 ? 1 : 0;
                sum[i] = total;
            }
        }
        rows += batch.getRowCount();
    }

    /** Takes out the rows of a scan's current batch, which must have been added. */
    public void remove(TableScan scan) {
        VectorSchemaRoot batch = scan.arrow();
        for (int row = 0; row < batch.getRowCount(); row++) {
            hash(batch, row);
            int borrow = 0;
            for (int i = 0; i < WORDS; i++) {
                long word = hashWords.getLong(i * Long.BYTES);
                long partial = sum[i] - word;
                long total = partial - borrow;
                borrow = Long.compareUnsigned(sum[i], word) < 0 || Long.compareUnsigned(partial, borrow) < 0 ? 1 : 0;
                sum[i] = total;
            }
        }
        rows -= batch.getRowCount();
    }

    /** The digest of the rows so far. */
    public ContentDigest digest() {
        return new ContentDigest(rows, "%016x%016x%016x%016x".formatted(sum[3], sum[2], sum[1], sum[0]));
    }

    private void hash(VectorSchemaRoot batch, int row) {
        List<FieldVector> vectors = batch.getFieldVectors();
        if (vectors.size() != keys.length) {
            throw new IllegalArgumentException("rows of " + vectors.size() + " columns, not of " + columns);
        }
        cells.clear();
        for (int column : order) {
            FieldVector vector = vectors.get(column);
            if (!vector.isNull(row)) {
                cells.put(keys[column]);
                cells.put(vector, row);
            }
        }
        sha256.update(cells.array(), 0, cells.length());
        try {
            sha256.digest(hash, 0, hash.length);
        } catch (DigestException e) {
            throw new IllegalStateException(e);
        }
    }

    /** What a column is known by, under every name. */
    private static byte[] key(ColumnLayout column) {
        String key = column.property().map(PropertyId::toString).orElse(column.name());
        return (key + '\0').getBytes(StandardCharsets.UTF_8);
    }
}
