package dev.sennit.query.execution;

import dev.sennit.model.PropertyType;
import dev.sennit.model.TableId;
import dev.sennit.schema.ElementType;
import dev.sennit.store.TablePin;
import dev.sennit.store.TableVersion;
import java.lang.ref.SoftReference;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that queries ask for again and again, kept between them. A table is read into memory once as much was asked of it,
 * by all queries together, as reading it whole costs; so no series of queries takes more than twice what it would at
 * best. A version of a table never changes, so nothing here is ever stale. Bounded: what was used longest ago is dropped
 * first, and everything may be dropped when memory gets short. Thread-safe.
 */
public final class NodeCache {
    /** Keeps nothing. */
    public static final NodeCache NONE = new NodeCache(0);

    private static final int MAX_ENTRIES = 1_000;
    private static final long ROWS_PER_REQUEST = 2_000;
    private static final long ROWS_PER_NODE = 20;
    private static final long BYTES_PER_NODE = 96;
    private static final long BYTES_PER_VALUE = 48;

    private final long maxBytes;
    private final Map<Key, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);

    private record Key(TableId table, TablePin pin) {}

    private static final class Entry {
        private SoftReference<@Nullable StoredNodes> nodes = new SoftReference<>(null);
        private long bytes;
        private long asked;
    }

    /** @param maxBytes estimated bytes to keep */
    public NodeCache(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** What finding so many nodes through the index costs, in rows read in sequence. */
    static long costOfFinding(long nodes) {
        return ROWS_PER_REQUEST + ROWS_PER_NODE * nodes;
    }

    /**
     * The nodes of a table with some of their properties, if they are in memory or worth reading by now.
     *
     * @param cost of doing without them this time, in rows read in sequence
     */
    Optional<StoredNodes> nodes(
            TableVersion table, ElementType type, List<String> properties, long cost, Cancellation cancellation) {
        if (maxBytes == 0 || !properties.stream().allMatch(p -> isSmall(type, p))) {
            return Optional.empty();
        }
        Entry entry;
        synchronized (entries) {
            entry = entries.computeIfAbsent(new Key(table.table(), table.pin()), k -> new Entry());
        }
        StoredNodes nodes;
        synchronized (entry) {
            nodes = entry.nodes.get();
            long missing = missing(nodes, properties);
            if (nodes == null || missing > 0) {
                entry.asked += cost;
                long rows = table.rowCount();
                long bytes = (nodes == null ? BYTES_PER_NODE * rows : entry.bytes) + missing * BYTES_PER_VALUE * rows;
                if (entry.asked < rows || bytes > maxBytes) {
                    return Optional.empty();
                }
                nodes = nodes == null ? StoredNodes.load(table, cancellation) : nodes;
                nodes.columns(properties, table, cancellation);
                entry.nodes = new SoftReference<>(nodes);
                entry.bytes = bytes;
                entry.asked = 0;
            }
        }
        evict();
        return Optional.of(nodes);
    }

    private static long missing(@Nullable StoredNodes nodes, List<String> properties) {
        return nodes == null
                ? properties.size()
                : properties.stream().filter(p -> !nodes.has(p)).count();
    }

    /** Whether values of the property are small, and cannot be changed by whoever gets them. */
    private static boolean isSmall(ElementType type, String property) {
        return switch (type.propertyType(property).orElseThrow()) {
            case PropertyType.Scalar scalar ->
                scalar != PropertyType.Scalar.BYTES && scalar != PropertyType.Scalar.JSON;
            case PropertyType.Enumeration ignored -> true;
            case PropertyType.Decimal ignored -> true;
            default -> false;
        };
    }

    private void evict() {
        synchronized (entries) {
            entries.values().removeIf(e -> e.bytes > 0 && e.nodes.get() == null);
            long bytes = entries.values().stream().mapToLong(e -> e.bytes).sum();
            Iterator<Entry> oldest = entries.values().iterator();
            while ((bytes > maxBytes || entries.size() > MAX_ENTRIES) && oldest.hasNext()) {
                bytes -= oldest.next().bytes;
                oldest.remove();
            }
        }
    }
}
