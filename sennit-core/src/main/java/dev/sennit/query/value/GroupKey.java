package dev.sennit.query.value;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values as DISTINCT and grouping see them: null is like null, NaN like NaN, and 1 like 1.0. Unlike {@code =} this
 * always has an answer.
 */
public final class GroupKey {
    private final @Nullable Object[] canonical;
    private final int hash;

    public GroupKey(@Nullable Object[] values) {
        canonical = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            canonical[i] = canonical(values[i]);
        }
        hash = Arrays.hashCode(canonical);
    }

    public static GroupKey of(@Nullable Object value) {
        return new GroupKey(new @Nullable Object[] {value});
    }

    @Nullable
    private static Object canonical(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case String ignored -> value;
            case byte[] bytes -> new Bytes(bytes);
            case Map<?, ?> map -> {
                Map<Object, @Nullable Object> copy = new HashMap<>();
                map.forEach((k, v) -> copy.put(k, canonical(v)));
                yield copy;
            }
            default -> {
                if (Numbers.isNumber(value)) {
                    yield Numbers.canonical(value);
                }
                if (Sequences.isSequence(value)) {
                    List<@Nullable Object> elements = Sequences.elements(value);
                    @Nullable Object[] copy = new Object[elements.size()];
                    for (int i = 0; i < copy.length; i++) {
                        copy[i] = canonical(elements.get(i));
                    }
                    yield Arrays.asList(copy);
                }
                yield value;
            }
        };
    }

    /** A rough size in memory. */
    public long estimatedBytes() {
        return 48 + MemorySize.ofAll(canonical);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof GroupKey key && hash == key.hash && Arrays.equals(canonical, key.canonical);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    private record Bytes(byte[] bytes) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }

        @Override
        public String toString() {
            return Arrays.toString(bytes);
        }
    }
}
