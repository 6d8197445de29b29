package dev.sennit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.sennit.model.JsonValues;
import dev.sennit.query.QueryCursor;
import dev.sennit.query.analysis.Kind;
import dev.sennit.query.analysis.ValueType;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.TimeStampMicroVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** The rows of a cursor as Arrow batches; see {@link Result#arrow}. */
final class ResultBatches extends ArrowReader {
    private static final JsonFactory JSON = new JsonFactory();
    private static final Map<String, String> IS_JSON = Map.of("sennit:json", "true");

    private final QueryCursor cursor;
    private final BooleanSupplier advance;
    private final Runnable onClose;
    private final int maxRows;

    /** @param advance moves the cursor to its next row, if there is one */
    ResultBatches(
            BufferAllocator allocator, QueryCursor cursor, BooleanSupplier advance, int maxRows, Runnable onClose) {
        super(allocator);
        this.cursor = cursor;
        this.advance = advance;
        this.maxRows = maxRows;
        this.onClose = onClose;
    }

    @Override
    public boolean loadNextBatch() throws IOException {
        VectorSchemaRoot root = getVectorSchemaRoot();
        root.clear();
        int row = 0;
        while (row < maxRows && advance.getAsBoolean()) {
            for (int column = 0; column < cursor.columns().size(); column++) {
                Object value = cursor.value(column);
                if (value != null) {
                    set(root.getVector(column), row, value);
                }
            }
            row++;
        }
        root.setRowCount(row);
        return row > 0;
    }

    /** Always 0: the rows are computed, not read. */
    @Override
    public long bytesRead() {
        return 0;
    }

    @Override
    protected void closeReadSource() {
        onClose.run();
    }

    @Override
    protected Schema readSchema() {
        List<Field> fields = new ArrayList<>();
        for (int column = 0; column < cursor.columns().size(); column++) {
            ArrowType type = arrowType(cursor.columnTypes().get(column));
            fields.add(new Field(
                    cursor.columns().get(column),
                    new FieldType(
                            true, type == null ? new ArrowType.Utf8() : type, null, type == null ? IS_JSON : null),
                    List.of()));
        }
        return new Schema(fields);
    }

    /** The Arrow type of values that are certainly of one kind that has one; null for what is written as JSON. */
    @Nullable
    private static ArrowType arrowType(ValueType type) {
        Set<Kind> kinds = type.kinds();
        if (kinds.size() != 1) {
            return null;
        }
        return switch (kinds.iterator().next()) {
            case BOOLEAN -> new ArrowType.Bool();
            case INTEGER -> new ArrowType.Int(Long.SIZE, true);
            case FLOAT -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
            case STRING -> new ArrowType.Utf8();
            case DATE -> new ArrowType.Date(DateUnit.DAY);
            case LOCAL_DATETIME -> new ArrowType.Timestamp(TimeUnit.MICROSECOND, null);
            default -> null;
        };
    }

    private static void set(FieldVector vector, int row, Object value) throws IOException {
        switch (vector) {
            case BitVector bits -> bits.setSafe(row, (Boolean) value ? 1 : 0);
            case BigIntVector integers -> integers.setSafe(row, (Long) value);
            case Float8Vector floats -> floats.setSafe(row, (Double) value);
            case DateDayVector dates -> dates.setSafe(row, Math.toIntExact(((LocalDate) value).toEpochDay()));
            case TimeStampMicroVector times ->
                times.setSafe(
                        row,
                        ChronoUnit.MICROS.between(
                                LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC), (LocalDateTime) value));
            case VarCharVector texts -> {
                boolean json = vector.getField().getMetadata().containsKey("sennit:json");
                texts.setSafe(row, (json ? json(value) : (String) value).getBytes(StandardCharsets.UTF_8));
            }
            default -> throw new IllegalStateException("no vector for " + vector.getField());
        }
    }

    private static String json(Object value) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator out = JSON.createGenerator(text)) {
            JsonValues.write(out, value);
        }
        return text.toString();
    }
}
