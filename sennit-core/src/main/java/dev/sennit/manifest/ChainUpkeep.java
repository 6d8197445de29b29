package dev.sennit.manifest;

import dev.sennit.store.ManifestTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;

/**
 * Shortens a chain: writes the history segments of its oldest versions, and only then cleans those versions. Any number
 * of processes may do so at once; stopping anywhere leaves work for the next and nothing broken.
 */
final class ChainUpkeep {
    private final ManifestTable table;
    private final HistoryArchive archive;
    private final RecentVersions recent;
    private final long first;
    private final ChainLimits limits;

    /** @param first the first version that holds a state of this chain */
    ChainUpkeep(ManifestTable table, HistoryArchive archive, RecentVersions recent, long first, ChainLimits limits) {
        this.table = table;
        this.archive = archive;
        this.recent = recent;
        this.first = first;
        this.limits = limits;
    }

    /** @param now a time by the store's clock that has passed; when the newest version was written counts, too */
    void shorten(Instant now, UpkeepSteps steps) {
        NavigableSet<Long> chain = table.versions();
        // Version 1 is tagged and stays for ever: it counts only while the ones after it are there too.
        int length = chain.contains(2L) ? chain.size() : chain.tailSet(2L).size();
        if (length <= limits.maxVersions()) {
            return;
        }
        long newest = chain.last();
        Instant newestStored = table.stored(newest).orElse(Instant.MIN);
        Instant latest = now.isAfter(newestStored) ? now : newestStored;
        long cleanBefore = 0;
        Long oldest = chain.higher(1L);
        long from = oldest == null || chain.contains(2L) ? 1 : HistoryArchive.firstOf(oldest);
        for (; ; from += HistoryArchive.LENGTH) {
            long to = from + HistoryArchive.LENGTH - 1;
            // A version's age counts from its successor: until then it was the newest, and whoever listed it may read
            // it.
            if (to > newest - limits.minVersions() || isYoung(to + 1, chain, latest)) {
                break;
            }
            if (archive.covering(from).isEmpty()) {
                Optional<Segment> segment = read(from, to);
                if (segment.isEmpty()) {
                    break;
                }
                archive.put(segment.get());
                steps.segmentWritten();
            }
            cleanBefore = to + 1;
        }
        if (cleanBefore > 0) {
            table.cleanBefore(cleanBefore, this::archivedUuid);
            recent.forgetBefore(cleanBefore);
            steps.versionsCleaned();
        }
    }

    private boolean isYoung(long version, NavigableSet<Long> chain, Instant latest) {
        return chain.contains(version)
                && table.stored(version)
                        .filter(stored -> stored.plus(limits.minAge()).isAfter(latest))
                        .isPresent();
    }

    /**
     * Archives versions that nothing will follow, unless they are archived.
     *
     * @param from the first of a segment
     */
    void archive(long from, long to, UpkeepSteps steps) {
        while (archive.covering(to).isEmpty()) {
            Optional<Segment> segment = read(from, to);
            if (segment.isPresent()) {
                archive.put(segment.get());
                steps.segmentWritten();
            } else if (archive.covering(to).isEmpty()) {
                throw BranchChain.missing(to);
            }
        }
    }

    /** The segment's versions as the chain holds them; empty if another process cleaned one meanwhile. */
    private Optional<Segment> read(long from, long to) {
        List<ArchivedVersion> versions = new ArrayList<>();
        for (long version = from; version <= to; version++) {
            if (version < first) {
                // Nobody asks for it; and what a native branch begins with cannot be read once its graph was moved.
                versions.add(new ArchivedVersion(version, "", Instant.EPOCH, List.of()));
                continue;
            }
            long number = version;
            Optional<ArchivedVersion> present = written(number).or(() -> stored(number));
            if (present.isEmpty()) {
                return Optional.empty();
            }
            versions.add(present.get());
        }
        return Optional.of(new Segment(from, versions));
    }

    private Optional<ArchivedVersion> written(long version) {
        return recent.find(version)
                .flatMap(written -> table.stored(version)
                        .map(stored -> new ArchivedVersion(version, written.uuid(), stored, written.rows())));
    }

    private Optional<ArchivedVersion> stored(long version) {
        return table.read(version)
                .map(slot -> new ArchivedVersion(version, slot.transactionUuid(), slot.stored(), slot.rows()));
    }

    private Optional<String> archivedUuid(long version) {
        return archive.covering(version).map(segment -> segment.version(version).uuid());
    }
}
