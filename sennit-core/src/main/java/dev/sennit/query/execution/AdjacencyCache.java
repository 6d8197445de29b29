package dev.sennit.query.execution;

import dev.sennit.model.TableId;
import dev.sennit.schema.EdgeType;
import dev.sennit.store.TablePin;
import dev.sennit.store.TableVersion;
import java.lang.ref.SoftReference;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Adjacency of edge tables, kept between queries. A version of a table never changes, so nothing here is ever stale.
 * Bounded: what was used longest ago is dropped first, and everything may be dropped when memory gets short.
 * Thread-safe; a version that several queries want at once is read once.
 */
public final class AdjacencyCache {
    private static final int MAX_ENTRIES = 1_000;

    private final long maxBytes;
    private final Map<Key, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

    private record Key(TableId table, TablePin pin) {}

    private static final class Entry {
        private SoftReference<@Nullable Adjacency> adjacency = new SoftReference<>(null);
        private long bytes;
        private long asked;
    }

    /** @param maxBytes estimated bytes to keep */
    public AdjacencyCache(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Whether the adjacency of a table with so many edges fits in at all. */
    boolean hasRoomFor(long edges) {
        return edges < Integer.MAX_VALUE / 2 && edges * 24 <= maxBytes;
    }

    /** The adjacency if it is there without reading anything. */
    Optional<Adjacency> ifPresent(TableVersion table) {
        synchronized (entries) {
            Entry entry = entries.get(new Key(table.table(), table.pin()));
            return entry == null ? Optional.empty() : Optional.ofNullable(entry.adjacency.get());
        }
    }

    /**
     * Notes what a query does without an adjacency.
     *
     * @param cost in edges read in sequence
     * @return the cost of doing without it so far, to all queries together
     */
    long charge(TableVersion table, long cost) {
        synchronized (entries) {
            Entry entry = entries.computeIfAbsent(new Key(table.table(), table.pin()), k -> new Entry());
            entry.asked += cost;
            if (entries.size() > MAX_ENTRIES) {
                evict();
            }
            return entry.asked;
        }
    }

    /** Reads the adjacency of a version of an edge type's table ahead of the queries that will want it. */
    public void warm(TableVersion table, EdgeType type, Cancellation cancellation) {
        get(table, type.source().equals(type.destination()), cancellation);
    }

    /** The adjacency, read if need be. */
    Adjacency get(TableVersion table, boolean sameType, Cancellation cancellation) {
        Entry entry;
        synchronized (entries) {
            entry = entries.computeIfAbsent(new Key(table.table(), table.pin()), k -> new Entry());
        }
        Adjacency adjacency;
        synchronized (entry) {
            adjacency = entry.adjacency.get();
            if (adjacency == null) {
                adjacency = Adjacency.load(table, sameType, cancellation);
                entry.adjacency = new SoftReference<>(adjacency);
                entry.bytes = adjacency.estimatedBytes();
            }
        }
        evict();
        return adjacency;
    }

    private void evict() {
        synchronized (entries) {
            entries.values().removeIf(e -> e.bytes > 0 && e.adjacency.get() == null);
            long bytes = entries.values().stream().mapToLong(e -> e.bytes).sum();
            Iterator<Entry> oldest = entries.values().iterator();
            while ((bytes > maxBytes || entries.size() > MAX_ENTRIES) && oldest.hasNext()) {
                bytes -= oldest.next().bytes;
                oldest.remove();
            }
        }
    }
}
