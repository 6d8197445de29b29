package dev.sennit.manifest;

import dev.sennit.store.ManifestTable;
import dev.sennit.store.ManifestTable.ManifestVersion;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Walks a chain's commits newest first, one archive block at a time: the block's slots are read before its segment is
 * asked for, and the segment wins where it exists. Not thread-safe.
 */
public final class CommitCursor {
    private final ManifestTable table;
    private final HistoryArchive archive;
    private final Deque<FoundCommit> block = new ArrayDeque<>();
    private long next;

    CommitCursor(ManifestTable table, HistoryArchive archive, long newest) {
        this.table = table;
        this.archive = archive;
        this.next = newest;
    }

    /** The next older commit, or empty after the first commit of the chain. */
    public Optional<FoundCommit> next() {
        while (block.isEmpty() && next >= 1) {
            readBlock();
        }
        return Optional.ofNullable(block.poll());
    }

    private void readBlock() {
        long newest = next;
        long oldest = HistoryArchive.firstOf(newest);
        next = oldest - 1;
        Map<Long, ManifestVersion> slots = new HashMap<>();
        Optional<Segment> segment = archive.covering(newest);
        if (segment.isEmpty()) {
            for (long version = newest; version >= oldest; version--) {
                long number = version;
                table.read(version).ifPresent(slot -> slots.put(number, slot));
            }
            segment = archive.covering(newest);
        }
        for (long version = newest; version >= oldest; version--) {
            if (segment.isPresent()) {
                StateRows.commit(segment.get().version(version).rows(), version).ifPresent(block::add);
            } else {
                ManifestVersion slot = slots.get(version);
                if (slot == null) {
                    throw BranchChain.missing(version);
                }
                StateRows.commit(slot.rows(), version).ifPresent(block::add);
            }
        }
    }
}
