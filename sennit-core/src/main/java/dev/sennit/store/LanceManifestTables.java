package dev.sennit.store;

import dev.sennit.model.Durability;
import dev.sennit.store.ManifestTable.StateRow;
import java.util.List;

/** Manifest chains as Lance datasets below a graph's root. Thread-safe. */
public final class LanceManifestTables implements ManifestTables {
    private final LanceRuntime runtime;
    private final StoreLocation root;

    public LanceManifestTables(LanceRuntime runtime, StoreLocation root) {
        this.runtime = runtime;
        this.root = root;
    }

    @Override
    public void create(String path, List<StateRow> rows, TransactionIdentity identity) {
        LanceManifestTable.create(runtime, root.child(path), rows, identity, Durability.FULL);
    }

    @Override
    public ManifestTable open(String path) {
        return LanceManifestTable.open(runtime, root.child(path));
    }
}
