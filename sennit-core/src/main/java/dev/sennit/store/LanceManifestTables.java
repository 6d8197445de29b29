package dev.sennit.store;

import dev.sennit.model.Durability;
import dev.sennit.store.ManifestTable.StateRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Manifest chains as Lance datasets below a graph's root. Thread-safe. */
public final class LanceManifestTables implements ManifestTables {
    private final LanceRuntime runtime;
    private final StoreLocation root;
    private final Optional<ObjectStore> objects;
    private final Supplier<Optional<Instant>> boot;

    public LanceManifestTables(LanceRuntime runtime, StoreLocation root) {
        this(runtime, root, BootTime::read);
    }

    /**
     * Chains on the local file system.
     *
     * @param boot when the operating system started: what a loss of power tore was written before
     */
    public LanceManifestTables(LanceRuntime runtime, StoreLocation root, Supplier<Optional<Instant>> boot) {
        this(runtime, root, Optional.empty(), boot);
    }

    /**
     * Chains whose cleaned versions' files are removed through an object store.
     *
     * @param objects what is below the root
     */
    public LanceManifestTables(LanceRuntime runtime, StoreLocation root, ObjectStore objects) {
        this(runtime, root, Optional.of(objects), BootTime::read);
    }

    private LanceManifestTables(
            LanceRuntime runtime, StoreLocation root, Optional<ObjectStore> objects, Supplier<Optional<Instant>> boot) {
        this.runtime = runtime;
        this.root = root;
        this.objects = objects;
        this.boot = boot;
    }

    @Override
    public void create(String path, List<StateRow> rows, TransactionIdentity identity) {
        LanceManifestTable.create(runtime, root.child(path), rows, identity, Durability.FULL);
    }

    @Override
    public ManifestTable open(String path) {
        return objects.<ManifestTable>map(store -> new LanceManifestTable(
                        runtime, root.child(path), false, boot, Optional.of(file -> store.delete(path + "/" + file))))
                .orElseGet(() -> new LanceManifestTable(runtime, root.child(path), false, boot));
    }
}
