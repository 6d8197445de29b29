package dev.sennit.write;

import dev.sennit.manifest.TableLayouts;
import dev.sennit.schema.ElementType;
import dev.sennit.store.TableVersion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * How the fragments of a table version are indexed. The indexed columns of a table always get their segments together,
 * so one of them speaks for all.
 *
 * @param fragments rows by fragment, in scan order
 * @param segments the fragments each segment covers
 */
record IndexShape(Map<Integer, Long> fragments, List<Set<Integer>> segments) {
    static IndexShape of(TableVersion version, ElementType type) {
        Map<Integer, Long> rows = new LinkedHashMap<>();
        version.fragments().forEach(fragment -> rows.put(fragment.id(), fragment.rowCount()));
        return new IndexShape(
                rows, version.indexSegments(TableLayouts.systemColumns(type).getFirst()));
    }

    long rows(Collection<Integer> some) {
        return some.stream()
                .mapToLong(fragment -> Objects.requireNonNull(fragments.get(fragment)))
                .sum();
    }

    /** The fragments that no segment covers. */
    List<Integer> unindexed() {
        Set<Integer> covered = new HashSet<>();
        segments.forEach(covered::addAll);
        return fragments.keySet().stream()
                .filter(fragment -> !covered.contains(fragment))
                .toList();
    }

    /** The shape with some fragments gone and others added. */
    IndexShape replacing(Collection<Integer> removed, Map<Integer, Long> added) {
        Map<Integer, Long> left = new LinkedHashMap<>(fragments);
        left.keySet().removeAll(removed);
        left.putAll(added);
        List<Set<Integer>> covered = new ArrayList<>();
        for (Set<Integer> segment : segments) {
            Set<Integer> remaining = new HashSet<>(segment);
            remaining.removeAll(removed);
            if (!remaining.isEmpty()) {
                covered.add(remaining);
            }
        }
        return new IndexShape(left, covered);
    }

    /** The shape with one more segment, in the place of those it covers whole. */
    IndexShape with(Collection<Integer> segment) {
        Set<Integer> added = Set.copyOf(segment);
        List<Set<Integer>> all = new ArrayList<>(
                segments.stream().filter(each -> !added.containsAll(each)).toList());
        all.add(added);
        return new IndexShape(fragments, all);
    }
}
