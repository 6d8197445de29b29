package dev.sennit.query.execution;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.LimitException;

/** What one execution holds in memory, in estimated bytes. Not thread-safe. */
final class MemoryBudget {
    private final long maxBytes;
    private long usedBytes;

    MemoryBudget(long maxBytes) {
        this.maxBytes = maxBytes;
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
        if (bytes > maxBytes - usedBytes) {
            return false;
        }
        usedBytes += bytes;
        return true;
    }

    void release(long bytes) {
        usedBytes -= bytes;
    }

    long usedBytes() {
        return usedBytes;
    }
}
