package dev.sennit.write;

import dev.sennit.validate.RowValidator;
import org.jspecify.annotations.Nullable;

/**
 * A row that has been read and not yet accepted.
 *
 * @param id the row's {@code _id}; null for an edge whose id is to be minted
 * @param source an edge's {@code _src}; null for nodes
 * @param destination an edge's {@code _dst}; null for nodes
 * @param values one per property, {@link RowValidator#UNTOUCHED} where the row says nothing
 */
record PendingRow(
        @Nullable String id,
        @Nullable String source,
        @Nullable String destination,
        @Nullable Object[] values,
        int sourceNumber,
        long line,
        RawText raw) {
    /** The values if the row is a new element's: what it says nothing of is null. */
    @Nullable
    Object[] valuesOfNew() {
        @Nullable Object[] all = values.clone();
        for (int i = 0; i < all.length; i++) {
            if (all[i] == RowValidator.UNTOUCHED) {
                all[i] = null;
            }
        }
        return all;
    }

    /** The row as the input has it, made when it is asked for. */
    @FunctionalInterface
    interface RawText {
        String get();
    }
}
