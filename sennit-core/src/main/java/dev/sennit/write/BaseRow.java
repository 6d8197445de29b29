package dev.sennit.write;

import org.jspecify.annotations.Nullable;

/**
 * A row of the base as it was found.
 *
 * @param address fragment id in the high 32 bits, offset in the low
 * @param source an edge's source; null for nodes
 * @param destination an edge's destination; null for nodes
 * @param values one per property; null if only the row's place was read
 */
record BaseRow(
        long address,
        @Nullable String source,
        @Nullable String destination,
        @Nullable Object @Nullable [] values) {}
