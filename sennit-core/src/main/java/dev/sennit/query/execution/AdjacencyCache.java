package dev.sennit.query.execution;

import dev.sennit.model.TableId;
import dev.sennit.schema.EdgeType;
import dev.sennit.store.TablePin;
import dev.sennit.store.TableVersion;
import java.lang.ref.SoftReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Adjacency of edge tables, kept between queries. A version of a table never changes, so nothing here is ever stale; and
 * whoever reads the same version, on whatever branch, shares it. A version that differs little from one that is here is
 * made of that. Bounded: what was used longest ago is dropped first, and everything may be dropped when memory gets short.
 * Thread-safe; a version that several queries want at once is read once.
 */
public final class AdjacencyCache {
    private static final int MAX_ENTRIES = 1_000;
    /** So many versions of one table are kept: others are quickly made of them. */
    private static final int VERSIONS_PER_TABLE = 8;

    private final long maxBytes;
    private final Map<Key, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

    /** What queries have done without adjacency, over all versions of a table: what is read of one serves the next. */
    private final Map<TableId, Long> asked = new LinkedHashMap<>(16, 0.75f, true);

    private record Key(TableId table, TablePin pin) {}

    private static final class Entry {
        private volatile SoftReference<@Nullable Adjacency> adjacency = new SoftReference<>(null);
        private volatile boolean filled;
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
        synchronized (asked) {
            long all = asked.merge(table.table(), cost, Long::sum);
            if (asked.size() > MAX_ENTRIES) {
                asked.remove(asked.keySet().iterator().next());
            }
            return all;
        }
    }

    /** How many rows of the table {@link #get} would read. */
    long rowsToRead(TableVersion table) {
        return ifPresent(table).isPresent()
                ? 0
                : nearest(table).map(near -> near.rows).orElse(table.rowCount());
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
                spend(table);
                adjacency = nearest(table)
                        .map(near -> near.adjacency.extend(table, sameType, cancellation))
                        .orElseGet(() -> Adjacency.load(table, sameType, cancellation));
                entry.adjacency = new SoftReference<>(adjacency);
                entry.filled = true;
            }
        }
        evict(table.table());
        return adjacency;
    }

    private void spend(TableVersion table) {
        long rows = rowsToRead(table);
        synchronized (asked) {
            asked.computeIfPresent(table.table(), (id, all) -> Math.max(0, all - rows));
        }
    }

    /** @param rows to read to make the wanted version of it */
    private record Near(Adjacency adjacency, long rows) {}

    /** Of another version, that of which the table's can be made by reading the least, if that is less than all. */
    private Optional<Near> nearest(TableVersion table) {
        List<Adjacency> others = new ArrayList<>();
        synchronized (entries) {
            entries.forEach((key, entry) -> {
                Adjacency other = entry.adjacency.get();
                if (key.table.equals(table.table()) && other != null) {
                    others.add(other);
                }
            });
        }
        return others.stream()
                .map(other -> new Near(other, other.rowsToRead(table)))
                .filter(near -> near.rows < table.rowCount())
                .min(Comparator.comparingLong(Near::rows));
    }

    private void evict(TableId added) {
        synchronized (entries) {
            entries.values().removeIf(e -> e.filled && e.adjacency.get() == null);
            long versions =
                    entries.keySet().stream().filter(k -> k.table.equals(added)).count();
            Iterator<Key> oldest = entries.keySet().iterator();
            while (versions > VERSIONS_PER_TABLE && oldest.hasNext()) {
                if (oldest.next().table.equals(added)) {
                    oldest.remove();
                    versions--;
                }
            }
            Iterator<Entry> least = entries.values().iterator();
            while ((bytes() > maxBytes || entries.size() > MAX_ENTRIES) && least.hasNext()) {
                least.next();
                least.remove();
            }
        }
    }

    /** What versions share counts once. */
    private long bytes() {
        Set<AdjacencyPart> parts = Collections.newSetFromMap(new IdentityHashMap<>());
        entries.values().forEach(entry -> {
            Adjacency adjacency = entry.adjacency.get();
            if (adjacency != null) {
                parts.addAll(adjacency.parts());
            }
        });
        return parts.stream().mapToLong(AdjacencyPart::estimatedBytes).sum();
    }
}
