package dev.sennit.manifest;

import dev.sennit.store.ManifestConflict;
import dev.sennit.store.ManifestTable;
import dev.sennit.store.TransactionIdentity;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A chain that has ended, as its archive holds it. Nothing can be added to it. */
final class ArchivedManifestTable implements ManifestTable {
    private final HistoryArchive archive;
    private final long last;

    /** @param last the newest version */
    ArchivedManifestTable(HistoryArchive archive, long last) {
        this.archive = archive;
        this.last = last;
    }

    @Override
    public ManifestVersion latest() {
        return read(last).orElseThrow(() -> BranchChain.missing(last));
    }

    @Override
    public Optional<ManifestVersion> read(long version) {
        return archive.covering(version).map(segment -> {
            ArchivedVersion archived = segment.version(version);
            return new ManifestVersion(version, archived.uuid(), archived.stored(), archived.rows());
        });
    }

    @Override
    public long latestVersion() {
        return last;
    }

    @Override
    public Map<Long, Instant> list() {
        Map<Long, Instant> versions = new TreeMap<>();
        for (long version = 1; version <= last; version++) {
            read(version).ifPresent(found -> versions.put(found.version(), found.stored()));
        }
        return versions;
    }

    @Override
    public long overwrite(long base, List<StateRow> rows, TransactionIdentity identity) throws ManifestConflict {
        throw new ManifestConflict(
                "cannot commit version " + (base + 1) + ": the branch was deleted",
                new IllegalStateException("the chain has ended"));
    }

    @Override
    public void sync(long version) {
        // segments are durable when they are written
    }

    @Override
    public void cleanBefore(long version) {
        // there is nothing but the archive
    }
}
