package dev.sennit.store;

import dev.sennit.model.PropertyId;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * The SHA-256 value of what a row holds: its cells that are not null, bit for bit, each with what its column is known by
 * under every name. The order of columns makes no difference, nor do columns without a value; a column that is filled has
 * the filling in the place of none. Not thread-safe.
 */
public final class RowHash {
    static final int WORDS = 4;

    private final List<String> columns;

    /** Of the columns, and then of those that are filled and that rows do not have. */
    private final byte[][] keys;

    private final @Nullable Fill[] fills;

    /** The values of fills as they are hashed, once there is memory to write them to. */
    private final byte[] @Nullable [] fillings;

    private final int[] order;
    private final MessageDigest sha256;
    private final CellBytes cells = new CellBytes();
    private final byte[] hash = new byte[WORDS * Long.BYTES];
    private final ByteBuffer hashWords = ByteBuffer.wrap(hash).order(ByteOrder.LITTLE_ENDIAN);

    /**
     * A value in the place of none.
     *
     * @param column how it is stored
     * @param value of the class the column's type has
     */
    public record Fill(ColumnLayout column, Object value) {}

    /** @param columns what rows are hashed of */
    public RowHash(List<ColumnLayout> columns) {
        this(columns, List.of());
    }

    /**
     * @param columns what rows are hashed of
     * @param fills of these columns, or of others that rows do not have
     */
    public RowHash(List<ColumnLayout> columns, List<Fill> fills) {
        this.columns = columns.stream().map(ColumnLayout::name).toList();
        Map<ByteBuffer, Fill> filled = new LinkedHashMap<>();
        fills.forEach(fill -> filled.put(ByteBuffer.wrap(key(fill.column())), fill));
        this.keys = Stream.concat(columns.stream(), fills.stream().map(Fill::column))
                .map(column -> ByteBuffer.wrap(key(column)))
                .distinct()
                .map(ByteBuffer::array)
                .toArray(byte[][]::new);
        this.fills =
                Arrays.stream(keys).map(key -> filled.get(ByteBuffer.wrap(key))).toArray(Fill[]::new);
        this.fillings = new byte[keys.length][];
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
        if (vectors.size() != columns.size()) {
            throw new IllegalArgumentException("rows of " + vectors.size() + " columns, not of " + columns);
        }
        cells.clear();
        for (int column : order) {
            if (column < vectors.size() && !ColumnCodec.isNull(vectors.get(column), row)) {
                cells.put(keys[column]);
                cells.put(vectors.get(column), row);
                continue;
            }
            Fill fill = fills[column];
            if (fill != null) {
                cells.put(keys[column]);
                cells.put(filling(column, fill, vectors.getFirst().getAllocator()));
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

    private byte[] filling(int column, Fill fill, BufferAllocator memory) {
        byte[] known = fillings[column];
        if (known != null) {
            return known;
        }
        ColumnCodec codec = ColumnCodec.of(fill.column().type());
        try (FieldVector vector =
                codec.field(fill.column().name(), true, Map.of()).createVector(memory)) {
            codec.write(vector, 0, fill.value());
            vector.setValueCount(1);
            CellBytes cell = new CellBytes();
            cell.put(vector, 0);
            byte[] bytes = Arrays.copyOf(cell.array(), cell.length());
            fillings[column] = bytes;
            return bytes;
        }
    }

    private static byte[] key(ColumnLayout column) {
        String key = column.property().map(PropertyId::toString).orElse(column.name());
        return (key + '\0').getBytes(StandardCharsets.UTF_8);
    }
}
