package dev.sennit.store;

import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** Vectors of a fixed number of finite floats. */
record VectorCodec(int dimension) implements ColumnCodec {
    @Override
    public ArrowType arrowType() {
        return new ArrowType.FixedSizeList(dimension);
    }

    @Override
    public List<Field> children() {
        return List.of(Field.nullable("item", PrimitiveCodec.FLOAT32.arrowType()));
    }

    @Override
    public void write(FieldVector vector, int row, Object value) {
        float[] values = ColumnCodec.cast(float[].class, value);
        if (values.length != dimension) {
            throw new IllegalArgumentException("VECTOR<" + dimension + "> cannot hold " + values.length + " numbers");
        }
        FixedSizeListVector list = (FixedSizeListVector) vector;
        Float4Vector items = (Float4Vector) list.getDataVector();
        int at = list.startNewValue(row);
        for (float each : values) {
            if (!Float.isFinite(each)) {
                throw new IllegalArgumentException("VECTOR<" + dimension + "> cannot hold " + each);
            }
            items.setSafe(at++, each);
        }
    }

    @Override
    public Object read(FieldVector vector, int row) {
        Float4Vector items = (Float4Vector) ((FixedSizeListVector) vector).getDataVector();
        float[] values = new float[dimension];
        for (int i = 0; i < dimension; i++) {
            values[i] = items.get(row * dimension + i);
        }
        return values;
    }

    @Override
    public long sizeBytes(Object value) {
        return (long) dimension * Float.BYTES;
    }
}
