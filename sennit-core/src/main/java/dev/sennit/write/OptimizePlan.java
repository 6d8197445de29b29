package dev.sennit.write;

import dev.sennit.model.OptimizeReason;
import dev.sennit.model.TableHealth;
import dev.sennit.schema.ElementType;
import dev.sennit.store.FragmentInfo;
import dev.sennit.store.TableVersion;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What one version of a table needs: which fragments are worth rewriting into fewer, and which index segments are worth
 * building. A table that was just optimized needs nothing.
 *
 * @param shape how its fragments are indexed
 * @param health how its rows lie
 * @param reasons why it needs anything; empty if it does not
 * @param worthRewriting the fragments to rewrite, those that gain most first
 * @param segments the segments to build over fragments that stay
 */
public record OptimizePlan(
        IndexShape shape,
        TableHealth health,
        Set<OptimizeReason> reasons,
        List<FragmentInfo> worthRewriting,
        SegmentPlan segments) {
    public static OptimizePlan of(
            TableVersion version, ElementType type, OptimizeLimits limits, SegmentLimits segmentLimits) {
        List<FragmentInfo> fragments = version.fragments();
        IndexShape shape = IndexShape.of(version, type);
        Set<OptimizeReason> reasons = EnumSet.noneOf(OptimizeReason.class);
        List<FragmentInfo> rewriting = worthRewriting(fragments, limits, reasons);
        return new OptimizePlan(
                shape, health(fragments, shape), reasons, rewriting, segments(shape, limits, segmentLimits, reasons));
    }

    /** The share of the fragments to rewrite that one commit does. */
    List<FragmentInfo> rewrittenInOneCommit(OptimizeLimits limits) {
        List<FragmentInfo> chosen = new ArrayList<>();
        long rows = 0;
        long bytes = 0;
        for (FragmentInfo fragment : worthRewriting) {
            boolean fits = rows + fragment.rowCount() <= limits.fragmentRows()
                    && bytes + fragment.sizeBytes() <= limits.commitBytes();
            if (fits || chosen.isEmpty()) {
                chosen.add(fragment);
                rows += fragment.rowCount();
                bytes += fragment.sizeBytes();
            }
        }
        return chosen;
    }

    /** Deleted rows of some of the fragments worth rewriting. */
    long deletedRows(Set<Integer> fragments) {
        return worthRewriting.stream()
                .filter(fragment -> fragments.contains(fragment.id()))
                .mapToLong(FragmentInfo::deletedRows)
                .sum();
    }

    /** Rows to rewrite, over all commits. */
    public long rowsToRewrite() {
        return worthRewriting.stream().mapToLong(FragmentInfo::rowCount).sum();
    }

    private static List<FragmentInfo> worthRewriting(
            List<FragmentInfo> fragments, OptimizeLimits limits, Set<OptimizeReason> reasons) {
        List<FragmentInfo> wasteful = new ArrayList<>(fragments.stream()
                .filter(fragment -> isWasteful(fragment, limits))
                .toList());
        List<FragmentInfo> small = new ArrayList<>(fragments.stream()
                .filter(fragment -> isSmall(fragment, limits) && !isWasteful(fragment, limits))
                .toList());
        if (!wasteful.isEmpty()) {
            reasons.add(OptimizeReason.DELETED_ROWS);
        }
        if (small.size() > limits.smallFragments()) {
            reasons.add(OptimizeReason.SMALL_FRAGMENTS);
        }
        if (reasons.isEmpty()) {
            return List.of();
        }
        wasteful.sort(Comparator.comparingLong(FragmentInfo::deletedRows).reversed());
        small.sort(Comparator.comparingLong(FragmentInfo::rowCount));
        wasteful.addAll(small);
        return wasteful;
    }

    private static boolean isSmall(FragmentInfo fragment, OptimizeLimits limits) {
        return fragment.rowCount() < limits.smallRows() && fragment.sizeBytes() < limits.smallBytes();
    }

    private static boolean isWasteful(FragmentInfo fragment, OptimizeLimits limits) {
        return fragment.deletedRows() >= limits.deletedRows()
                && fragment.deletedRows() * 100 >= fragment.physicalRows() * limits.deletedPercent();
    }

    /** The segments one commit builds. */
    private static SegmentPlan segments(
            IndexShape shape, OptimizeLimits limits, SegmentLimits segmentLimits, Set<OptimizeReason> reasons) {
        SegmentPlan unindexed = SegmentPlan.forUnindexed(shape, segmentLimits);
        SegmentPlan merged =
                SegmentPlan.merging(shape, limits.smallSegmentRows(), limits.smallSegments(), limits.fragmentRows());
        if (!unindexed.segments().isEmpty()) {
            reasons.add(OptimizeReason.UNINDEXED_ROWS);
        }
        if (!merged.segments().isEmpty()) {
            reasons.add(OptimizeReason.INDEX_SEGMENTS);
        }
        return unindexed.segments().isEmpty()
                ? merged
                : new SegmentPlan(List.of(unindexed.segments().getFirst()));
    }

    private static TableHealth health(List<FragmentInfo> fragments, IndexShape shape) {
        return new TableHealth(
                fragments.stream().mapToLong(FragmentInfo::rowCount).sum(),
                fragments.stream().mapToLong(FragmentInfo::deletedRows).sum(),
                fragments.size(),
                shape.segments().size(),
                shape.rows(shape.unindexed()));
    }
}
