package dev.sennit.validate;

import dev.sennit.model.CalendarDuration;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Bytes of values such that equal values have equal bytes and different tuples different ones: every value is preceded
 * by its kind and, where it has none of its own, its length. Equal means what UNIQUE means by it: -0.0 is 0.0,
 * decimals of one scale compare by number, objects without regard to the order of their members. Not thread-safe.
 */
final class TupleEncoder {
    private byte[] bytes = new byte[256];
    private int length;

    byte[] bytes() {
        return bytes;
    }

    int length() {
        return length;
    }

    void reset() {
        length = 0;
    }

    void putInt(int value) {
        room(4);
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes[length++] = (byte) (value >>> shift);
        }
    }

    /** A text with nothing after it, and so without its length. */
    void putLastText(String text) {
        room(3 * text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                bytes[length++] = (byte) c;
            } else {
                bytes[length++] = (byte) (0xE0 | c >>> 12);
                bytes[length++] = (byte) (0x80 | c >>> 6 & 0x3F);
                bytes[length++] = (byte) (0x80 | c & 0x3F);
            }
        }
    }

    void putText(String text) {
        putInt(text.length());
        putLastText(text);
    }

    void putValue(@Nullable Object value) {
        switch (value) {
            case null -> put('0');
            case Boolean bool -> put(bool ? 't' : 'f');
            case Long integer -> putLong('i', integer);
            case Double number -> putLong('d', Double.doubleToLongBits(number == 0 ? 0.0 : number));
            case BigDecimal decimal -> putBytes('n', decimal.unscaledValue().toByteArray());
            case BigInteger integer -> putBytes('I', integer.toByteArray());
            case String text -> {
                put('s');
                putText(text);
            }
            case byte[] array -> putBytes('b', array);
            case LocalDate date -> putLong('D', date.toEpochDay());
            case LocalTime time -> putLong('T', time.toNanoOfDay());
            case OffsetTime time -> putString('O', time.toString());
            case LocalDateTime time -> putString('L', time.toString());
            case ZonedDateTime time -> putString('Z', time.toString());
            case CalendarDuration duration -> {
                putLong('P', duration.months());
                putLong('P', duration.days());
                putLong('P', duration.nanos());
            }
            case float[] vector -> {
                put('v');
                putInt(vector.length);
                for (float number : vector) {
                    putInt(Float.floatToIntBits(number == 0 ? 0f : number));
                }
            }
            case List<?> list -> {
                put('l');
                putInt(list.size());
                list.forEach(this::putValue);
            }
            case Map<?, ?> map -> {
                put('m');
                putInt(map.size());
                Map<String, @Nullable Object> sorted = new TreeMap<>();
                map.forEach((key, member) -> sorted.put(String.valueOf(key), member));
                sorted.forEach((key, member) -> {
                    putText(key);
                    putValue(member);
                });
            }
            default -> throw new IllegalArgumentException(value.getClass().getName() + " is not the class of a value");
        }
    }

    private void put(char kind) {
        room(1);
        bytes[length++] = (byte) kind;
    }

    private void putLong(char kind, long value) {
        put(kind);
        putInt((int) (value >>> 32));
        putInt((int) value);
    }

    private void putString(char kind, String text) {
        putBytes(kind, text.getBytes(StandardCharsets.UTF_8));
    }

    private void putBytes(char kind, byte[] array) {
        put(kind);
        putInt(array.length);
        room(array.length);
        System.arraycopy(array, 0, bytes, length, array.length);
        length += array.length;
    }

    private void room(int more) {
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }
}
