package dev.sennit.store;

import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Booleans, integers and binary floating-point numbers. */
enum PrimitiveCodec implements ColumnCodec {
    BOOL(new ArrowType.Bool()) {
        @Override
        public void write(FieldVector vector, int row, Object value) {
            ((BitVector) vector).setSafe(row, ColumnCodec.cast(Boolean.class, value) ? 1 : 0);
        }

        @Override
        public Object read(FieldVector vector, int row) {
            return ((BitVector) vector).get(row) != 0;
        }
    },
    INT8(new ArrowType.Int(8, true)) {
        @Override
        public void write(FieldVector vector, int row, Object value) {
            ((TinyIntVector) vector).setSafe(row, (byte) integer(value, Byte.MIN_VALUE, Byte.MAX_VALUE));
        }

        @Override
        public Object read(FieldVector vector, int row) {
            return (long) ((TinyIntVector) vector).get(row);
        }
    },
    INT16(new ArrowType.Int(16, true)) {
        @Override
        public void write(FieldVector vector, int row, Object value) {
            ((SmallIntVector) vector).setSafe(row, (short) integer(value, Short.MIN_VALUE, Short.MAX_VALUE));
        }

        @Override
        public Object read(FieldVector vector, int row) {
            return (long) ((SmallIntVector) vector).get(row);
        }
    },
    INT32(new ArrowType.Int(32, true)) {
        @Override
        public void write(FieldVector vector, int row, Object value) {
            ((IntVector) vector).setSafe(row, (int) integer(value, Integer.MIN_VALUE, Integer.MAX_VALUE));
        }

        @Override
        public Object read(FieldVector vector, int row) {
            return (long) ((IntVector) vector).get(row);
        }
    },
    INT64(new ArrowType.Int(64, true)) {
        @Override
        public void write(FieldVector vector, int row, Object value) {
            ((BigIntVector) vector).setSafe(row, ColumnCodec.cast(Long.class, value));
        }

        @Override
        public Object read(FieldVector vector, int row) {
            return ((BigIntVector) vector).get(row);
        }
    },
    FLOAT32(new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE)) {
        @Override
        public void write(FieldVector vector, int row, Object value) {
            double wide = canonical(value);
            float narrow = (float) wide;
            if (Float.isInfinite(narrow) && !Double.isInfinite(wide)) {
                throw new IllegalArgumentException("FLOAT32 cannot hold " + wide);
            }
            ((Float4Vector) vector).setSafe(row, narrow);
        }

        @Override
        public Object read(FieldVector vector, int row) {
            return (double) ((Float4Vector) vector).get(row);
        }
    },
    FLOAT64(new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)) {
        @Override
        public void write(FieldVector vector, int row, Object value) {
            ((Float8Vector) vector).setSafe(row, canonical(value));
        }

        @Override
        public Object read(FieldVector vector, int row) {
            return ((Float8Vector) vector).get(row);
        }
    };

    @SuppressWarnings("ImmutableEnumChecker") // immutable, though Arrow does not say so
    private final ArrowType arrowType;

    PrimitiveCodec(ArrowType arrowType) {
        this.arrowType = arrowType;
    }

    @Override
    public ArrowType arrowType() {
        return arrowType;
    }

    long integer(Object value, long lowest, long highest) {
        long number = ColumnCodec.cast(Long.class, value);
        if (number < lowest || number > highest) {
            throw new IllegalArgumentException(name() + " cannot hold " + number);
        }
        return number;
    }

    /** All NaNs are written as one, so that equal values have equal bits and NaN sorts above everything. */
    static double canonical(Object value) {
        double number = ColumnCodec.cast(Double.class, value);
        return Double.isNaN(number) ? Double.NaN : number;
    }
}
