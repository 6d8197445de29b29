package dev.sennit.manifest;

import dev.sennit.store.ManifestTable.StateRow;
import java.time.Instant;
import java.util.List;

/**
 * A manifest version as a history segment holds it.
 *
 * @param uuid of the transaction that wrote it
 * @param stored when it was written, by the store's clock
 */
record ArchivedVersion(long version, String uuid, Instant stored, List<StateRow> rows) {
    ArchivedVersion {
        rows = List.copyOf(rows);
    }
}
