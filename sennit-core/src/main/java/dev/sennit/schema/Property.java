package dev.sennit.schema;

import dev.sennit.model.PropertyType;
import java.util.Objects;
import java.util.Optional;

/**
 * One property of a type.
 *
 * @param required whether every element has a value; key properties are required
 * @param pattern the RE2 pattern the whole value must match
 * @param range the inclusive bounds of the value
 * @param documentation the documentation written before it, or the empty string
 */
public record Property(
        String name,
        PropertyType type,
        boolean required,
        Optional<String> pattern,
        Optional<ValueRange> range,
        String documentation) {
    public Property {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(pattern, "pattern");
        Objects.requireNonNull(range, "range");
        Objects.requireNonNull(documentation, "documentation");
    }

    /** A property without constraints besides {@code required}. */
    public static Property of(String name, PropertyType type, boolean required) {
        return new Property(name, type, required, Optional.empty(), Optional.empty(), "");
    }
}
