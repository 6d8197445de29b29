package dev.sennit.query.execution;

import org.jspecify.annotations.Nullable;

/** One aggregate of one group while its rows come in. */
interface Accumulator {
    /** Takes the value of a row; null for a row without one. */
    void add(@Nullable Object value);

    /**
     * Takes the value of a row that stands for several. Only counts differ by that; sums and the like are never asked.
     *
     * @param rows how many, at least 1
     */
    default void add(@Nullable Object value, long rows) {
        add(value);
    }

    @Nullable
    Object result();
}
