package dev.sennit.store;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.roaringbitmap.RoaringBitmap;

/**
 * What one commit does to a table.
 *
 * @param added fragments written with {@link TableStore#writeFragment}
 * @param deletedRows offsets of rows to delete, by id of a fragment of the base
 * @param removedFragments fragments of the base to remove whole
 */
public record TableChange(
        List<StagedFragment> added, Map<Integer, RoaringBitmap> deletedRows, Set<Integer> removedFragments) {
    public TableChange {
        added = List.copyOf(added);
        deletedRows = Map.copyOf(deletedRows);
        removedFragments = Set.copyOf(removedFragments);
    }

    /** A change that only adds fragments. */
    public static TableChange adding(List<StagedFragment> added) {
        return new TableChange(added, Map.of(), Set.of());
    }

    public boolean isEmpty() {
        return added.isEmpty() && deletedRows.isEmpty() && removedFragments.isEmpty();
    }
}
