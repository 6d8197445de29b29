package dev.sennit.store;

import dev.sennit.model.Durability;
import dev.sennit.store.ManifestTable.StateRow;
import java.util.List;
import java.util.Optional;

/** Manifest chains as Lance datasets below a graph's root. Thread-safe. */
public final class LanceManifestTables implements ManifestTables {
    private final LanceRuntime runtime;
    private final StoreLocation root;
    private final Optional<ObjectStore> objects;

    public LanceManifestTables(LanceRuntime runtime, StoreLocation root) {
        this(runtime, root, Optional.empty());
    }

    /**
     * Chains whose cleaned versions' files are removed through an object store.
     *
     * @param objects what is below the root
     */
    public LanceManifestTables(LanceRuntime runtime, StoreLocation root, ObjectStore objects) {
        this(runtime, root, Optional.of(objects));
    }

    private LanceManifestTables(LanceRuntime runtime, StoreLocation root, Optional<ObjectStore> objects) {
        this.runtime = runtime;
        this.root = root;
        this.objects = objects;
    }

    @Override
    public void create(String path, List<StateRow> rows, TransactionIdentity identity) {
        LanceManifestTable.create(runtime, root.child(path), rows, identity, Durability.FULL);
    }

    @Override
    public ManifestTable open(String path) {
        return objects.<ManifestTable>map(store -> new LanceManifestTable(
                        runtime,
                        root.child(path),
                        false,
                        BootTime::read,
                        Optional.of(file -> store.delete(path + "/" + file))))
                .orElseGet(() -> LanceManifestTable.open(runtime, root.child(path)));
    }
}
