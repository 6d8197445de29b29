package dev.sennit.store;

import dev.sennit.model.PropertyType;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Moves the values of one property type between Java objects and Arrow vectors. Stateless. */
sealed interface ColumnCodec
        permits PrimitiveCodec, DecimalCodec, TextCodec, TemporalCodec, StructCodec, ListCodec, VectorCodec {
    /** The codec of a type. */
    static ColumnCodec of(PropertyType type) {
        return switch (type) {
            case PropertyType.Scalar scalar ->
                switch (scalar) {
                    case BOOL -> PrimitiveCodec.BOOL;
                    case INT8 -> PrimitiveCodec.INT8;
                    case INT16 -> PrimitiveCodec.INT16;
                    case INT32 -> PrimitiveCodec.INT32;
                    case INT64 -> PrimitiveCodec.INT64;
                    case FLOAT32 -> PrimitiveCodec.FLOAT32;
                    case FLOAT64 -> PrimitiveCodec.FLOAT64;
                    case STRING -> TextCodec.STRING;
                    case BYTES -> TextCodec.BYTES;
                    case JSON -> TextCodec.JSON;
                    case DATE -> TemporalCodec.DATE;
                    case LOCAL_TIME -> TemporalCodec.LOCAL_TIME;
                    case LOCAL_DATETIME -> TemporalCodec.LOCAL_DATETIME;
                    case ZONED_TIME -> StructCodec.ZONED_TIME;
                    case ZONED_DATETIME -> StructCodec.ZONED_DATETIME;
                    case DURATION -> StructCodec.DURATION;
                };
            case PropertyType.Enumeration enumeration -> TextCodec.STRING;
            case PropertyType.Decimal decimal -> new DecimalCodec(decimal);
            case PropertyType.ListOf list -> new ListCodec(of(list.element()));
            case PropertyType.Vector vector -> new VectorCodec(vector.dimension());
        };
    }

    ArrowType arrowType();

    /** The fields below this one. */
    default List<Field> children() {
        return List.of();
    }

    default Field field(String name, boolean nullable, Map<String, String> metadata) {
        return new Field(name, new FieldType(nullable, arrowType(), null, metadata), children());
    }

    /**
     * Puts a value at a row, growing the vector as needed.
     *
     * @throws IllegalArgumentException if it is not a value of the type
     */
    void write(FieldVector vector, int row, Object value);

    /**
     * Whether there is no value at a row. When Lance reads the rows that a filter without an index leaves, it forgets which
     * values of several numbers are null, and only the numbers are; those of a value never are.
     */
    static boolean isNull(FieldVector vector, int row) {
        return vector.isNull(row)
                || vector instanceof StructVector struct && ((FieldVector) struct.getChildByOrdinal(0)).isNull(row);
    }

    /** The value at a row that is not null. */
    Object read(FieldVector vector, int row);

    /** About how many bytes the value takes in a vector. */
    default long sizeBytes(Object value) {
        return Long.BYTES;
    }

    /** The value as the class the type has. */
    static <T> T cast(Class<T> expected, Object value) {
        if (!expected.isInstance(value)) {
            throw new IllegalArgumentException("expected " + expected.getSimpleName() + " and not "
                    + value.getClass().getSimpleName() + " " + value);
        }
        return expected.cast(value);
    }
}
