package dev.sennit.model;

import java.util.Objects;

/** One lifetime of a table. A rename keeps it; dropping a type and adding it again mints another. */
public record TableId(Ulid value) implements Comparable<TableId> {
    public TableId {
        Objects.requireNonNull(value, "value");
    }

    /**
     * Reads the text form.
     *
     * @throws IllegalArgumentException if the text is not an identifier
     */
    public static TableId parse(String text) {
        return new TableId(Ulid.parse(text));
    }

    @Override
    public int compareTo(TableId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
