package dev.sennit.query.execution;

/**
 * What one execution may use.
 *
 * @param maxMemoryBytes for rows kept by sorting, grouping, DISTINCT and products, and for properties read; an estimate
 * @param cancellation asked once per batch
 */
public record QueryLimits(long maxMemoryBytes, Cancellation cancellation) {
    /** 512 MiB, but no more than a quarter of what the virtual machine may have; never cancelled. */
    public static final QueryLimits DEFAULT =
            new QueryLimits(Math.min(512L << 20, Runtime.getRuntime().maxMemory() / 4), Cancellation.NEVER);

    public QueryLimits {
        if (maxMemoryBytes < 1) {
            throw new IllegalArgumentException("maxMemoryBytes is positive");
        }
    }
}
