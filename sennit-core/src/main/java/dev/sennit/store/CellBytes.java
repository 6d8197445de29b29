package dev.sennit.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;

/**
 * The cells of a row as bytes: every bit of a value, and nothing else, so that equal bytes mean equal cells of the same
 * columns. Reused from row to row. Not thread-safe.
 */
final class CellBytes {
    private byte[] bytes = new byte[1024];
    private ByteBuffer words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    private int length;

    void clear() {
        length = 0;
    }

    byte[] array() {
        return bytes;
    }

    int length() {
        return length;
    }

    void put(byte[] more) {
        reserve(more.length);
        System.arraycopy(more, 0, bytes, length, more.length);
        length += more.length;
    }

    /** Puts a cell that is not null, delimited by its type or its own length. */
    void put(FieldVector vector, int row) {
        switch (vector) {
            case BitVector bits -> putByte(bits.get(row));
            case BaseFixedWidthVector fixed ->
                putRange(fixed.getDataBuffer(), (long) row * fixed.getTypeWidth(), fixed.getTypeWidth());
            case BaseVariableWidthVector text -> {
                int start = text.getOffsetBuffer().getInt((long) row * Integer.BYTES);
                int end = text.getOffsetBuffer().getInt((row + 1L) * Integer.BYTES);
                putInt(end - start);
                putRange(text.getDataBuffer(), start, end - start);
            }
            case StructVector struct -> struct.getChildrenFromFields().forEach(child -> putElement(child, row));
            case FixedSizeListVector list -> {
                for (int i = 0; i < list.getListSize(); i++) {
                    putElement(list.getDataVector(), row * list.getListSize() + i);
                }
            }
            case ListVector list -> {
                int start = list.getElementStartIndex(row);
                int end = list.getElementEndIndex(row);
                putInt(end - start);
                for (int i = start; i < end; i++) {
                    putElement(list.getDataVector(), i);
                }
            }
            default -> throw new IllegalArgumentException("no column has the type " + vector.getField());
        }
    }

    private void putElement(FieldVector vector, int index) {
        boolean absent = ColumnCodec.isNull(vector, index);
        putByte(absent ? 0 : 1);
        if (!absent) {
            put(vector, index);
        }
    }

    private void putByte(int value) {
        reserve(1);
        bytes[length++] = (byte) value;
    }

    private void putInt(int value) {
        reserve(Integer.BYTES);
        words.putInt(length, value);
        length += Integer.BYTES;
    }

    private void putRange(ArrowBuf buffer, long start, int count) {
        if (count > 0) {
            reserve(count);
            buffer.getBytes(start, bytes, length, count);
            length += count;
        }
    }

    private void reserve(int count) {
        if (bytes.length - length < count) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(length, count), (int)
                    Math.min(Integer.MAX_VALUE - 8, bytes.length * 2L)));
            words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        }
    }
}
