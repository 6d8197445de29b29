package dev.sennit.validate;

import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state a delta is applied to, as the validator needs to see it. For deltas of few rows the {@code find} methods are
 * used, for others the scan. An implementation may answer a find by scanning and hand over more rows than asked for, but
 * each at most once per call. Called on the thread that calls {@link SetValidator#finish}.
 */
public interface BaseState {
    /** All rows of a type. */
    void scan(ElementType type, List<String> properties, RowConsumer rows);

    /** The rows of a type that have one of the ids. */
    void find(ElementType type, Collection<String> ids, List<String> properties, RowConsumer rows);

    /**
     * The rows of a type whose properties equal one of the tuples. These hold no nulls and only values that a store can
     * compare with: booleans, integers, strings, decimals, dates, local times and datetimes, floats other than zero.
     */
    void findByValues(ElementType type, List<String> properties, Collection<List<Object>> tuples, RowConsumer rows);

    /**
     * The edges of a type at any of the nodes.
     *
     * @param bySource whether the nodes are the edges' sources, otherwise they are the destinations
     */
    void findEdges(EdgeType type, boolean bySource, Collection<String> nodeIds, RowConsumer rows);

    /** Takes one row of the base state. */
    interface RowConsumer {
        /**
         * @param address the row's address, handed back by {@link Rejections#forEachReplaced}
         * @param id the row's {@code _id}
         * @param source an edge's {@code _src}; null for nodes
         * @param destination an edge's {@code _dst}; null for nodes
         * @param values the values of the properties asked for, in their order; not kept
         */
        void accept(
                long address,
                String id,
                @Nullable String source,
                @Nullable String destination,
                @Nullable Object[] values);
    }

    /** The state of a graph that holds nothing. */
    static BaseState empty() {
        return new BaseState() {
            @Override
            public void scan(ElementType type, List<String> properties, RowConsumer rows) {}

            @Override
            public void find(ElementType type, Collection<String> ids, List<String> properties, RowConsumer rows) {}

            @Override
            public void findByValues(
                    ElementType type, List<String> properties, Collection<List<Object>> tuples, RowConsumer rows) {}

            @Override
            public void findEdges(EdgeType type, boolean bySource, Collection<String> nodeIds, RowConsumer rows) {}
        };
    }
}
