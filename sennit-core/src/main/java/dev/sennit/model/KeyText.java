package dev.sennit.model;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;

/**
 * The canonical text of a key, which is the {@code _id} of a keyed element. One component stands as its text; several
 * are joined by {@code |}, with {@code \} and {@code |} inside a component escaped by a backslash, so that different
 * keys never have the same text. Integers have no width, so widening a key property keeps every id.
 */
public final class KeyText {
    private KeyText() {}

    /**
     * The key's text.
     *
     * @param components the values of the key properties in the key's order; none is null. For edges the source's and
     *     the destination's {@code _id} come first.
     * @throws IllegalArgumentException if a value's class cannot be part of a key
     */
    public static String of(List<?> components) {
        if (components.isEmpty()) {
            throw new IllegalArgumentException("a key has at least one component");
        }
        if (components.size() == 1) {
            return component(components.getFirst());
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < components.size(); i++) {
            if (i > 0) {
                text.append('|');
            }
            appendEscaped(text, component(components.get(i)));
        }
        return text.toString();
    }

    /** Whether properties of the type can be part of a key. */
    public static boolean isKeyType(PropertyType type) {
        return switch (type) {
            case PropertyType.Scalar scalar ->
                switch (scalar) {
                    case STRING, INT8, INT16, INT32, INT64, DATE, LOCAL_DATETIME, ZONED_DATETIME, BYTES -> true;
                    case BOOL, FLOAT32, FLOAT64, LOCAL_TIME, ZONED_TIME, DURATION, JSON -> false;
                };
            case PropertyType.Enumeration ignored -> true;
            case PropertyType.Decimal ignored -> false;
            case PropertyType.ListOf ignored -> false;
            case PropertyType.Vector ignored -> false;
        };
    }

    /** Whether a value is of a class that can be part of a key. */
    public static boolean isKeyValue(Object value) {
        return switch (value) {
            case String ignored -> true;
            case Long ignored -> true;
            case LocalDate ignored -> true;
            case LocalDateTime ignored -> true;
            case ZonedDateTime ignored -> true;
            case byte[] ignored -> true;
            default -> false;
        };
    }

    private static String component(Object value) {
        return switch (value) {
            case String string -> string;
            case Long integer -> Long.toString(integer);
            case LocalDate date -> DateTimeFormatter.ISO_LOCAL_DATE.format(date);
            case LocalDateTime dateTime -> DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(dateTime);
            case ZonedDateTime dateTime -> DateTimeFormatter.ISO_ZONED_DATE_TIME.format(dateTime);
            case byte[] bytes -> Base64.getEncoder().encodeToString(bytes);
            default ->
                throw new IllegalArgumentException(
                        value.getClass().getSimpleName() + " values cannot be part of a key");
        };
    }

    private static void appendEscaped(StringBuilder text, String component) {
        for (int i = 0; i < component.length(); i++) {
            char c = component.charAt(i);
            if (c == '|' || c == '\\') {
                text.append('\\');
            }
            text.append(c);
        }
    }
}
