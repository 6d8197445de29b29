package dev.sennit.model;

import java.util.Objects;

/** One life of a branch: deleting a branch and creating another of the same name gives a new incarnation. */
public record BranchIncarnation(Ulid value) implements Comparable<BranchIncarnation> {
    public BranchIncarnation {
        Objects.requireNonNull(value, "value");
    }

    /**
     * Reads the text form.
     *
     * @throws IllegalArgumentException if the text is not an identifier
     */
    public static BranchIncarnation parse(String text) {
        return new BranchIncarnation(Ulid.parse(text));
    }

    @Override
    public int compareTo(BranchIncarnation other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
