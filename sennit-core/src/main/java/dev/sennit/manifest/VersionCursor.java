package dev.sennit.manifest;

import dev.sennit.store.ManifestTable.ManifestVersion;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Walks a chain's versions newest first, one archive block at a time: the block's slots are read before its segment is
 * asked for, and the segment wins where it exists. Not thread-safe.
 */
final class VersionCursor {
    private final LongFunction<Optional<ManifestVersion>> slots;
    private final HistoryArchive archive;
    private final Deque<ArchivedVersion> block = new ArrayDeque<>();
    private final long first;
    private long next;

    /**
     * @param slots reads a slot of the chain; empty if it has been cleaned
     * @param newest where to begin
     * @param first where to end
     */
    VersionCursor(LongFunction<Optional<ManifestVersion>> slots, HistoryArchive archive, long newest, long first) {
        this.slots = slots;
        this.archive = archive;
        this.next = newest;
        this.first = first;
    }

    /** The next older version, or empty after the first of the chain. */
    Optional<ArchivedVersion> next() {
        while (block.isEmpty() && next >= first) {
            readBlock();
        }
        return Optional.ofNullable(block.poll());
    }

    private void readBlock() {
        long newest = next;
        long oldest = Math.max(first, HistoryArchive.firstOf(newest));
        next = oldest - 1;
        Map<Long, ManifestVersion> read = new HashMap<>();
        Optional<Segment> segment = archive.covering(newest);
        if (segment.isEmpty()) {
            for (long version = newest; version >= oldest; version--) {
                slots.apply(version).ifPresent(slot -> read.put(slot.version(), slot));
            }
            segment = archive.covering(newest);
        }
        for (long version = newest; version >= oldest; version--) {
            if (segment.isPresent()) {
                block.add(segment.get().version(version));
                continue;
            }
            ManifestVersion slot = read.get(version);
            if (slot == null) {
                throw BranchChain.missing(version);
            }
            block.add(new ArchivedVersion(version, slot.transactionUuid(), slot.stored(), slot.rows()));
        }
    }
}
