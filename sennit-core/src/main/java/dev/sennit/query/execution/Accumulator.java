package dev.sennit.query.execution;

import org.jspecify.annotations.Nullable;

/** One aggregate of one group while its rows come in. */
interface Accumulator {
    /** Takes the value of a row; null for a row without one. */
    void add(@Nullable Object value);

    @Nullable
    Object result();
}
