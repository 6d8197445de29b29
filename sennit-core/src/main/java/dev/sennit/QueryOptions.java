package dev.sennit;

import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.query.execution.QueryLimits;
import java.time.Duration;
import java.util.Optional;

/**
 * What one query may use. Immutable; start from {@link #DEFAULT}.
 *
 * @param timeout how long it may take from its start until its last row is read; empty for any time
 * @param maxMemoryBytes for rows kept by sorting, grouping, DISTINCT and products, and for properties read; an estimate
 */
public record QueryOptions(Optional<Duration> timeout, long maxMemoryBytes) {
    /** Any time; 512 MiB, but no more than a quarter of what the virtual machine may have. */
    public static final QueryOptions DEFAULT = new QueryOptions(Optional.empty(), QueryLimits.DEFAULT.maxMemoryBytes());

    public QueryOptions {
        if (timeout.isPresent() && timeout.get().isNegative()) {
            throw new InvalidArgumentException(ErrorText.of("a timeout of " + timeout.get()));
        }
        requireMemory(maxMemoryBytes);
    }

    static void requireMemory(long bytes) {
        if (bytes < 1) {
            throw new InvalidArgumentException(ErrorText.of("a query with " + bytes + " bytes of memory"));
        }
    }

    public QueryOptions timeout(Duration newTimeout) {
        return new QueryOptions(Optional.of(newTimeout), maxMemoryBytes);
    }

    public QueryOptions maxMemoryBytes(long bytes) {
        return new QueryOptions(timeout, bytes);
    }
}
