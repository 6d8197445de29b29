package dev.sennit.model;

import java.util.Objects;

/** One attempt of one write, minted and never reused. */
public record OperationId(Ulid value) implements Comparable<OperationId> {
    public OperationId {
        Objects.requireNonNull(value, "value");
    }

    /**
     * Reads the text form.
     *
     * @throws IllegalArgumentException if the text is not an identifier
     */
    public static OperationId parse(String text) {
        return new OperationId(Ulid.parse(text));
    }

    @Override
    public int compareTo(OperationId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
