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

/**
 * The SHA-256 value of what a row holds: its cells that are not null, bit for bit, each with what its column is known by
 * under every name. The order of columns makes no difference, nor do columns without a value. Not thread-safe.
 */
public final class RowHash {
    static final int WORDS = 4;

    private final List<String> columns;
    private final byte[][] keys;
    private final int[] order;
    private final MessageDigest sha256;
    private final CellBytes cells = new CellBytes();
    private final byte[] hash = new byte[WORDS * Long.BYTES];
    private final ByteBuffer hashWords = ByteBuffer.wrap(hash).order(ByteOrder.LITTLE_ENDIAN);

    /** @param columns what rows are hashed of */
    public RowHash(List<ColumnLayout> columns) {
        this.columns = columns.stream().map(ColumnLayout::name).toList();
        this.keys = columns.stream().map(RowHash::key).toArray(byte[][]::new);
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

    /** The columns that batches must have, in this order. */
    public List<String> columns() {
        return columns;
    }

    /** Hashes one row of a batch; {@link #word} has the value until the next call. */
    public void hash(VectorSchemaRoot batch, int row) {
        List<FieldVector> vectors = batch.getFieldVectors();
        if (vectors.size() != keys.length) {
            throw new IllegalArgumentException("rows of " + vectors.size() + " columns, not of " + columns);
        }
        cells.clear();
        for (int column : order) {
            FieldVector vector = vectors.get(column);
            if (!ColumnCodec.isNull(vector, row)) {
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

    /** One of the four words of the last value. */
    public long word(int index) {
        return hashWords.getLong(index * Long.BYTES);
    }

    private static byte[] key(ColumnLayout column) {
        String key = column.property().map(PropertyId::toString).orElse(column.name());
        return (key + '\0').getBytes(StandardCharsets.UTF_8);
    }
}
