package dev.sennit.query.execution;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.LimitException;
import dev.sennit.query.value.MemorySize;
import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;

/**
 * What computing one value may take: a value grows no larger than the memory that the query has left, and nests no deeper
 * than whoever walks through it can go; and a long loop asks now and then whether the query is to stop. Not thread-safe.
 */
final class ValueLimits {
    private static final int MAX_DEPTH = 500;
    private static final int STEPS_PER_CHECK = 1024;

    private final MemoryBudget memory;
    private final Cancellation cancellation;
    private int steps;

    ValueLimits(MemoryBudget memory, Cancellation cancellation) {
        this.memory = memory;
        this.cancellation = cancellation;
    }

    /** One step of a loop over values. */
    void step() {
        if (++steps >= STEPS_PER_CHECK) {
            steps = 0;
            cancellation.check();
        }
    }

    /**
     * Makes sure that a value of that size may be computed.
     *
     * @throws LimitException RESOURCE_LIMIT if there is not so much memory left
     */
    void requireRoom(long bytes) {
        memory.reserve(bytes);
        memory.release(bytes);
    }

    /** A value in bytes, whatever it shares counted each time, and how deep it nests. */
    private record Extent(long bytes, int depth) {}

    /** A list of lists or maps that knows its extent, so that a list of such is measured without walking through them. */
    private static final class MeasuredList extends AbstractList<@Nullable Object> implements RandomAccess {
        private final List<@Nullable Object> elements;
        private final Extent extent;

        MeasuredList(List<@Nullable Object> elements, Extent extent) {
            this.elements = elements;
            this.extent = extent;
        }

        @Override
        @Nullable
        public Object get(int index) {
            return elements.get(index);
        }

        @Override
        public int size() {
            return elements.size();
        }
    }

    /**
     * The list, which has just been made, if it may be.
     *
     * @throws LimitException RESOURCE_LIMIT if it is too large or nests too deeply
     */
    List<@Nullable Object> checked(List<@Nullable Object> list) {
        Extent extent = extent(list, 1);
        requireRoom(extent.bytes);
        return extent.depth > 1 ? new MeasuredList(list, extent) : list;
    }

    /** The size of a value, whatever it shares counted each time. */
    long bytes(@Nullable Object value) {
        return extent(value, 1).bytes;
    }

    /** The map, which has just been made, if it may be. */
    Map<String, @Nullable Object> checked(Map<String, @Nullable Object> map) {
        requireRoom(extent(map, 1).bytes);
        return map;
    }

    private Extent extent(@Nullable Object value, int level) {
        return switch (value) {
            case MeasuredList measured -> {
                requireDepth(level + measured.extent.depth - 1);
                yield measured.extent;
            }
            case List<?> list -> {
                requireDepth(level);
                yield extent(list, 24 + 8L * list.size(), level);
            }
            case Map<?, ?> map -> {
                requireDepth(level);
                yield extent(map.values(), 48 + 48L * map.size(), level);
            }
            case null, default -> new Extent(MemorySize.of(value), 0);
        };
    }

    private Extent extent(Iterable<?> elements, long own, int level) {
        long bytes = own;
        int depth = 0;
        for (Object element : elements) {
            step();
            if (element instanceof List<?> || element instanceof Map<?, ?>) {
                Extent inner = extent(element, level + 1);
                bytes += inner.bytes;
                depth = Math.max(depth, inner.depth);
            } else {
                bytes += MemorySize.of(element);
            }
            if (bytes < 0) {
                bytes = Long.MAX_VALUE / 2;
            }
        }
        return new Extent(bytes, depth + 1);
    }

    private static void requireDepth(int depth) {
        if (depth > MAX_DEPTH) {
            throw new LimitException(
                    ErrorCode.RESOURCE_LIMIT,
                    ErrorText.of("a value nests more than " + MAX_DEPTH + " deep")
                            .cause("lists and maps within each other are walked through again and again")
                            .remedy("make it flatter")
                            .detail("limit", MAX_DEPTH));
        }
    }
}
