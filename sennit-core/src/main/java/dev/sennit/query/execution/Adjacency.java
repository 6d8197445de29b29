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

/**
 * All edges of one version of an edge table by their ends, in arrays: who is next to whom, and at which row address the
 * edge is. Immutable and thread-safe. Edges at a node keep the order of the table.
 */
public final class Adjacency {
    private final Dictionary sources;
    private final Dictionary destinations;
    private final Side outgoing;
    private final Side incoming;

    private Adjacency(Dictionary sources, Dictionary destinations, Side outgoing, Side incoming) {
        this.sources = sources;
        this.destinations = destinations;
        this.outgoing = outgoing;
        this.incoming = incoming;
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

    /**
     * Reads a whole edge table.
     *
     * @param sameType whether both ends are of one node type, so that ids are kept once
     */
    static Adjacency load(TableVersion table, boolean sameType, Cancellation cancellation) {
        Dictionary sources = new Dictionary();
        Dictionary destinations = sameType ? sources : new Dictionary();
        IntArrayList from = new IntArrayList();
        IntArrayList to = new IntArrayList();
        LongArrayList addresses = new LongArrayList();
        ScanRequest request = ScanRequest.of(List.of(TableLayout.SOURCE, TableLayout.DESTINATION))
                .withRowAddresses();
        try (TableScan scan = table.scan(request)) {
            while (scan.next()) {
                cancellation.check();
                for (int row = 0; row < scan.rowCount(); row++) {
                    from.add(sources.intern((String) Objects.requireNonNull(scan.value(0, row))));
                    to.add(destinations.intern((String) Objects.requireNonNull(scan.value(1, row))));
                    addresses.add(scan.rowAddress(row));
                }
            }
        }
        sources.trim();
        destinations.trim();
        return new Adjacency(
                sources,
                destinations,
                Side.of(sources.size(), from, to, addresses),
                Side.of(destinations.size(), to, from, addresses));
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
