package dev.sennit.manifest;

import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import dev.sennit.store.FileCondition;
import dev.sennit.store.ManifestTable;
import dev.sennit.store.ManifestTable.ManifestVersion;
import java.util.Map;
import java.util.Optional;

/**
 * Walks the states of a chain, control states included, newest first, as {@link VersionCursor} walks its versions.
 * Nothing is taken from memory. Not thread-safe.
 */
public final class StateCursor {
    private final ManifestTable table;
    private final VersionCursor versions;
    private final SchemaMemo schemas = new SchemaMemo();

    StateCursor(ManifestTable table, HistoryArchive archive, long first) {
        this.table = table;
        this.versions = new VersionCursor(this::read, archive, table.latestVersion(), first);
    }

    /**
     * The next older state, or empty after the first of the chain.
     *
     * @throws StoreException CORRUPTION if it is missing or cannot be read
     */
    public Optional<StoredState> next() {
        return versions.next()
                .map(version -> new StoredState(
                        version.version(),
                        version.stored(),
                        StateCodec.state(version.rows(), BranchChain.where(version.version()), schemas::read)));
    }

    private Optional<ManifestVersion> read(long version) {
        Map<String, FileCondition> damage = table.damage(version);
        if (damage.isEmpty()) {
            return table.read(version);
        }
        if (table.list().containsKey(version)) {
            throw StoreException.corruption(
                    ErrorText.of(BranchChain.where(version) + " is damaged")
                            .cause("its files " + damage.keySet() + " are not what was written")
                            .remedy("'sennit check' tells more"),
                    null);
        }
        return Optional.empty(); // cleaned meanwhile, so the archive has it
    }
}
