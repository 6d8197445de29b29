package dev.sennit.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sennit.model.PropertyType;
import dev.sennit.model.PropertyType.Scalar;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/** Writes values of RANGE and DEFAULT so that {@link LiteralReader} reads the same values. */
final class LiteralText {
    private static final ObjectMapper JSON = new ObjectMapper();

    private LiteralText() {}

    /** The value, which has the Java class of the type's values, as the schema language writes it. */
    static String of(PropertyType type, Object value) {
        return switch (value) {
            case Boolean bool -> bool ? "TRUE" : "FALSE";
            case Long integer -> Long.toString(integer);
            case Double floating ->
                type == Scalar.FLOAT32
                        ? withoutPointZero(Float.toString(floating.floatValue()))
                        : withoutPointZero(Double.toString(floating));
            case BigDecimal decimal -> decimal.toPlainString();
            case String string -> SchemaText.quote(string);
            case byte[] bytes -> SchemaText.quote(Base64.getEncoder().encodeToString(bytes));
            case float[] vector -> vector(vector);
            case List<?> list
            when type instanceof PropertyType.ListOf of ->
                list.stream().map(e -> of(of.element(), e)).collect(Collectors.joining(", ", "[", "]"));
            default -> SchemaText.quote(type == Scalar.JSON ? json(value) : value.toString());
        };
    }

    private static String vector(float[] vector) {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < vector.length; i++) {
            text.append(i == 0 ? "" : ", ").append(withoutPointZero(Float.toString(vector[i])));
        }
        return text.append(']').toString();
    }

    private static String withoutPointZero(String number) {
        return number.endsWith(".0") ? number.substring(0, number.length() - 2) : number;
    }

    private static String json(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("not a JSON value: " + value.getClass(), e);
        }
    }
}
