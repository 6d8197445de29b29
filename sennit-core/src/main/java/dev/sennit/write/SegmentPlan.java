package dev.sennit.write;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Which index segments to build. Every look-up asks every segment, so their number must grow slowly: a new segment takes
 * in the ones that are not much larger than itself, which leaves each segment more than twice as large as the next
 * smaller one, until segments are too large to be merged by the way.
 *
 * @param segments the fragments of each segment to build
 */
record SegmentPlan(List<List<Integer>> segments) {
    /** What a write builds over the rows that have no segment yet; nothing while they are few, unless there is none. */
    static SegmentPlan forUnindexed(IndexShape shape, SegmentLimits limits) {
        List<Integer> unindexed = shape.unindexed();
        long rows = shape.rows(unindexed);
        if (rows == 0 || !shape.segments().isEmpty() && rows < limits.unindexedRows()) {
            return new SegmentPlan(List.of());
        }
        List<List<Integer>> groups = grouped(shape, unindexed, limits.segmentRows());
        takeIn(groups.getLast(), shape, limits);
        return new SegmentPlan(groups);
    }

    /**
     * One segment in the place of several small ones, the smallest first.
     *
     * @param small segments with fewer rows are small
     * @param many so many small ones may stay
     * @param rows the most rows of the new segment
     */
    static SegmentPlan merging(IndexShape shape, long small, int many, long rows) {
        List<Set<Integer>> ascending = ascending(shape);
        ascending.removeIf(segment -> shape.rows(segment) >= small);
        if (ascending.size() <= many) {
            return new SegmentPlan(List.of());
        }
        List<Integer> merged = new ArrayList<>();
        long total = 0;
        int taken = 0;
        for (Set<Integer> segment : ascending) {
            long size = shape.rows(segment);
            if (taken >= 2 && total + size > rows) {
                break;
            }
            merged.addAll(segment);
            total += size;
            taken++;
        }
        return new SegmentPlan(List.of(merged));
    }

    /** The shape once all segments are built. */
    IndexShape applyTo(IndexShape shape) {
        IndexShape built = shape;
        for (List<Integer> segment : segments) {
            built = built.with(segment);
        }
        return built;
    }

    /** Fragments in groups of a bounded number of rows; a fragment that is larger gets one of its own. */
    private static List<List<Integer>> grouped(IndexShape shape, List<Integer> fragments, long maxRows) {
        List<List<Integer>> groups = new ArrayList<>();
        long rows = maxRows;
        for (Integer fragment : fragments) {
            long more = shape.rows(Set.of(fragment));
            if (rows + more > maxRows) {
                groups.add(new ArrayList<>());
                rows = 0;
            }
            groups.getLast().add(fragment);
            rows += more;
        }
        return groups;
    }

    private static void takeIn(List<Integer> group, IndexShape shape, SegmentLimits limits) {
        long total = shape.rows(group);
        long most = Math.min(limits.segmentRows(), Math.max(limits.mergedRows(), 2 * total));
        Set<Integer> taken = new HashSet<>();
        for (Set<Integer> segment : ascending(shape)) {
            long size = shape.rows(segment);
            if (size > 2 * total || total + size > most) {
                break;
            }
            taken.addAll(segment);
            total += size;
        }
        group.addAll(taken);
    }

    private static List<Set<Integer>> ascending(IndexShape shape) {
        List<Set<Integer>> segments = new ArrayList<>(shape.segments());
        segments.sort(Comparator.comparingLong(shape::rows));
        return segments;
    }
}
