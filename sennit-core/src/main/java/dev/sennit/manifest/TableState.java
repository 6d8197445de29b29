package dev.sennit.manifest;

import dev.sennit.model.CommitId;
import dev.sennit.model.TableId;
import dev.sennit.store.TablePin;
import java.util.Map;
import java.util.Objects;

/**
 * What a graph state says of one live table.
 *
 * @param table the table
 * @param type the name of the type whose rows it holds
 * @param pin the version the state names
 * @param setter the commit that set the pin; part of every read set, so that a table can never return to an old value
 * @param rowCount rows of that version
 * @param indexedRows rows that BTREE segments cover, by column
 */
public record TableState(
        TableId table, String type, TablePin pin, CommitId setter, long rowCount, Map<String, Long> indexedRows) {
    public TableState {
        Objects.requireNonNull(table, "table");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(pin, "pin");
        Objects.requireNonNull(setter, "setter");
        indexedRows = Map.copyOf(indexedRows);
    }

    /** Whether both name the same version of the same table. */
    public boolean isVersionOf(TableState other) {
        return table.equals(other.table) && pin.equals(other.pin);
    }
}
