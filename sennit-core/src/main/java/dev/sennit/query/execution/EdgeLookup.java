package dev.sennit.query.execution;

import dev.sennit.query.plan.Operator;
import dev.sennit.store.ScanFilter;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableVersion;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Collection;
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
        Map<String, Found> found = lookUp(table, ids);
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

    private Map<String, Found> lookUp(TableVersion table, Collection<String> ids) {
        String near = hop.outgoing() ? TableLayout.SOURCE : TableLayout.DESTINATION;
        String far = hop.outgoing() ? TableLayout.DESTINATION : TableLayout.SOURCE;
        Map<String, Found> found = new HashMap<>();
        List<String> all = new ArrayList<>(ids);
        for (int from = 0; from < all.size(); from += MAX_IN_LIST) {
            List<String> chunk = all.subList(from, Math.min(from + MAX_IN_LIST, all.size()));
            ScanRequest request = ScanRequest.of(List.of(near, far))
                    .where(new ScanFilter.In(near, chunk))
                    .withRowAddresses();
            read(table, chunk.size() > ScanFilters.MAX_INDEXED ? request.withoutIndex() : request, found);
        }
        return found;
    }

    private void read(TableVersion table, ScanRequest request, Map<String, Found> found) {
        try (TableScan scan = table.scan(request)) {
            while (scan.next()) {
                cancellation.check();
                for (int row = 0; row < scan.rowCount(); row++) {
                    String near = (String) Objects.requireNonNull(scan.value(0, row));
                    Found edges = found.computeIfAbsent(near, n -> new Found());
                    edges.far.add((String) Objects.requireNonNull(scan.value(1, row)));
                    edges.addresses.add(scan.rowAddress(row));
                }
            }
        }
    }

    private static final class Found implements Neighbours {
        private final List<String> far = new ArrayList<>();
        private final LongArrayList addresses = new LongArrayList();

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
