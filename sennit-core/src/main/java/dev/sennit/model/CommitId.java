package dev.sennit.model;

import java.util.Objects;

/** One commit of a graph. A commit keeps its id whoever completes it. */
public record CommitId(Ulid value) implements Comparable<CommitId> {
    public CommitId {
        Objects.requireNonNull(value, "value");
    }

    /**
     * Reads the text form.
     *
     * @throws IllegalArgumentException if the text is not an identifier
     */
    public static CommitId parse(String text) {
        return new CommitId(Ulid.parse(text));
    }

    @Override
    public int compareTo(CommitId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
