package dev.sennit.merge;

import org.jspecify.annotations.Nullable;

/**
 * Two rows of an element that was inserted twice, under schemas of which either may lack columns: they mean the same if
 * they agree in what both have. What DEFAULT gives to one that has no value does not disagree with having none.
 */
final class UnitedInsertion {
    private final ColumnMap left;
    private final ColumnMap right;

    /** How the rows of each were mapped. */
    UnitedInsertion(ColumnMap left, ColumnMap right) {
        this.left = left;
        this.right = right;
    }

    /** The row that has what either has; null if they do not agree. */
    @Nullable
    Object @Nullable [] of(@Nullable Object[] ofLeft, @Nullable Object[] ofRight) {
        @Nullable Object[] both = ofLeft.clone();
        for (int i = 0; i < both.length; i++) {
            if (left.lacks(i)) {
                both[i] = ofRight[i];
            } else if (!right.lacks(i) && !SameValue.test(ofLeft[i], ofRight[i])) {
                if (ofLeft[i] == null && right.isFill(i, ofRight[i])) {
                    both[i] = ofRight[i];
                } else if (ofRight[i] != null || !left.isFill(i, ofLeft[i])) {
                    return null;
                }
            }
        }
        return both;
    }
}
