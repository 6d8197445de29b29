package dev.sennit.model;

import java.util.Objects;

/** Names one graph for ever; copies of a graph directory share it. */
public record GraphId(Ulid value) implements Comparable<GraphId> {
    public GraphId {
        Objects.requireNonNull(value, "value");
    }

    /**
     * Reads the text form.
     *
     * @throws IllegalArgumentException if the text is not an identifier
     */
    public static GraphId parse(String text) {
        return new GraphId(Ulid.parse(text));
    }

    @Override
    public int compareTo(GraphId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
