package dev.sennit.query.execution;

import dev.sennit.query.plan.Operator;
import dev.sennit.store.RowAddress;
import dev.sennit.store.ScanFilter;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableVersion;
import dev.sennit.store.TailCache;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the edges at nodes, in one table and direction. While few nodes are asked for, their edges are looked up; once the
 * look-ups of all queries together have cost what reading the table's adjacency costs, it is read and serves all further
 * ones.
 */
final class EdgeLookup {
    /** Asking the index costs about as much as reading so many edges in sequence: once, and for each node. */
    private static final long EDGES_PER_REQUEST = 4_000;

    private static final long EDGES_PER_NODE = 100;

    /** Beyond what the index finds, a request scans the table; so many scans cost about as much as reading its adjacency. */
    private static final long SCANS_PER_READING = 3;

    /** A scan for more nodes than these takes about as long as reading all, and more such batches follow. */
    private static final int MANY = 1_000;

    private static final int MAX_IN_LIST = 10_000;

    private final OpenTables tables;
    private final Operator.Hop hop;
    private final Cancellation cancellation;

    /** The table whose adjacency would take so many rows to read. */
    @Nullable
    private TableVersion measured;

    private long rowsToRead;

    EdgeLookup(OpenTables tables, Operator.Hop hop, Cancellation cancellation) {
        this.tables = tables;
        this.hop = hop;
        this.cancellation = cancellation;
    }

    Operator.Hop hop() {
        return hop;
    }

    /**
     * The edges at each of the nodes.
     *
     * @param nodes gives their distinct ids; asked only if the adjacency is not at hand
     */
    Function<String, Neighbours> at(Supplier<? extends Collection<String>> nodes) {
        TableVersion table = tables.version(hop.type());
        AdjacencyCache cache = tables.adjacencies(hop.type());
        Optional<Adjacency> adjacency = cache.ifPresent(table);
        if (adjacency.isPresent()) {
            return in(adjacency.get());
        }
        Collection<String> ids = nodes.get();
        if (ids.isEmpty()) {
            return id -> Neighbours.NONE;
        }
        long edges = table.rowCount();
        if (cache.hasRoomFor(edges)
                && cache.charge(table, costOfFinding(ids.size(), edges)) > rowsToRead(table, cache)) {
            boolean sameType = hop.type().source().equals(hop.type().destination());
            return in(cache.get(table, sameType, cancellation));
        }
        Map<String, Found> found = lookUp(ids);
        return id -> {
            Found edgesAt = found.get(id);
            return edgesAt == null ? Neighbours.NONE : edgesAt;
        };
    }

    /** In edges read in sequence. */
    private static long costOfFinding(int nodes, long edges) {
        if (nodes > MANY) {
            return edges + 1;
        }
        return nodes > ScanFilters.MAX_INDEXED
                ? edges / SCANS_PER_READING + 1
                : EDGES_PER_REQUEST + nodes * EDGES_PER_NODE;
    }

    private Function<String, Neighbours> in(Adjacency adjacency) {
        return id -> adjacency.neighbours(id, hop.outgoing());
    }

    /** What it costs to have the adjacency: less than the whole table if that of another version is there. */
    private long rowsToRead(TableVersion table, AdjacencyCache cache) {
        if (!table.equals(measured)) {
            measured = table;
            rowsToRead = cache.rowsToRead(table);
        }
        return rowsToRead;
    }

    private Map<String, Found> lookUp(Collection<String> ids) {
        String near = hop.outgoing() ? TableLayout.SOURCE : TableLayout.DESTINATION;
        String far = hop.outgoing() ? TableLayout.DESTINATION : TableLayout.SOURCE;
        List<FoundEdge> edges = new ArrayList<>();
        List<String> all = new ArrayList<>(ids);
        for (int from = 0; from < all.size(); from += MAX_IN_LIST) {
            List<String> chunk = all.subList(from, Math.min(from + MAX_IN_LIST, all.size()));
            ScanRequest request = ScanRequest.of(List.of(near, far))
                    .where(new ScanFilter.In(near, chunk))
                    .withRowAddresses();
            if (chunk.size() > ScanFilters.MAX_INDEXED) {
                read(request.withoutIndex(), edges);
                continue;
            }
            TailCache.Found tail = tables.found(hop.type(), near, chunk);
            if (!tail.elsewhere().isEmpty()) {
                read(tail.isNothing() ? request : request.inFragments(tail.elsewhere()), edges);
            }
            if (!tail.rows().isEmpty()) {
                tail.rows().forEach(row -> edges.add(edge(row)));
                sort(edges);
            }
        }
        Map<String, Found> found = new HashMap<>();
        edges.forEach(edge -> found.computeIfAbsent(edge.near, n -> new Found()).add(edge));
        return found;
    }

    private record FoundEdge(String near, String far, long address) {}

    private FoundEdge edge(TailCache.Found.Row row) {
        String source = Objects.requireNonNull(row.ids()[1]);
        String destination = Objects.requireNonNull(row.ids()[2]);
        return hop.outgoing()
                ? new FoundEdge(source, destination, row.address())
                : new FoundEdge(destination, source, row.address());
    }

    /** Into the order of the table. */
    private void sort(List<FoundEdge> edges) {
        Map<Integer, Integer> places = new HashMap<>();
        tables.version(hop.type()).fragments().forEach(fragment -> places.put(fragment.id(), places.size()));
        edges.sort(Comparator.<FoundEdge>comparingInt(
                        edge -> Objects.requireNonNull(places.get(RowAddress.fragment(edge.address))))
                .thenComparing(edge -> RowAddress.offset(edge.address), Integer::compareUnsigned));
    }

    private void read(ScanRequest request, List<FoundEdge> edges) {
        try (TableScan scan = tables.version(hop.type()).scan(request)) {
            while (scan.next()) {
                cancellation.check();
                for (int row = 0; row < scan.rowCount(); row++) {
                    edges.add(new FoundEdge(
                            (String) Objects.requireNonNull(scan.value(0, row)),
                            (String) Objects.requireNonNull(scan.value(1, row)),
                            scan.rowAddress(row)));
                }
            }
        }
    }

    private static final class Found implements Neighbours {
        private final List<String> far = new ArrayList<>();
        private final LongArrayList addresses = new LongArrayList();

        void add(FoundEdge edge) {
            far.add(edge.far);
            addresses.add(edge.address);
        }

        @Override
        public int size() {
            return far.size();
        }

        @Override
        public String far(int index) {
            return far.get(index);
        }

        @Override
        public long address(int index) {
            return addresses.getLong(index);
        }
    }
}
