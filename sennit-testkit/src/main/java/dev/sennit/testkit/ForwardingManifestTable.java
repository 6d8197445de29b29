package dev.sennit.testkit;

import dev.sennit.store.ManifestConflict;
import dev.sennit.store.ManifestTable;
import dev.sennit.store.TransactionIdentity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A manifest chain that passes each call on, for tests to override some. Commits of any durability go through
 * {@link #overwrite(long, List, TransactionIdentity)}, so that one method sees them all. Thread-safe if what it decorates
 * is.
 */
public abstract class ForwardingManifestTable implements ManifestTable {
    private final ManifestTable table;

    protected ForwardingManifestTable(ManifestTable table) {
        this.table = table;
    }

    @Override
    public ManifestVersion latest() {
        return table.latest();
    }

    @Override
    public Optional<ManifestVersion> read(long version) {
        return table.read(version);
    }

    @Override
    public long latestVersion() {
        return table.latestVersion();
    }

    @Override
    public Map<Long, Instant> list() {
        return table.list();
    }

    @Override
    public long overwrite(long base, List<StateRow> rows, TransactionIdentity identity) throws ManifestConflict {
        return table.overwrite(base, rows, identity);
    }

    @Override
    public void sync(long version) {
        table.sync(version);
    }

    @Override
    public void cleanBefore(long version) {
        table.cleanBefore(version);
    }
}
