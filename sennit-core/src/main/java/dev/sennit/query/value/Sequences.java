package dev.sennit.query.value;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists and vectors seen alike. */
public final class Sequences {
    private Sequences() {}

    /** The elements of a list or a vector. */
    @SuppressWarnings("unchecked") // every list in a query is a list of values
    public static List<@Nullable Object> elements(Object value) {
        if (value instanceof float[] vector) {
            List<@Nullable Object> elements = new ArrayList<>(vector.length);
            for (float component : vector) {
                elements.add((double) component);
            }
            return elements;
        }
        return (List<@Nullable Object>) value;
    }

    public static boolean isSequence(@Nullable Object value) {
        return value instanceof List || value instanceof float[];
    }
}
