package dev.sennit.validate;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One row of a base state or a delta; its ordinal is its place in a list. */
record TestRow(
        @Nullable String id,
        @Nullable String source,
        @Nullable String destination,
        List<@Nullable Object> values,
        boolean rejectedBefore) {
    static TestRow node(String id, @Nullable Object... values) {
        return new TestRow(id, null, null, Arrays.asList(values), false);
    }

    static TestRow rejectedNode(String id) {
        return new TestRow(id, null, null, List.of(), true);
    }

    static TestRow edge(@Nullable String id, String source, String destination, @Nullable Object... values) {
        return new TestRow(id, source, destination, Arrays.asList(values), false);
    }
}
