package dev.sennit.merge;

import org.jspecify.annotations.Nullable;

/**
 * The rows of one element in the base and on both sides, all in the columns of the result. A row that did not need to be read
 * is null like one that is not there: the base's is read if both sides changed it, or all were asked for.
 *
 * @param stored the row in the base's table
 * @param base the row in the base, which is another where that is merged of several
 * @param oursStands whether the row of ours is what is stored, and not what stands for it by another DEFAULT
 */
public record ThreeWayRow(
        RowChange change,
        @Nullable Object @Nullable [] stored,
        @Nullable Object @Nullable [] base,
        @Nullable Object @Nullable [] ours,
        @Nullable Object @Nullable [] theirs,
        boolean oursStands) {
    /** The element's {@code _id}. */
    public String id() {
        @Nullable Object @Nullable [] row = ours != null ? ours : theirs != null ? theirs : stored;
        if (row == null || !(row[0] instanceof String id)) {
            throw new IllegalStateException("the element of " + change + " has no row");
        }
        return id;
    }
}
