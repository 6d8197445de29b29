package dev.sennit.testkit;

import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import dev.sennit.store.ManifestConflict;
import dev.sennit.store.ManifestTable;
import dev.sennit.store.TransactionIdentity;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A manifest chain in memory: Overwrite is a compare-and-set on the newest version, version 1 is never cleaned. Thread-safe. */
public final class MemoryManifestTable implements ManifestTable {
    private final TreeMap<Long, ManifestVersion> versions = new TreeMap<>();
    private final Clock clock;
    private long newest = 1;

    public MemoryManifestTable(Clock clock, List<StateRow> first, TransactionIdentity identity) {
        this.clock = clock;
        versions.put(1L, new ManifestVersion(1, identity.uuid(), clock.instant(), first));
    }

    @Override
    public synchronized ManifestVersion latest() {
        return versions.lastEntry().getValue();
    }

    @Override
    public synchronized Optional<ManifestVersion> read(long version) {
        return Optional.ofNullable(versions.get(version));
    }

    @Override
    public synchronized long latestVersion() {
        return versions.lastKey();
    }

    @Override
    public synchronized Map<Long, Instant> list() {
        Map<Long, Instant> list = new TreeMap<>();
        versions.forEach((number, version) -> list.put(number, version.stored()));
        return list;
    }

    @Override
    public synchronized long overwrite(long base, List<StateRow> rows, TransactionIdentity identity)
            throws ManifestConflict {
        if (base > newest) {
            throw StoreException.unavailable(ErrorText.of("base version " + base + " was not found"), null);
        }
        long wanted = base + 1;
        // As Lance: versions that were cleaned meanwhile are not seen, only the ones present after the base.
        if (!versions.tailMap(wanted, true).isEmpty()) {
            throw new ManifestConflict("Retryable commit conflict for version " + wanted, new IllegalStateException());
        }
        versions.put(wanted, new ManifestVersion(wanted, identity.uuid(), clock.instant(), rows));
        newest = Math.max(newest, wanted);
        return wanted;
    }

    /**
     * What a commit does whose last request was held up: it takes its version's place if that is free, also when newer
     * versions exist and the place was cleaned.
     *
     * @return whether it was free
     */
    public synchronized boolean writeLate(long base, List<StateRow> rows, TransactionIdentity identity) {
        long wanted = base + 1;
        newest = Math.max(newest, wanted);
        return versions.putIfAbsent(wanted, new ManifestVersion(wanted, identity.uuid(), clock.instant(), rows))
                == null;
    }

    @Override
    public void sync(long version) {
        // Memory has nothing to sync.
    }

    @Override
    public synchronized void cleanBefore(long version) {
        versions.headMap(Math.min(version, newest), false).keySet().removeIf(number -> number != 1);
    }
}
