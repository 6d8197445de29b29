package dev.sennit.manifest;

import dev.sennit.store.ManifestTable.ManifestVersion;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongFunction;

/**
 * Walks a chain's versions newest first, within one archive block at a time: slots are read before the block's segment is
 * asked for, and the segment wins where it exists. Most walks end after a few versions, so few are read at first, and
 * twice as many each time after. Not thread-safe.
 */
final class VersionCursor {
    private static final long FIRST_STRIDE = 2;

    private final LongFunction<Optional<ManifestVersion>> slots;
    private final HistoryArchive archive;
    private final Deque<ArchivedVersion> block = new ArrayDeque<>();
    private final long first;
    private long next;
    private long stride = FIRST_STRIDE;

    /** Whether a version was found in a segment: all before it are in segments, too. */
    private boolean archived;

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
        Optional<Segment> segment = archived ? archive.covering(newest) : Optional.empty();
        if (segment.isPresent()) {
            add(segment.get(), newest, oldest);
            return;
        }
        long until = Math.max(oldest, newest - stride + 1);
        stride = Math.min(2 * stride, HistoryArchive.LENGTH);
        Map<Long, ManifestVersion> read = new HashMap<>();
        for (long version = newest; version >= until; version--) {
            Optional<ManifestVersion> slot = slots.apply(version);
            if (slot.isEmpty()) {
                break; // it was cleaned, and so were all before it
            }
            read.put(version, slot.get());
        }
        segment = archive.covering(newest);
        if (segment.isPresent()) {
            archived = true;
            add(segment.get(), newest, oldest);
            return;
        }
        next = until - 1;
        for (long version = newest; version >= until; version--) {
            ManifestVersion slot = read.get(version);
            if (slot == null) {
                throw BranchChain.missing(version);
            }
            block.add(new ArchivedVersion(version, slot.transactionUuid(), slot.stored(), slot.rows()));
        }
    }

    private void add(Segment segment, long newest, long oldest) {
        next = oldest - 1;
        for (long version = newest; version >= oldest; version--) {
            block.add(segment.version(version));
        }
    }
}
