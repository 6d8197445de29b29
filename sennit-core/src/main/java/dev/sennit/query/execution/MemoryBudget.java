package dev.sennit.query.execution;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.LimitException;
import org.jspecify.annotations.Nullable;

/**
 * What one execution holds in memory, in estimated bytes. A plan within the plan has a part of its own, which it gives
 * back as a whole when it ends. Not thread-safe.
 */
final class MemoryBudget {
    private final long maxBytes;

    @Nullable
    private final MemoryBudget whole;

    private long usedBytes;

    MemoryBudget(long maxBytes) {
        this.maxBytes = maxBytes;
        this.whole = null;
    }

    private MemoryBudget(MemoryBudget whole) {
        this.maxBytes = whole.maxBytes;
        this.whole = whole;
    }

    /** What is reserved there is reserved here too, until it is given back. */
    MemoryBudget part() {
        return new MemoryBudget(this);
    }

    /** @throws LimitException RESOURCE_LIMIT if there is not so much left */
    void reserve(long bytes) {
        if (!tryReserve(bytes)) {
            throw new LimitException(
                    ErrorCode.RESOURCE_LIMIT,
                    ErrorText.of("the query needs more than " + maxBytes + " bytes of memory")
                            .cause("sorting, grouping, DISTINCT, collect and patterns without a common variable keep"
                                    + " rows in memory")
                            .remedy("restrict it with WHERE or LIMIT, or raise the limit")
                            .detail("limit", maxBytes));
        }
    }

    boolean tryReserve(long bytes) {
        boolean fits = whole == null ? bytes <= maxBytes - usedBytes : whole.tryReserve(bytes);
        if (fits) {
            usedBytes += bytes;
        }
        return fits;
    }

    void release(long bytes) {
        usedBytes -= bytes;
        if (whole != null) {
            whole.release(bytes);
        }
    }

    /** Gives everything back. */
    void releaseAll() {
        release(usedBytes);
    }

    long usedBytes() {
        return usedBytes;
    }
}
