package dev.sennit.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/** Lists whose elements are never null. */
record ListCodec(ColumnCodec element) implements ColumnCodec {
    @Override
    public ArrowType arrowType() {
        return new ArrowType.List();
    }

    @Override
    public List<Field> children() {
        return List.of(element.field("item", true, Map.of()));
    }

    @Override
    public void write(FieldVector vector, int row, Object value) {
        List<?> values = ColumnCodec.cast(List.class, value);
        ListVector list = (ListVector) vector;
        int at = list.startNewValue(row);
        for (@Nullable Object each : values) {
            if (each == null) {
                throw new IllegalArgumentException("a list cannot hold null");
            }
            element.write(list.getDataVector(), at++, each);
        }
        list.endValue(row, values.size());
    }

    @Override
    public Object read(FieldVector vector, int row) {
        ListVector list = (ListVector) vector;
        int end = list.getElementEndIndex(row);
        List<Object> values = new ArrayList<>();
        for (int i = list.getElementStartIndex(row); i < end; i++) {
            values.add(element.read(list.getDataVector(), i));
        }
        return List.copyOf(values);
    }

    @Override
    public long sizeBytes(Object value) {
        long bytes = Integer.BYTES;
        for (Object each : (List<?>) value) {
            bytes += element.sizeBytes(each);
        }
        return bytes;
    }
}
