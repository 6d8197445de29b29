package dev.sennit.store;

import dev.sennit.model.TableId;
import java.util.List;
import java.util.Set;

/**
 * Other columns for a version of a table, planned: which columns keep the data they have, and which are filled anew, with
 * the identities their data will go by. Immutable.
 */
public final class TableEvolution {
    private final TableId table;
    private final TablePin base;
    private final TableSchema target;
    private final Set<String> filled;

    TableEvolution(TableId table, TablePin base, TableSchema target, Set<String> filled) {
        this.table = table;
        this.base = base;
        this.target = target;
        this.filled = Set.copyOf(filled);
    }

    /** The columns there will be. */
    public TableLayout layout() {
        return target.layout();
    }

    /** The columns that are filled, in the order of the layout: what a row of {@link TableStore#writeColumns} has. */
    public List<ColumnLayout> filledLayout() {
        return filledColumns().layout().columns();
    }

    TableSchema target() {
        return target;
    }

    Set<String> filled() {
        return filled;
    }

    TableSchema filledColumns() {
        return new TableSchema(target.columns().stream()
                .filter(column -> filled.contains(column.layout().name()))
                .toList());
    }

    void requireOf(LanceTableVersion version) {
        if (!version.table().equals(table) || !version.pin().equals(base)) {
            throw new IllegalArgumentException("planned for table " + table + " at " + base + ", not for " + version);
        }
    }
}
