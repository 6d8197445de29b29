package dev.sennit.manifest;

import dev.sennit.model.StoreException;
import dev.sennit.store.FileCondition;
import dev.sennit.store.ManifestTable;
import dev.sennit.store.ManifestTable.ManifestVersion;
import dev.sennit.store.ManifestTable.StateRow;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads every version of a chain, archived or not, oldest first, and goes on where one cannot be read. One block of the
 * archive at a time: the slots before the segment, so that a version that is archived meanwhile is met in one of them.
 * Not thread-safe.
 */
public final class ChainExamination {
    private final ManifestTable table;
    private final HistoryArchive archive;
    private final long first;
    private final SchemaMemo schemas = new SchemaMemo();

    ChainExamination(ManifestTable table, HistoryArchive archive, long first) {
        this.table = table;
        this.archive = archive;
        this.first = first;
    }

    /** Takes what is met. */
    public interface Visitor {
        /** The state of a version. */
        void state(StoredState state);

        /** A version that must be there and is neither in the chain nor in the archive. */
        void missing(long version);

        /**
         * Files of a version that are not what was written.
         *
         * @param files what became of each, by path relative to the chain's directory
         */
        void damaged(long version, Map<String, FileCondition> files);

        /** Something that is there and cannot be read. */
        void unreadable(long version, StoreException why);

        /** A slot of the chain that differs from what the archive holds under its number. The archive is right. */
        void stray(long version);
    }

    /** Walks the chain up to the version that is the newest now. */
    public void walk(Visitor visitor) {
        long newest = table.latestVersion();
        Map<Long, Instant> present = new TreeMap<>(table.list());
        for (long from = 1; from <= newest; from += HistoryArchive.LENGTH) {
            walkBlock(Math.max(first, from), Math.min(newest, from + HistoryArchive.LENGTH - 1), present, visitor);
        }
        lookBeyond(newest, visitor);
    }

    /** Whether the newest version is gone: what was written of it is remembered beside it. */
    private void lookBeyond(long newest, Visitor visitor) {
        Map<String, FileCondition> files = table.damage(newest + 1);
        if (!files.isEmpty() && table.latestVersion() == newest) {
            visitor.damaged(newest + 1, files);
        }
    }

    private void walkBlock(long from, long to, Map<Long, Instant> present, Visitor visitor) {
        Map<Long, ManifestVersion> slots = new HashMap<>();
        Set<Long> damaged = new HashSet<>();
        for (long version = from; version <= to; version++) {
            if (present.containsKey(version)) {
                slot(version, damaged, visitor).ifPresent(slot -> slots.put(slot.version(), slot));
            }
        }
        @Nullable Segment segment = segment(from, visitor);
        for (long version = from; version <= to; version++) {
            ManifestVersion slot = slots.get(version);
            if (segment != null && segment.covers(version)) {
                ArchivedVersion archived = segment.version(version);
                if (slot != null && !isSame(slot, archived)) {
                    visitor.stray(version);
                }
                visit(version, archived.stored(), archived.rows(), visitor);
            } else if (slot != null) {
                visit(version, slot.stored(), slot.rows(), visitor);
            } else if (!damaged.contains(version)) {
                visitor.missing(version);
            }
        }
    }

    private Optional<ManifestVersion> slot(long version, Set<Long> damaged, Visitor visitor) {
        Map<String, FileCondition> files = table.damage(version);
        if (!files.isEmpty()) {
            if (table.list().containsKey(version)) {
                visitor.damaged(version, files);
                damaged.add(version);
            }
            return Optional.empty(); // cleaned meanwhile, so the archive has it
        }
        try {
            return table.read(version);
        } catch (StoreException e) {
            visitor.unreadable(version, e);
            damaged.add(version);
            return Optional.empty();
        }
    }

    @Nullable
    private Segment segment(long from, Visitor visitor) {
        try {
            return archive.covering(from).orElse(null);
        } catch (StoreException e) {
            visitor.unreadable(from, e);
            return null;
        }
    }

    private void visit(long version, Instant stored, List<StateRow> rows, Visitor visitor) {
        GraphState state;
        try {
            state = StateCodec.state(rows, BranchChain.where(version), schemas::read);
        } catch (StoreException e) {
            visitor.unreadable(version, e);
            return;
        }
        visitor.state(new StoredState(version, stored, state));
    }

    private static boolean isSame(ManifestVersion slot, ArchivedVersion archived) {
        return slot.transactionUuid().equals(archived.uuid())
                && Set.copyOf(slot.rows()).equals(Set.copyOf(archived.rows()));
    }
}
