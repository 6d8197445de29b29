package dev.sennit.write;

/**
 * When a table is worth optimizing, and how much is done in one commit.
 *
 * @param fragmentRows rows of a full fragment, and the most rows that one commit rewrites
 * @param fragmentBytes bytes in memory of a full fragment
 * @param commitBytes the most bytes of files that one commit rewrites
 * @param smallRows fragments with fewer rows are small, unless they are large in bytes
 * @param smallBytes fragments with more bytes are not small
 * @param smallFragments so many small ones a healthy table may have
 * @param deletedRows fewer deleted rows in a fragment never matter
 * @param deletedPercent deleted rows matter from this share of a fragment's rows on
 * @param smallSegmentRows index segments with fewer rows are small
 * @param smallSegments so many small ones a healthy table may have
 */
public record OptimizeLimits(
        long fragmentRows,
        long fragmentBytes,
        long commitBytes,
        long smallRows,
        long smallBytes,
        int smallFragments,
        long deletedRows,
        int deletedPercent,
        long smallSegmentRows,
        int smallSegments) {
    /**
     * A million rows are indexed in a few seconds, which is how long a commit may make other writers of its table wait.
     * Opening a fragment costs a scan what some ten thousand rows do, so an eighth of a full one is large enough; the few
     * small ones that may stay keep each new row from being rewritten each time.
     */
    public static final OptimizeLimits DEFAULT =
            new OptimizeLimits(1 << 20, 256L << 20, 512L << 20, 1 << 17, 32L << 20, 4, 1024, 20, 1 << 19, 8);
}
