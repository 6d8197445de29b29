package dev.sennit.merge;

import dev.sennit.model.Element;
import dev.sennit.model.MergeConflict;
import dev.sennit.model.MergeSide;
import dev.sennit.store.TableLayout;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Merges the elements of one type, property by property. What one side changed and the other did not is as the one has it;
 * what both changed is a conflict unless they made it the same. The endpoints of an edge count as one property.
 */
public final class ElementMerge {
    private static final MergeDecision KEEP = new MergeDecision.Keep();
    private static final MergeDecision DELETE = new MergeDecision.Delete();

    private final RowShape shape;
    private final ConflictList conflicts;

    /** @param shape of the rows that are merged, and of what comes of them */
    public ElementMerge(RowShape shape, ConflictList conflicts) {
        this.shape = shape;
        this.conflicts = conflicts;
    }

    /**
     * What becomes of an element.
     *
     * @param override the side the whole element is to be taken from, whatever changed; empty for none
     */
    public MergeDecision decide(ThreeWayRow row, Optional<MergeSide> override) {
        if (override.isPresent()) {
            return override.get() == MergeSide.OURS ? KEEP : theirs(row);
        }
        if (!row.change().theirsChanged()) {
            return KEEP;
        }
        if (!row.change().oursChanged()) {
            return theirs(row);
        }
        @Nullable Object @Nullable [] base = row.base();
        @Nullable Object @Nullable [] our = row.ours();
        @Nullable Object @Nullable [] their = row.theirs();
        if (our == null) {
            return their == null || base != null && same(base, their) ? KEEP : deletedByUs(row, their);
        }
        if (their == null) {
            return base != null && same(base, our) ? DELETE : deletedByThem(row, our);
        }
        return base == null ? bothInserted(row, our, their) : properties(row, base, our, their);
    }

    private static MergeDecision theirs(ThreeWayRow row) {
        @Nullable Object @Nullable [] our = row.ours();
        @Nullable Object @Nullable [] their = row.theirs();
        if (their == null) {
            return our == null ? KEEP : DELETE;
        }
        return our != null && same(our, their) ? KEEP : new MergeDecision.Put(their, true);
    }

    private MergeDecision deletedByUs(ThreeWayRow row, @Nullable Object[] their) {
        MergeConflict conflict = new MergeConflict.DeleteUpdate(shape.name(row.id()), MergeSide.OURS, element(their));
        return wins(conflict, MergeSide.THEIRS) ? new MergeDecision.Put(their, true) : KEEP;
    }

    private MergeDecision deletedByThem(ThreeWayRow row, @Nullable Object[] our) {
        MergeConflict conflict = new MergeConflict.DeleteUpdate(shape.name(row.id()), MergeSide.THEIRS, element(our));
        return wins(conflict, MergeSide.THEIRS) ? DELETE : KEEP;
    }

    private MergeDecision bothInserted(ThreeWayRow row, @Nullable Object[] our, @Nullable Object[] their) {
        if (same(our, their)) {
            return KEEP;
        }
        MergeConflict conflict = new MergeConflict.DivergentInsert(shape.name(row.id()), element(our), element(their));
        return wins(conflict, MergeSide.THEIRS) ? new MergeDecision.Put(their, true) : KEEP;
    }

    private MergeDecision properties(
            ThreeWayRow row, @Nullable Object[] base, @Nullable Object[] our, @Nullable Object[] their) {
        @Nullable Object[] merged = our.clone();
        int system = shape.systemColumns();
        if (system > 1 && !same(our, their, 1, system)) {
            endpoints(row, base, our, their, merged);
        }
        for (int i = system; i < merged.length; i++) {
            if (!SameValue.test(our[i], their[i]) && !SameValue.test(base[i], their[i])) {
                boolean takesTheirs = SameValue.test(base[i], our[i])
                        || wins(
                                new MergeConflict.DivergentProperty(
                                        shape.name(row.id()),
                                        shape.columns().get(i).name(),
                                        VirtualRows.shown(base[i]),
                                        VirtualRows.isDivergent(base[i]),
                                        our[i],
                                        their[i]),
                                MergeSide.THEIRS);
                if (takesTheirs) {
                    merged[i] = their[i];
                }
            }
        }
        return same(merged, our) ? KEEP : new MergeDecision.Put(merged, same(merged, their));
    }

    private void endpoints(
            ThreeWayRow row,
            @Nullable Object[] base,
            @Nullable Object[] our,
            @Nullable Object[] their,
            @Nullable Object[] merged) {
        int system = shape.systemColumns();
        boolean basesDiffer = VirtualRows.isDivergent(base[1]) || VirtualRows.isDivergent(base[2]);
        boolean takesTheirs = !same(base, their, 1, system)
                && (same(base, our, 1, system)
                        || wins(
                                new MergeConflict.DivergentProperty(
                                        shape.name(row.id()),
                                        TableLayout.SOURCE + ", " + TableLayout.DESTINATION,
                                        basesDiffer ? null : ends(base),
                                        basesDiffer,
                                        ends(our),
                                        ends(their)),
                                MergeSide.THEIRS));
        if (takesTheirs) {
            merged[1] = their[1];
            merged[2] = their[2];
        }
    }

    private static String ends(@Nullable Object[] row) {
        return VirtualRows.shown(row[1]) + "->" + VirtualRows.shown(row[2]);
    }

    private boolean wins(MergeConflict conflict, MergeSide side) {
        return conflicts.meet(conflict).filter(winner -> winner == side).isPresent();
    }

    private Element element(@Nullable Object[] row) {
        return shape.element(row);
    }

    private static boolean same(@Nullable Object[] a, @Nullable Object[] b) {
        return same(a, b, 0, a.length);
    }

    private static boolean same(@Nullable Object[] a, @Nullable Object[] b, int from, int to) {
        for (int i = from; i < to; i++) {
            if (!SameValue.test(a[i], b[i])) {
                return false;
            }
        }
        return true;
    }
}
