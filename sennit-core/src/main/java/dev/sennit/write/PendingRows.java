package dev.sennit.write;

import dev.sennit.manifest.TableLayouts;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;
import it.unimi.dsi.fastutil.longs.LongSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a mutation makes of one table: rows that are new or changed, in the layout's columns, and the addresses of base
 * rows that are gone or have changed.
 */
record PendingRows(List<@Nullable Object[]> rows, LongSet gone) {
    static PendingRows none() {
        return new PendingRows(new ArrayList<>(), new LongOpenHashSet());
    }

    static PendingRows of(PendingType pending) {
        return of(pending, Set.of());
    }

    /** @param hidden the ids of elements that are left out, changed or not */
    static PendingRows of(PendingType pending, Set<String> hidden) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        LongSet gone = new LongOpenHashSet();
        for (PendingElement element : pending.elements()) {
            if (element.isUnchanged() || hidden.contains(element.id)) {
                continue;
            }
            BaseRow base = element.base();
            if (base != null) {
                gone.add(base.address());
            }
            if (element.isPresent()) {
                rows.add(row(element));
            }
        }
        return new PendingRows(rows, gone);
    }

    boolean isEmpty() {
        return rows.isEmpty() && gone.isEmpty();
    }

    private static @Nullable Object[] row(PendingElement element) {
        int system = TableLayouts.systemColumns(element.type).size();
        @Nullable Object[] values = element.rowValues();
        @Nullable Object[] row = new @Nullable Object[system + values.length];
        row[0] = element.id;
        if (system > 1) {
            row[1] = element.source();
            row[2] = element.destination();
        }
        System.arraycopy(values, 0, row, system, values.length);
        return row;
    }
}
