package dev.sennit.query.execution;

import org.jspecify.annotations.Nullable;

/** A compiled expression. */
@FunctionalInterface
interface Evaluator {
    /** The value in a row. */
    @Nullable
    Object evaluate(@Nullable Object[] row);
}
