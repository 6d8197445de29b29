package dev.sennit.write;

import org.jspecify.annotations.Nullable;

/**
 * A row that has been read and not yet accepted.
 *
 * @param id the row's {@code _id}; null for an edge whose id is to be minted
 * @param source an edge's {@code _src}; null for nodes
 * @param destination an edge's {@code _dst}; null for nodes
 * @param values one per property, {@link dev.sennit.validate.RowValidator#UNTOUCHED} where the row says nothing
 */
record PendingRow(
        @Nullable String id,
        @Nullable String source,
        @Nullable String destination,
        @Nullable Object[] values,
        int sourceNumber,
        long line,
        RawText raw) {
    /** The row as the input has it, made when it is asked for. */
    @FunctionalInterface
    interface RawText {
        String get();
    }
}
