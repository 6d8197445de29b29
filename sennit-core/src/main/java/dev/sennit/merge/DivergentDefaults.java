package dev.sennit.merge;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where schemas have applied DEFAULTs that differ, and one was chosen: an element that has what the other gave, and had no
 * value of its own before, has not been changed, and has what the chosen one gives. An element that was inserted keeps what
 * it has.
 */
final class DivergentDefaults {
    private final ColumnMap base;
    private final ColumnMap ours;
    private final ColumnMap theirs;
    private final List<Integer> columns = new ArrayList<>();

    /** How the rows of each state were mapped. */
    DivergentDefaults(ColumnMap base, ColumnMap ours, ColumnMap theirs, int columns) {
        this.base = base;
        this.ours = ours;
        this.theirs = theirs;
        for (int i = 0; i < columns; i++) {
            if (replaces(base, i) || replaces(ours, i) || replaces(theirs, i)) {
                this.columns.add(i);
            }
        }
    }

    private static boolean replaces(ColumnMap map, int column) {
        return map.defaultOf(column).replaced().isPresent();
    }

    boolean isEmpty() {
        return columns.isEmpty();
    }

    /** Changes rows, which are mapped already, to what they stand for. What is not there is null. */
    void settle(
            @Nullable Object @Nullable [] ofBase,
            @Nullable Object @Nullable [] ofOurs,
            @Nullable Object @Nullable [] ofTheirs) {
        if (ofBase == null) {
            return;
        }
        for (int column : columns) {
            ColumnDefault then = base.defaultOf(column);
            if (then.replaces(ofBase[column])
                    && (hasReplacement(ours, ofOurs, then, column) || hasReplacement(theirs, ofTheirs, then, column))) {
                // A side that chose between the two since then has it from there.
                ofBase[column] = then.replacement().orElse(null);
            }
            settle(ofBase, ours, ofOurs, column);
            settle(ofBase, theirs, ofTheirs, column);
        }
    }

    private static boolean hasReplacement(
            ColumnMap map, @Nullable Object @Nullable [] row, ColumnDefault then, int column) {
        return row != null && !replaces(map, column) && then.isReplacement(row[column]);
    }

    private static void settle(
            @Nullable Object[] ofBase, ColumnMap map, @Nullable Object @Nullable [] row, int column) {
        ColumnDefault own = map.defaultOf(column);
        if (row != null && own.replaces(row[column]) && own.isReplacement(ofBase[column])) {
            row[column] = own.replacement().orElse(null);
        }
    }
}
