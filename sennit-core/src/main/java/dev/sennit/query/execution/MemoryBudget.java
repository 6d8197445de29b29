package dev.sennit.query.execution;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.LimitException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one execution holds in memory, in estimated bytes. A plan within the plan has a part of its own, which it gives
 * back as a whole when it ends. What is kept only to save work gives way to what a query cannot do without. Not
 * thread-safe.
 */
final class MemoryBudget {
    private final long maxBytes;

    @Nullable
    private final MemoryBudget whole;

    /** Each gives back what it has reserved for what could be had again. */
    private final List<Runnable> dispensable = new ArrayList<>();

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

    /** @param giveBack releases what was reserved for something that could be had again; called when memory runs out */
    void whenShort(Runnable giveBack) {
        if (whole == null) {
            dispensable.add(giveBack);
        } else {
            whole.whenShort(giveBack);
        }
    }

    private void giveWay() {
        if (whole == null) {
            dispensable.forEach(Runnable::run);
        } else {
            whole.giveWay();
        }
    }

    /**
     * Reserves memory that the query cannot do without.
     *
     * @throws LimitException RESOURCE_LIMIT if there is not so much left
     */
    void reserve(long bytes) {
        if (tryReserve(bytes)) {
            return;
        }
        giveWay();
        if (!tryReserve(bytes)) {
            throw new LimitException(
                    ErrorCode.RESOURCE_LIMIT,
                    ErrorText.of("the query needs more than " + maxBytes + " bytes of memory")
                            .cause("sorting, grouping, DISTINCT, collect and patterns without a common variable keep"
                                    + " rows in memory, and long lists and texts are kept there, too")
                            .remedy("restrict it with WHERE or LIMIT, or give it more: with --max-memory on the command"
                                    + " line, with maxMemoryBytes of QueryOptions and WriteOptions in Java")
                            .detail("limit", maxBytes));
        }
    }

    /** Reserves memory for what can be done without: nothing gives way to it. */
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
}
