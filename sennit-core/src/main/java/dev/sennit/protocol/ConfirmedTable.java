package dev.sennit.protocol;

import dev.sennit.store.TablePin;
import java.util.Map;

/**
 * What an effect achieved on one table: the value for an output slot of the manifest delta.
 *
 * @param rowCount rows of the version
 * @param indexedRows rows that BTREE segments cover, by column
 */
public record ConfirmedTable(TablePin pin, long rowCount, Map<String, Long> indexedRows) {
    public ConfirmedTable {
        indexedRows = Map.copyOf(indexedRows);
    }
}
