package dev.sennit.query.execution;

import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import dev.sennit.store.RowAddress;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableVersion;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.IntConsumer;
import org.roaringbitmap.RoaringBitmap;

/**
 * Nodes of some fragments of a table in memory: their ids, the addresses of their rows, and some of their properties.
 * Versions of the table that have those rows share it, also if they have lost some of them. Thread-safe; columns are
 * added, nothing else changes.
 */
final class NodePart {
    private static final long BYTES_PER_NODE = 96;
    private static final long BYTES_PER_VALUE = 48;

    /** So many different values of a column are kept once each; beyond that a column has no few values. */
    private static final int SHARED_VALUES = 4_096;

    private final Object2IntOpenHashMap<String> rowOf;
    private final String[] ids;
    private final long[] addresses;
    private final List<Segment> segments;
    private final Map<NodeColumn, @Nullable Object[]> columns = new ConcurrentHashMap<>();

    /** The rows of one fragment, from one row to before another, in the order of their offsets. */
    private record Segment(int fragment, int from, int to) {}

    private NodePart(String[] ids, long[] addresses) {
        this.ids = ids;
        this.addresses = addresses;
        this.rowOf = new Object2IntOpenHashMap<>(ids.length);
        rowOf.defaultReturnValue(-1);
        this.segments = new ArrayList<>();
        int from = 0;
        for (int row = 0; row < ids.length; row++) {
            rowOf.put(ids[row], row);
            if (row + 1 == ids.length
                    || RowAddress.fragment(addresses[row]) != RowAddress.fragment(addresses[row + 1])) {
                segments.add(new Segment(RowAddress.fragment(addresses[row]), from, row + 1));
                from = row + 1;
            }
        }
    }

    /**
     * Reads nodes of a table.
     *
     * @param fragments to read
     * @param wanted the properties to read with them
     */
    static NodePart load(
            TableVersion table, List<Integer> fragments, List<NodeColumn> wanted, Cancellation cancellation) {
        List<String> names = new ArrayList<>();
        names.add(TableLayout.ID);
        wanted.forEach(column -> names.add(column.nameIn(table.layout())));
        List<String> ids = new ArrayList<>();
        LongArrayList addresses = new LongArrayList();
        List<ValueList> values =
                Stream.generate(ValueList::new).limit(wanted.size()).toList();
        try (TableScan scan =
                table.scan(ScanRequest.of(names).inFragments(fragments).withRowAddresses())) {
            while (scan.next()) {
                cancellation.check();
                for (int i = 0; i < scan.rowCount(); i++) {
                    ids.add((String) Objects.requireNonNull(scan.value(0, i)));
                    addresses.add(scan.rowAddress(i));
                    for (int c = 0; c < values.size(); c++) {
                        values.get(c).add(scan.value(c + 1, i));
                    }
                }
            }
        }
        NodePart part = new NodePart(ids.toArray(String[]::new), addresses.toLongArray());
        for (int c = 0; c < values.size(); c++) {
            part.columns.put(wanted.get(c), values.get(c).all.toArray());
        }
        return part;
    }

    /** The nodes of a fragment that has just been written. */
    static NodePart of(WrittenRows written, Map<String, NodeColumn> wanted) {
        int size = written.rows().size();
        int idColumn = written.columns().indexOf(TableLayout.ID);
        long fragment = (long) Objects.requireNonNull(written.fragment()).id() << 32;
        String[] ids = new String[size];
        long[] addresses = new long[size];
        for (int row = 0; row < size; row++) {
            ids[row] = (String) Objects.requireNonNull(written.rows().get(row)[idColumn]);
            addresses[row] = fragment | row;
        }
        NodePart part = new NodePart(ids, addresses);
        wanted.forEach((name, column) -> {
            int place = written.columns().indexOf(name);
            part.columns.put(
                    column, written.rows().stream().map(row -> row[place]).toArray());
        });
        return part;
    }

    /** Values of a column; few different ones are kept once each. */
    private static final class ValueList {
        private final List<@Nullable Object> all = new ArrayList<>();
        private final Map<Object, Object> shared = new HashMap<>();

        void add(@Nullable Object value) {
            all.add(once(value));
        }

        @Nullable
        Object once(@Nullable Object value) {
            if (value == null || shared.size() >= SHARED_VALUES) {
                return value;
            }
            Object known = shared.putIfAbsent(value, value);
            return known == null ? value : known;
        }
    }

    int size() {
        return ids.length;
    }

    /** The row of a node, or -1 if there is none of that id. */
    int row(String id) {
        return rowOf.getInt(id);
    }

    String id(int row) {
        return ids[row];
    }

    long address(int row) {
        return addresses[row];
    }

    boolean has(NodeColumn column) {
        return columns.containsKey(column);
    }

    /** The columns that are here by now. */
    Set<NodeColumn> columns() {
        return Set.copyOf(columns.keySet());
    }

    /** The values of a column that is here, by rows. */
    @Nullable
    Object[] values(NodeColumn column) {
        return Objects.requireNonNull(columns.get(column));
    }

    /**
     * Which rows another version of the table lacks.
     *
     * @param before which of them a version lacks that this part belongs to
     * @param kept fragments that both versions have alike
     * @param deleted of other fragments that are still there, the offsets of deleted rows
     */
    RoaringBitmap gone(RoaringBitmap before, Set<Integer> kept, Map<Integer, RoaringBitmap> deleted) {
        RoaringBitmap gone = before.clone();
        for (Segment segment : segments) {
            if (kept.contains(segment.fragment)) {
                continue;
            }
            RoaringBitmap offsets = deleted.get(segment.fragment);
            if (offsets == null) {
                gone.add((long) segment.from, segment.to);
            } else {
                gone.remove((long) segment.from, segment.to);
                add(segment, offsets, gone);
            }
        }
        return gone;
    }

    /** Which rows are gone once a write has deleted some and removed fragments. */
    RoaringBitmap goneAfter(RoaringBitmap before, Map<Integer, RoaringBitmap> deleted, Set<Integer> removed) {
        RoaringBitmap gone = before.clone();
        for (Segment segment : segments) {
            if (removed.contains(segment.fragment)) {
                gone.add((long) segment.from, segment.to);
            } else {
                RoaringBitmap offsets = deleted.get(segment.fragment);
                if (offsets != null) {
                    add(segment, offsets, gone);
                }
            }
        }
        return gone;
    }

    private void add(Segment segment, RoaringBitmap offsets, RoaringBitmap rows) {
        offsets.forEach((IntConsumer) offset -> {
            int row = row(segment, offset);
            if (row >= 0) {
                rows.add(row);
            }
        });
    }

    private int row(Segment segment, int offset) {
        long address = RowAddress.of(segment.fragment, offset);
        long dense = segment.from + (address - addresses[segment.from]);
        if (dense >= segment.from && dense < segment.to && addresses[(int) dense] == address) {
            return (int) dense;
        }
        return Math.max(-1, Arrays.binarySearch(addresses, segment.from, segment.to, address));
    }

    /** The rows of several parts that are not gone, with the columns that all of them have. */
    static NodePart joined(List<StoredNodes.Part> parts) {
        int size = parts.stream().mapToInt(StoredNodes.Part::size).sum();
        String[] ids = new String[size];
        long[] addresses = new long[size];
        Map<NodeColumn, @Nullable Object[]> columns = new HashMap<>();
        parts.getFirst().nodes().columns().stream()
                .filter(column -> parts.stream().allMatch(part -> part.nodes().has(column)))
                .forEach(column -> columns.put(column, new Object[size]));
        int at = 0;
        for (StoredNodes.Part part : parts) {
            NodePart nodes = part.nodes();
            for (int row = 0; row < nodes.size(); row++) {
                if (part.gone().contains(row)) {
                    continue;
                }
                ids[at] = nodes.ids[row];
                addresses[at] = nodes.addresses[row];
                for (Map.Entry<NodeColumn, @Nullable Object[]> column : columns.entrySet()) {
                    column.getValue()[at] = nodes.values(column.getKey())[row];
                }
                at++;
            }
        }
        NodePart joined = new NodePart(ids, addresses);
        joined.columns.putAll(columns);
        return joined;
    }

    /**
     * Reads columns of all rows.
     *
     * @param table a version that has all rows of this part
     */
    void read(List<NodeColumn> missing, TableVersion table, Cancellation cancellation) {
        List<String> names =
                missing.stream().map(column -> column.nameIn(table.layout())).toList();
        List<Integer> fragments = segments.stream().map(Segment::fragment).toList();
        Map<Integer, Segment> byFragment = new HashMap<>();
        segments.forEach(segment -> byFragment.put(segment.fragment, segment));
        List<@Nullable Object[]> values = new ArrayList<>();
        List<ValueList> shared = new ArrayList<>();
        names.forEach(name -> {
            values.add(new Object[ids.length]);
            shared.add(new ValueList());
        });
        int read = 0;
        try (TableScan scan =
                table.scan(ScanRequest.of(names).inFragments(fragments).withRowAddresses())) {
            while (scan.next()) {
                cancellation.check();
                for (int i = 0; i < scan.rowCount(); i++) {
                    Segment segment = byFragment.get(RowAddress.fragment(scan.rowAddress(i)));
                    int row = segment == null ? -1 : row(segment, RowAddress.offset(scan.rowAddress(i)));
                    if (row < 0) {
                        throw otherRows(table);
                    }
                    for (int c = 0; c < names.size(); c++) {
                        values.get(c)[row] = shared.get(c).once(scan.value(c, i));
                    }
                    read++;
                }
            }
        }
        if (read != ids.length) {
            throw otherRows(table);
        }
        for (int c = 0; c < names.size(); c++) {
            columns.put(missing.get(c), values.get(c));
        }
    }

    private static StoreException otherRows(TableVersion table) {
        return StoreException.internal(
                ErrorText.of("cannot keep " + table + " in memory").cause("two scans of it give different rows"), null);
    }

    /** A rough size in memory. */
    long estimatedBytes() {
        return bytes(ids.length, columns.size());
    }

    /** A rough size in memory of so many nodes with so many properties. */
    static long bytes(long nodes, long columns) {
        return nodes * (BYTES_PER_NODE + columns * BYTES_PER_VALUE);
    }
}
