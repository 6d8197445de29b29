package dev.sennit.schema;

import java.util.Objects;

/**
 * A property of a type, by name.
 *
 * @param type the {@link ElementType#name} of its type
 * @param property the property's name
 */
public record PropertyRef(String type, String property) {
    public PropertyRef {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(property, "property");
    }
}
