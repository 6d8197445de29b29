package dev.sennit.store;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.sennit.model.UnicodeText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.jspecify.annotations.Nullable;

/** Values of variable length: strings, bytes, and JSON as its text. */
enum TextCodec implements ColumnCodec {
    STRING(new ArrowType.Utf8()) {
        @Override
        byte[] encode(Object value) {
            return utf8(ColumnCodec.cast(String.class, value));
        }

        @Override
        Object decode(byte[] stored) {
            return new String(stored, StandardCharsets.UTF_8);
        }

        @Override
        public long sizeBytes(Object value) {
            return Integer.BYTES + (value instanceof String text ? text.length() : 0L);
        }
    },
    BYTES(new ArrowType.Binary()) {
        @Override
        byte[] encode(Object value) {
            return ColumnCodec.cast(byte[].class, value);
        }

        @Override
        Object decode(byte[] stored) {
            return stored;
        }

        @Override
        public long sizeBytes(Object value) {
            return Integer.BYTES + (value instanceof byte[] bytes ? bytes.length : 0L);
        }
    },
    JSON(new ArrowType.Utf8()) {
        @Override
        byte[] encode(Object value) {
            if (!(value instanceof Map<?, ?> || value instanceof List<?>)) {
                throw new IllegalArgumentException(
                        "expected Map or List and not " + value.getClass().getSimpleName() + " " + value);
            }
            try {
                return utf8(MAPPER.writeValueAsString(value));
            } catch (JsonProcessingException e) {
                throw new IllegalArgumentException("not representable as JSON: " + e.getOriginalMessage(), e);
            }
        }

        @Override
        Object decode(byte[] stored) {
            try {
                return widened(MAPPER.readValue(stored, Object.class));
            } catch (IOException e) {
                throw LanceErrors.damagedValue("a JSON value is no JSON", e);
            }
        }

        @Override
        public long sizeBytes(Object value) {
            return Integer.BYTES + jsonBytes(value);
        }
    };

    private static final ObjectMapper MAPPER = new JsonMapper();

    @SuppressWarnings("ImmutableEnumChecker") // immutable, though Arrow does not say so
    private final ArrowType arrowType;

    TextCodec(ArrowType arrowType) {
        this.arrowType = arrowType;
    }

    /** Integers of JSON as Long, whatever Jackson read them as; only those beyond 64 bits stay BigInteger. */
    private static Object widened(Object json) {
        return switch (json) {
            case Integer integer -> integer.longValue();
            case Map<?, ?> map -> {
                Map<Object, @Nullable Object> values = new LinkedHashMap<>();
                map.forEach((name, value) -> values.put(name, value == null ? null : widened(value)));
                yield values;
            }
            case List<?> list -> {
                List<@Nullable Object> values = new ArrayList<>(list.size());
                list.forEach(value -> values.add(value == null ? null : widened(value)));
                yield values;
            }
            default -> json;
        };
    }

    abstract byte[] encode(Object value);

    abstract Object decode(byte[] stored);

    @Override
    public ArrowType arrowType() {
        return arrowType;
    }

    @Override
    public void write(FieldVector vector, int row, Object value) {
        ((BaseVariableWidthVector) vector).setSafe(row, encode(value));
    }

    @Override
    public Object read(FieldVector vector, int row) {
        return decode(((BaseVariableWidthVector) vector).get(row));
    }

    /** About how long the value is as JSON. */
    private static long jsonBytes(@Nullable Object value) {
        long bytes = 2;
        switch (value) {
            case String text -> bytes += text.length();
            case Map<?, ?> map -> {
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    bytes += jsonBytes(entry.getKey()) + jsonBytes(entry.getValue()) + 2;
                }
            }
            case List<?> list -> {
                for (Object element : list) {
                    bytes += jsonBytes(element) + 1;
                }
            }
            case null, default -> bytes += Long.BYTES;
        }
        return bytes;
    }

    /** The text in UTF-8; half a surrogate pair has none. */
    static byte[] utf8(String text) {
        UnicodeText.halfSurrogate(text).ifPresent(at -> {
            throw new IllegalArgumentException("not a Unicode string: half a surrogate pair at index " + at);
        });
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
