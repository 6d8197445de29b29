package dev.sennit.model;

import java.util.Objects;

/** One lifetime of a property. A rename keeps it; dropping a property and adding it again mints another. */
public record PropertyId(Ulid value) implements Comparable<PropertyId> {
    public PropertyId {
        Objects.requireNonNull(value, "value");
    }

    /**
     * Reads the text form.
     *
     * @throws IllegalArgumentException if the text is not an identifier
     */
    public static PropertyId parse(String text) {
        return new PropertyId(Ulid.parse(text));
    }

    @Override
    public int compareTo(PropertyId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
