package dev.sennit.query.value;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rough sizes of values in memory, in bytes: good enough to bound a query, too rough for anything else. */
public final class MemorySize {
    private static final int REFERENCE = 8;
    private static final int OBJECT = 24;

    private MemorySize() {}

    /** The size of an array with its values. */
    public static long ofAll(@Nullable Object[] values) {
        long bytes = 16;
        for (Object value : values) {
            bytes += REFERENCE + of(value);
        }
        return bytes;
    }

    public static long of(@Nullable Object value) {
        return switch (value) {
            case null -> 0;
            case Boolean ignored -> 0;
            case String text -> OBJECT + 24L + text.length();
            case byte[] bytes -> 16L + bytes.length;
            case float[] vector -> 16L + 4L * vector.length;
            case List<?> list -> {
                long bytes = OBJECT;
                for (Object element : list) {
                    bytes += REFERENCE + of(element);
                }
                yield bytes;
            }
            case Map<?, ?> map -> {
                long bytes = 2L * OBJECT;
                for (Map.Entry<?, ?> entry : map.entrySet()) {
                    bytes += 2L * OBJECT + of(entry.getKey()) + of(entry.getValue());
                }
                yield bytes;
            }
            case ElementRef reference -> 2L * OBJECT + (reference.isLoaded() ? ofAll(reference.values()) : 0);
            case PathRef path ->
                OBJECT + 2L * OBJECT * (path.nodes().size() + path.edges().size());
            default -> OBJECT;
        };
    }
}
