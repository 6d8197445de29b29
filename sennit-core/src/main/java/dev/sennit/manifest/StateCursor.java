package dev.sennit.manifest;

import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import dev.sennit.store.FileCondition;
import dev.sennit.store.ManifestTable;
import dev.sennit.store.ManifestTable.ManifestVersion;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Walks the states of a chain, control states included, newest first, one archive block at a time: the block's slots are
 * read before its segment is asked for, and the segment wins where it exists. Nothing is taken from memory. Not
 * thread-safe.
 */
public final class StateCursor {
    private final ManifestTable table;
    private final HistoryArchive archive;
    private final SchemaMemo schemas = new SchemaMemo();
    private final Deque<ArchivedVersion> block = new ArrayDeque<>();
    private long next;

    StateCursor(ManifestTable table, HistoryArchive archive) {
        this.table = table;
        this.archive = archive;
        this.next = table.latestVersion();
    }

    /**
     * The next older state, or empty after the first of the chain.
     *
     * @throws StoreException CORRUPTION if it is missing or cannot be read
     */
    public Optional<StoredState> next() {
        while (block.isEmpty() && next >= 1) {
            readBlock();
        }
        return Optional.ofNullable(block.poll())
                .map(version -> new StoredState(
                        version.version(),
                        version.stored(),
                        StateCodec.state(version.rows(), BranchChain.where(version.version()), schemas::read)));
    }

    private void readBlock() {
        long newest = next;
        long oldest = HistoryArchive.firstOf(newest);
        next = oldest - 1;
        Map<Long, ManifestVersion> slots = new HashMap<>();
        Optional<Segment> segment = archive.covering(newest);
        if (segment.isEmpty()) {
            for (long version = oldest; version <= newest; version++) {
                read(version).ifPresent(slot -> slots.put(slot.version(), slot));
            }
            segment = archive.covering(newest);
        }
        for (long version = newest; version >= oldest; version--) {
            if (segment.isPresent()) {
                block.add(segment.get().version(version));
                continue;
            }
            ManifestVersion slot = slots.get(version);
            if (slot == null) {
                throw BranchChain.missing(version);
            }
            block.add(new ArchivedVersion(version, slot.transactionUuid(), slot.stored(), slot.rows()));
        }
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
