package dev.sennit.cli;

import dev.sennit.Diff.TypeSummary;
import dev.sennit.model.ElementChange;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How many elements of each type differ, counted as they stream by. */
final class DiffCounts {
    private DiffCounts() {}

    static List<TypeSummary> of(Iterator<ElementChange> changes) {
        Map<String, Map<ElementChange.Kind, Long>> counts = new LinkedHashMap<>();
        changes.forEachRemaining(change -> counts.computeIfAbsent(
                        change.element().type(), type -> new EnumMap<>(ElementChange.Kind.class))
                .merge(change.kind(), 1L, Long::sum));
        List<TypeSummary> summary = new ArrayList<>();
        counts.forEach((type, count) -> summary.add(new TypeSummary(
                type,
                count.getOrDefault(ElementChange.Kind.INSERTED, 0L),
                count.getOrDefault(ElementChange.Kind.UPDATED, 0L),
                count.getOrDefault(ElementChange.Kind.DELETED, 0L))));
        return summary;
    }
}
