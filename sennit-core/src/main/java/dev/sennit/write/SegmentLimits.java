package dev.sennit.write;

/**
 * When a write builds index segments, and how large they get.
 *
 * @param unindexedRows so many rows without a segment call for one; fewer are found by reading them
 * @param mergedRows a write may rebuild smaller segments together with a new one up to so many rows, or twice as many as
 *     it has itself; this bounds what one write may cost for the sake of the next ones
 * @param segmentRows the most rows of one segment: sorting them takes memory
 */
public record SegmentLimits(long unindexedRows, long mergedRows, long segmentRows) {
    /**
     * Building takes one to two microseconds per row and column, so a small write spends up to a second when its turn to
     * merge has come, and some microseconds per row on average.
     */
    public static final SegmentLimits DEFAULT = new SegmentLimits(TailFold.SMALL_ROWS, 1 << 18, 1 << 21);

    /** The same, with a segment for every row. */
    SegmentLimits indexingAll() {
        return new SegmentLimits(1, mergedRows, segmentRows);
    }
}
