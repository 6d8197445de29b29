package dev.sennit.store;

import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.lance.FragmentMetadata;

/** What a version must consist of after a commit: rows by fragment id. */
record CommittedFragments(Map<Integer, Long> rowsByFragment) {
    CommittedFragments {
        rowsByFragment = Map.copyOf(rowsByFragment);
    }

    static CommittedFragments expected(
            List<FragmentMetadata> base,
            List<FragmentMetadata> added,
            List<FragmentMetadata> updated,
            Set<Integer> removed) {
        Map<Integer, Long> rows = new HashMap<>();
        base.forEach(fragment -> rows.put(fragment.getId(), fragment.getNumRows()));
        updated.forEach(fragment -> rows.put(fragment.getId(), fragment.getNumRows()));
        removed.forEach(rows::remove);
        added.forEach(fragment -> rows.put(fragment.getId(), fragment.getNumRows()));
        return new CommittedFragments(rows);
    }

    /** The same fragments as before. */
    static CommittedFragments unchanged(List<FragmentMetadata> base) {
        return expected(base, List.of(), List.of(), Set.of());
    }

    /** Lance checks nothing on a detached commit: a version that is not as computed is garbage, and no one hears of it. */
    void check(String doing, OpenDataset committed) {
        Map<Integer, Long> found = new HashMap<>();
        List<FragmentMetadata> fragments = LanceErrors.call(doing, committed::fragments);
        fragments.forEach(fragment -> found.put(fragment.getId(), fragment.getNumRows()));
        long rows = LanceErrors.call(doing, () -> committed.dataset().countRows());
        long expected =
                rowsByFragment.values().stream().mapToLong(Long::longValue).sum();
        if (fragments.size() != rowsByFragment.size() || !found.equals(rowsByFragment) || rows != expected) {
            throw StoreException.internal(
                    ErrorText.of("cannot " + doing)
                            .cause("the new version has " + rows + " rows in fragments " + found + ", not " + expected
                                    + " in " + rowsByFragment),
                    null);
        }
    }
}
