package dev.sennit.write;

import dev.sennit.model.TableId;
import dev.sennit.schema.ElementType;
import dev.sennit.store.StagedFragment;
import dev.sennit.store.TableChange;
import dev.sennit.store.TablePin;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * What a write changes in one table.
 *
 * @param base the version it is computed against
 * @param change the fragments staged while it was prepared, and what goes from the base
 * @param rejectedRows offsets of staged rows that turned out bad, by index in the change's fragments
 * @param rows rows to be staged once the write is armed, in the layout's columns
 */
record TableEffect(
        ElementType type,
        TableId table,
        TablePin base,
        TableChange change,
        Map<Integer, RoaringBitmap> rejectedRows,
        List<@Nullable Object[]> rows) {
    /** The same on a version that has the fragments of the base, with other columns perhaps. */
    TableEffect onto(TablePin version) {
        return new TableEffect(type, table, version, change, rejectedRows, rows);
    }

    long addedRows() {
        return rows.size()
                + change.added().stream().mapToLong(StagedFragment::rowCount).sum()
                - rejectedRows.values().stream()
                        .mapToLong(RoaringBitmap::getLongCardinality)
                        .sum();
    }

    boolean isEmpty() {
        return rows.isEmpty() && change.isEmpty();
    }
}
