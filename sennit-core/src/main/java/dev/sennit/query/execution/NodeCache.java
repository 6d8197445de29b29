package dev.sennit.query.execution;

import dev.sennit.model.PropertyType;
import dev.sennit.model.TableId;
import dev.sennit.schema.ElementType;
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
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that queries ask for again and again, kept between them. A table is read into memory once as much was asked of it,
 * by all queries together, as reading it whole costs; so no series of queries takes more than twice what it would at
 * best. A version of a table never changes, so nothing here is ever stale; and whoever reads the same version, on whatever
 * branch, shares it. A version that differs little from one that is here is made of that. Bounded: what was used longest
 * ago is dropped first, and everything may be dropped when memory gets short. Thread-safe.
 */
public final class NodeCache {
    /** Keeps nothing. */
    public static final NodeCache NONE = new NodeCache(0);

    private static final int MAX_TABLES = 1_000;
    /** So many versions of one table are kept: others are quickly made of them. */
    private static final int VERSIONS_PER_TABLE = 8;

    private static final long ROWS_PER_REQUEST = 2_000;
    private static final long ROWS_PER_NODE = 20;

    private final long maxBytes;
    private final Map<TableId, Account> accounts = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<Key, SoftReference<@Nullable StoredNodes>> kept = new LinkedHashMap<>(16, 0.75f, true);

    private record Key(TableId table, TablePin pin) {
        static Key of(TableVersion version) {
            return new Key(version.table(), version.pin());
        }
    }

    /**
     * What queries have done without a table in memory, be it in whatever version, since what is read of one mostly serves
     * the next. Also the lock of whoever reads it into memory.
     */
    private static final class Account {
        private final AtomicLong asked = new AtomicLong();

        boolean pays(long cost) {
            return asked.get() >= cost;
        }

        void spend(long cost) {
            asked.updateAndGet(all -> Math.max(0, all - cost));
        }
    }

    /**
     * How to come to have a version in memory.
     *
     * @param from what is there of it, or of another version; empty if the table is to be read whole
     * @param rows to read
     */
    private record Way(Optional<StoredNodes> from, long rows) {}

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
        Optional<StoredNodes> ready = ready(table, properties);
        if (ready.isPresent()) {
            return ready;
        }
        Account account = charged(table.table(), cost);
        if (way(table, properties, account).isEmpty()) {
            return Optional.empty();
        }
        synchronized (account) {
            Optional<StoredNodes> meanwhile = ready(table, properties);
            return meanwhile.isPresent()
                    ? meanwhile
                    : way(table, properties, account).flatMap(way -> go(way, table, properties, account, cancellation));
        }
    }

    /** The version if it is here with these properties. */
    private Optional<StoredNodes> ready(TableVersion table, List<String> properties) {
        return present(table).filter(nodes -> hasAll(nodes, properties));
    }

    private Optional<StoredNodes> present(TableVersion table) {
        synchronized (kept) {
            SoftReference<@Nullable StoredNodes> reference = kept.get(Key.of(table));
            return reference == null ? Optional.empty() : Optional.ofNullable(reference.get());
        }
    }

    private static boolean hasAll(StoredNodes nodes, List<String> properties) {
        return properties.stream().allMatch(nodes::has);
    }

    private Account charged(TableId table, long cost) {
        Account account;
        synchronized (accounts) {
            account = accounts.computeIfAbsent(table, t -> new Account());
            if (accounts.size() > MAX_TABLES) {
                accounts.remove(accounts.keySet().iterator().next());
            }
        }
        account.asked.addAndGet(cost);
        return account;
    }

    /** The cheapest way to have the version in memory, if it is paid for and there is room. */
    private Optional<Way> way(TableVersion table, List<String> properties, Account account) {
        long rows = table.rowCount();
        if (NodePart.bytes(rows, properties.size()) > maxBytes) {
            return Optional.empty();
        }
        Optional<StoredNodes> present = present(table);
        Way way = present.isPresent()
                ? new Way(present, rows)
                : others(table).stream()
                        .filter(other -> other.hasAllOf(table, properties))
                        .map(other -> new Way(Optional.of(other), other.rowsToRead(table)))
                        .filter(other -> other.rows < rows)
                        .min(Comparator.comparingLong(Way::rows))
                        .orElseGet(() -> new Way(Optional.empty(), rows));
        return Optional.of(way).filter(w -> account.pays(w.rows));
    }

    private List<StoredNodes> others(TableVersion table) {
        List<StoredNodes> others = new ArrayList<>();
        synchronized (kept) {
            kept.forEach((key, reference) -> {
                StoredNodes nodes = reference.get();
                if (key.table.equals(table.table()) && nodes != null) {
                    others.add(nodes);
                }
            });
        }
        return others;
    }

    private Optional<StoredNodes> go(
            Way way, TableVersion table, List<String> properties, Account account, Cancellation cancellation) {
        Optional<StoredNodes> made;
        if (way.from.isEmpty()) {
            made = Optional.of(StoredNodes.load(table, properties, cancellation));
        } else if (way.from.get().isOf(table)) {
            made = Optional.of(way.from.get().with(properties, table, cancellation));
        } else {
            made = way.from.get().extend(table, cancellation);
        }
        account.spend(way.rows);
        if (made.isEmpty() && account.pays(table.rowCount())) {
            account.spend(table.rowCount());
            made = Optional.of(StoredNodes.load(table, properties, cancellation));
        }
        made.ifPresent(nodes -> keep(table, nodes));
        return made;
    }

    /**
     * A write has made a version of another, which is kept if the other is: then who reads right after it need not read
     * again what it wrote. It does not matter whether the version will be one of the graph.
     */
    public void written(TablePin base, TableVersion made, WrittenRows rows) {
        StoredNodes before;
        synchronized (kept) {
            SoftReference<@Nullable StoredNodes> reference = kept.get(new Key(made.table(), base));
            before = reference == null ? null : reference.get();
        }
        if (before != null) {
            before.after(made, rows).ifPresent(nodes -> keep(made, nodes));
        }
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

    private void keep(TableVersion table, StoredNodes nodes) {
        synchronized (kept) {
            kept.put(Key.of(table), new SoftReference<>(nodes));
            kept.values().removeIf(reference -> reference.get() == null);
            long versions = kept.keySet().stream()
                    .filter(key -> key.table.equals(table.table()))
                    .count();
            Iterator<Key> oldest = kept.keySet().iterator();
            while (versions > VERSIONS_PER_TABLE && oldest.hasNext()) {
                if (oldest.next().table.equals(table.table())) {
                    oldest.remove();
                    versions--;
                }
            }
            Iterator<Key> least = kept.keySet().iterator();
            while (bytes() > maxBytes && least.hasNext()) {
                least.next();
                least.remove();
            }
        }
    }

    /** What versions share counts once. */
    private long bytes() {
        Set<NodePart> parts = Collections.newSetFromMap(new IdentityHashMap<>());
        kept.values().forEach(reference -> {
            StoredNodes nodes = reference.get();
            if (nodes != null) {
                parts.addAll(nodes.parts());
            }
        });
        return parts.stream().mapToLong(NodePart::estimatedBytes).sum();
    }
}
