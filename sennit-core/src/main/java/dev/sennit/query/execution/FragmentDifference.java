package dev.sennit.query.execution;

import dev.sennit.store.FragmentInfo;
import dev.sennit.store.TableVersion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How the fragments of one version of a table differ from those of another. Fragments are the same if they have the same
 * files and the same number, which is in the addresses of their rows.
 *
 * @param kept with the same rows
 * @param changed with rows deleted that the other has
 * @param added that the other has not, or that have rows which the other lacks
 */
record FragmentDifference(List<FragmentInfo> kept, List<FragmentInfo> changed, List<FragmentInfo> added) {
    static FragmentDifference between(Collection<FragmentInfo> known, Collection<FragmentInfo> wanted) {
        Map<Integer, FragmentInfo> byId = new HashMap<>();
        known.forEach(fragment -> byId.put(fragment.id(), fragment));
        List<FragmentInfo> kept = new ArrayList<>();
        List<FragmentInfo> changed = new ArrayList<>();
        List<FragmentInfo> added = new ArrayList<>();
        for (FragmentInfo other : wanted) {
            FragmentInfo own = byId.get(other.id());
            if (own == null
                    || !own.files().equals(other.files())
                    || !own.fieldIds().equals(other.fieldIds())
                    || own.deletedRows() > other.deletedRows()) {
                added.add(other);
            } else if (own.deletionFile().equals(other.deletionFile())) {
                kept.add(other);
            } else {
                changed.add(other);
            }
        }
        return new FragmentDifference(kept, changed, added);
    }

    /**
     * What it costs to make the one of the other, in rows read in sequence.
     *
     * @param table the version that is wanted
     */
    long rowsToRead(TableVersion table) {
        return changed.stream().mapToLong(table::costOfDeletedRows).sum()
                + added.stream().mapToLong(FragmentInfo::rowCount).sum();
    }

    List<Integer> addedIds() {
        return added.stream().map(FragmentInfo::id).toList();
    }
}
