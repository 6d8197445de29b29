package dev.sennit.store;

import dev.sennit.store.ManifestTable.StateRow;
import java.util.List;

/** Creates and opens chains of manifest versions below a graph's root. Thread-safe. */
public interface ManifestTables {
    /**
     * Creates a chain whose version 1 holds the rows, and tags that version. Durable when it returns. The caller has
     * minted the directory's name and nobody else uses it: creation by itself is not exclusive.
     *
     * @param path relative to the graph's root
     */
    void create(String path, List<StateRow> rows, TransactionIdentity identity);

    /**
     * The chain at a path. Nothing is read until it is used.
     *
     * @param path relative to the graph's root
     */
    ManifestTable open(String path);
}
