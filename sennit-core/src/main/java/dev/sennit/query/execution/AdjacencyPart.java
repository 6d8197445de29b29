package dev.sennit.query.execution;

import dev.sennit.store.ScanRequest;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableVersion;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.ObjectArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.LongPredicate;

/**
 * Edges of some fragments of an edge table by their ends, in arrays: who is next to whom, and at which row address the
 * edge is. Immutable and thread-safe. Edges at a node keep the order of the table.
 */
final class AdjacencyPart {
    private final Dictionary sources;
    private final Dictionary destinations;
    private final Side outgoing;
    private final Side incoming;

    private AdjacencyPart(Edges edges) {
        this.sources = edges.sources;
        this.destinations = edges.destinations;
        this.outgoing = Side.of(sources.size(), edges.from, edges.to, edges.addresses);
        this.incoming = Side.of(destinations.size(), edges.to, edges.from, edges.addresses);
    }

    /** Node ids and their numbers. */
    private static final class Dictionary {
        private final Object2IntOpenHashMap<String> numbers = new Object2IntOpenHashMap<>();
        private final ObjectArrayList<String> ids = new ObjectArrayList<>();

        Dictionary() {
            numbers.defaultReturnValue(-1);
        }

        int intern(String id) {
            int known = numbers.getInt(id);
            if (known >= 0) {
                return known;
            }
            int number = ids.size();
            numbers.put(id, number);
            ids.add(id);
            return number;
        }

        int size() {
            return ids.size();
        }

        void trim() {
            numbers.trim();
            ids.trim();
        }
    }

    /** The far ends and addresses of the edges at each node: those of node n are at offsets[n] to offsets[n + 1]. */
    private record Side(int[] offsets, int[] far, long[] addresses) {
        static Side of(int nodes, IntArrayList near, IntArrayList far, LongArrayList addresses) {
            int[] offsets = new int[nodes + 1];
            for (int i = 0; i < near.size(); i++) {
                offsets[near.getInt(i) + 1]++;
            }
            for (int i = 0; i < nodes; i++) {
                offsets[i + 1] += offsets[i];
            }
            int[] next = Arrays.copyOf(offsets, nodes);
            int[] farByNode = new int[near.size()];
            long[] addressByNode = new long[near.size()];
            for (int i = 0; i < near.size(); i++) {
                int at = next[near.getInt(i)]++;
                farByNode[at] = far.getInt(i);
                addressByNode[at] = addresses.getLong(i);
            }
            return new Side(offsets, farByNode, addressByNode);
        }
    }

    /** Edges one by one, while a part is made. */
    private static final class Edges {
        private final Dictionary sources;
        private final Dictionary destinations;
        private final IntArrayList from = new IntArrayList();
        private final IntArrayList to = new IntArrayList();
        private final LongArrayList addresses = new LongArrayList();

        /** @param sameType whether both ends are of one node type, so that ids are kept once */
        Edges(boolean sameType) {
            this.sources = new Dictionary();
            this.destinations = sameType ? sources : new Dictionary();
        }

        /** More edges between the nodes that a part knows. */
        Edges(AdjacencyPart part) {
            this.sources = part.sources;
            this.destinations = part.destinations;
        }

        void add(String source, String destination, long address) {
            add(sources.intern(source), destinations.intern(destination), address);
        }

        void add(int source, int destination, long address) {
            from.add(source);
            to.add(destination);
            addresses.add(address);
        }

        AdjacencyPart build() {
            sources.trim();
            destinations.trim();
            return new AdjacencyPart(this);
        }
    }

    /**
     * Reads edges of a table.
     *
     * @param fragments to read
     * @param sameType whether both ends are of one node type
     */
    static AdjacencyPart load(
            TableVersion table, List<Integer> fragments, boolean sameType, Cancellation cancellation) {
        Edges edges = new Edges(sameType);
        ScanRequest request = ScanRequest.of(List.of(TableLayout.SOURCE, TableLayout.DESTINATION))
                .inFragments(fragments)
                .withRowAddresses();
        try (TableScan scan = table.scan(request)) {
            while (scan.next()) {
                cancellation.check();
                for (int row = 0; row < scan.rowCount(); row++) {
                    edges.add(
                            (String) Objects.requireNonNull(scan.value(0, row)),
                            (String) Objects.requireNonNull(scan.value(1, row)),
                            scan.rowAddress(row));
                }
            }
        }
        return edges.build();
    }

    /** The edges of both, those of the other last. */
    AdjacencyPart with(AdjacencyPart other, boolean sameType) {
        Edges edges = new Edges(sameType);
        for (AdjacencyPart part : List.of(this, other)) {
            part.forEach((source, destination, address) ->
                    edges.add(part.sources.ids.get(source), part.destinations.ids.get(destination), address));
        }
        return edges.build();
    }

    /** The edges without those at certain addresses. */
    AdjacencyPart without(LongPredicate gone) {
        Edges edges = new Edges(this);
        forEach((source, destination, address) -> {
            if (!gone.test(address)) {
                edges.add(source, destination, address);
            }
        });
        return new AdjacencyPart(edges);
    }

    private interface EdgeConsumer {
        void accept(int source, int destination, long address);
    }

    private void forEach(EdgeConsumer consumer) {
        for (int source = 0; source + 1 < outgoing.offsets.length; source++) {
            for (int i = outgoing.offsets[source]; i < outgoing.offsets[source + 1]; i++) {
                consumer.accept(source, outgoing.far[i], outgoing.addresses[i]);
            }
        }
    }

    /** The edges at a node, seen from its end. */
    Neighbours neighbours(String id, boolean isSource) {
        Dictionary near = isSource ? sources : destinations;
        int number = near.numbers.getInt(id);
        if (number < 0) {
            return Neighbours.NONE;
        }
        Side side = isSource ? outgoing : incoming;
        Dictionary far = isSource ? destinations : sources;
        int start = side.offsets[number];
        int size = side.offsets[number + 1] - start;
        return new Neighbours() {
            @Override
            public int size() {
                return size;
            }

            @Override
            public String far(int index) {
                return far.ids.get(side.far[start + index]);
            }

            @Override
            public long address(int index) {
                return side.addresses[start + index];
            }
        };
    }

    int edgeCount() {
        return outgoing.far.length;
    }

    /** A rough size in memory. */
    long estimatedBytes() {
        long ids = sources.size() + (long) (sources.equals(destinations) ? 0 : destinations.size());
        return ids * 88 + edgeCount() * 24L;
    }
}
