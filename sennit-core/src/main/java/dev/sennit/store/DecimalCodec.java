package dev.sennit.store;

import dev.sennit.model.PropertyType;
import java.math.BigDecimal;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Exact decimal numbers. */
record DecimalCodec(PropertyType.Decimal type) implements ColumnCodec {
    private static final int BITS = 128;

    @Override
    public ArrowType arrowType() {
        return new ArrowType.Decimal(type.precision(), type.scale(), BITS);
    }

    @Override
    public void write(FieldVector vector, int row, Object value) {
        BigDecimal number = ColumnCodec.cast(BigDecimal.class, value);
        BigDecimal scaled;
        try {
            scaled = number.setScale(type.scale());
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(type.text() + " cannot hold " + number + " exactly", e);
        }
        if (scaled.precision() > type.precision()) {
            throw new IllegalArgumentException(type.text() + " cannot hold " + number);
        }
        ((DecimalVector) vector).setSafe(row, scaled);
    }

    @Override
    public Object read(FieldVector vector, int row) {
        return ((DecimalVector) vector).getObject(row);
    }

    @Override
    public long sizeBytes(Object value) {
        return BITS / Byte.SIZE;
    }
}
