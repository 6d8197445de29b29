package dev.sennit.schema;

import java.util.OptionalLong;

/** How many edges of one type a node has on one side. */
public record Cardinality(long minimum, OptionalLong maximum) {
    /** Any number, also none. */
    public static final Cardinality ANY = new Cardinality(0, OptionalLong.empty());

    public Cardinality {
        if (minimum < 0 || maximum.isPresent() && maximum.getAsLong() < Math.max(1, minimum)) {
            throw new IllegalArgumentException("not a cardinality: " + minimum + ".." + maximum);
        }
    }

    public boolean isAny() {
        return equals(ANY);
    }

    /** As the schema language writes it: {@code 0..*}. */
    public String text() {
        return minimum + ".." + (maximum.isPresent() ? Long.toString(maximum.getAsLong()) : "*");
    }
}
