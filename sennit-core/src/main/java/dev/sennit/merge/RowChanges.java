package dev.sennit.merge;

import dev.sennit.store.ColumnLayout;
import dev.sennit.store.FragmentComparison;
import dev.sennit.store.FragmentInfo;
import dev.sennit.store.RowAddress;
import dev.sennit.store.RowHash;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableVersion;
import dev.sennit.validate.HashSpill;
import it.unimi.dsi.fastutil.ints.Int2IntMap;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.PrimitiveIterator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.roaringbitmap.RoaringBitmap;

/**
 * The rows of one table that two versions have otherwise than a base. Candidates are the rows of fragments that a version
 * does not share with the base, and rows of shared ones that only one of the two has deleted; they are hashed, and brought
 * together by the hash of their ids. Rows that lie elsewhere and hold the same are no change; so a version may also be one
 * of another table, of which all rows are candidates. Memory is bounded by spilling. Not thread-safe.
 */
public final class RowChanges implements Closeable {
    private static final int PARTITIONS = 128;
    private static final long BUFFER_BYTES = 8L << 20;

    /** Hash of the id, where the row is from, its address, hash of what it holds. */
    private static final int WIDTH = 6;

    private static final int ID_HIGH = 0;
    private static final int ID_LOW = 1;
    private static final int ORIGIN = 2;
    private static final int ADDRESS = 3;
    private static final int CONTENT_HIGH = 4;
    private static final int CONTENT_LOW = 5;

    /** A row of the base that our version lacks in this place. */
    private static final int BASE_NOT_OURS = 0;
    /** A row of our version that the base lacks in this place. */
    private static final int OURS = 1;

    private static final int BASE_NOT_THEIRS = 2;
    private static final int THEIRS = 3;

    /** Of so many candidates the order of changes does not depend on where rows lie; of more it follows that. */
    private static final long FEW = 50_000;

    /** Its place in the order, its addresses in the base, in ours and in theirs, and who changed it. */
    private static final int CHANGE_WIDTH = 5;

    private static final int PLACE = 0;
    private static final int IN_BASE = 1;
    private static final int IN_OURS = 2;
    private static final int IN_THEIRS = 3;
    private static final int CHANGED_BY = 4;

    private static final long BY_OURS = 1;
    private static final long BY_THEIRS = 2;

    private final HashSpill changes;
    private final AddressSpread places = new AddressSpread();
    private final Int2IntMap oursByBase = new Int2IntOpenHashMap();
    private final Int2IntMap theirsByBase = new Int2IntOpenHashMap();
    private final boolean oursIsBase;
    private long candidates;

    /**
     * One version.
     *
     * @param map how its rows become what is compared
     */
    record Side(TableRows rows, ColumnMap map) {}

    /**
     * Compares two versions with a base.
     *
     * @param base empty if the table did not exist
     * @param ours empty for what the base is
     * @param theirs empty if the table does not exist
     * @param spill where files go if they must; the first part of their names
     */
    RowChanges(Optional<Side> base, Optional<Side> ours, Optional<Side> theirs, Path spill) {
        Path directory = Optional.ofNullable(spill.getParent()).orElse(spill);
        String name = String.valueOf(spill.getFileName());
        this.oursIsBase = ours.isEmpty();
        this.changes = new HashSpill(directory, name + "-changes", CHANGE_WIDTH, PARTITIONS, BUFFER_BYTES);
        boolean complete = false;
        try (HashSpill rows = new HashSpill(directory, name, WIDTH, PARTITIONS, BUFFER_BYTES)) {
            if (!oursIsBase) {
                compare(base, ours, rows, BASE_NOT_OURS, OURS, oursByBase);
            }
            compare(base, theirs, rows, BASE_NOT_THEIRS, THEIRS, theirsByBase);
            for (int partition = 0; partition < rows.partitions(); partition++) {
                join(rows.load(partition));
            }
            complete = true;
        } finally {
            if (!complete) {
                changes.close();
            }
        }
    }

    /** How many rows had to be looked at. */
    public long candidates() {
        return candidates;
    }

    /**
     * The changes, always in the same order: a few in one that does not depend on where rows lie, so that what is told of
     * them does not, and many in that in which their rows lie on the side that changed them, so that reading the rows of
     * some that follow each other reads few places. May be asked for again.
     */
    public RowChangeIterator iterator() {
        return new RowChangeIterator();
    }

    /** Deletes the files. */
    @Override
    public void close() {
        changes.close();
    }

    private void compare(
            Optional<Side> base, Optional<Side> side, HashSpill rows, int ofBase, int ofSide, Int2IntMap translation) {
        FragmentComparison comparison = comparison(base.map(Side::rows), side.map(Side::rows));
        Candidates left = new Candidates(base, rows, ofBase);
        Candidates right = new Candidates(side, rows, ofSide);
        left.addFragments(comparison.onlyLeft());
        right.addFragments(comparison.onlyRight());
        for (FragmentComparison.Shared shared : comparison.shared()) {
            translation.put(shared.left().id(), shared.right().id());
            if (!shared.hasSameDeletions()) {
                RoaringBitmap inLeft = left.deletedRows(shared.left());
                RoaringBitmap inRight = right.deletedRows(shared.right());
                left.addRows(shared.left(), RoaringBitmap.andNot(inRight, inLeft));
                right.addRows(shared.right(), RoaringBitmap.andNot(inLeft, inRight));
            }
        }
        left.read();
        right.read();
    }

    private static FragmentComparison comparison(Optional<TableRows> left, Optional<TableRows> right) {
        // A type that both sides added has two tables, which share nothing.
        if (left.isPresent()
                && right.isPresent()
                && left.get().version().table().equals(right.get().version().table())) {
            return FragmentComparison.of(left.get().version(), right.get().version());
        }
        return new FragmentComparison(
                left.map(rows -> rows.version().fragments()).orElse(List.of()),
                right.map(rows -> rows.version().fragments()).orElse(List.of()),
                List.of());
    }

    /** The candidates of one version. */
    private final class Candidates {
        private final Optional<TableRows> table;
        private final HashSpill rows;
        private final int origin;
        private final RowHash content;
        private final RowHash id;
        private final List<Integer> fragments = new ArrayList<>();
        private final LongArrayList addresses = new LongArrayList();
        private final long[] record = new long[WIDTH];

        Candidates(Optional<Side> side, HashSpill rows, int origin) {
            this.table = side.map(Side::rows);
            this.rows = rows;
            this.origin = origin;
            List<ColumnLayout> present = side.map(each -> each.map().present()).orElse(List.of());
            this.content = side.map(each -> each.map().hash()).orElseGet(() -> new RowHash(List.of()));
            this.id = new RowHash(present.isEmpty() ? List.of() : present.subList(0, 1));
        }

        void addFragments(List<FragmentInfo> more) {
            more.forEach(fragment -> fragments.add(fragment.id()));
        }

        RoaringBitmap deletedRows(FragmentInfo fragment) {
            return table.orElseThrow().version().deletedRows(fragment);
        }

        void addRows(FragmentInfo fragment, RoaringBitmap offsets) {
            PrimitiveIterator.OfInt each = offsets.stream().iterator();
            while (each.hasNext()) {
                addresses.add(RowAddress.of(fragment.id(), each.nextInt()));
            }
        }

        void read() {
            if (table.isEmpty()) {
                return;
            }
            TableVersion version = table.get().version();
            if (!fragments.isEmpty()) {
                try (TableScan scan = version.scan(
                        ScanRequest.of(content.columns()).inFragments(fragments).withRowAddresses())) {
                    while (scan.next()) {
                        VectorSchemaRoot batch = scan.arrow();
                        VectorSchemaRoot ids = ids(batch);
                        for (int row = 0; row < scan.rowCount(); row++) {
                            add(batch, ids, row, scan.rowAddress(row));
                        }
                    }
                }
            }
            if (!addresses.isEmpty()) {
                int next = 0;
                try (TableScan scan = version.take(addresses.toLongArray(), content.columns())) {
                    while (scan.next()) {
                        VectorSchemaRoot batch = scan.arrow();
                        VectorSchemaRoot ids = ids(batch);
                        for (int row = 0; row < scan.rowCount(); row++) {
                            add(batch, ids, row, addresses.getLong(next++));
                        }
                    }
                }
            }
        }

        private static VectorSchemaRoot ids(VectorSchemaRoot batch) {
            return new VectorSchemaRoot(batch.getFieldVectors().subList(0, 1));
        }

        private void add(VectorSchemaRoot batch, VectorSchemaRoot ids, int row, long address) {
            id.hash(ids, row);
            record[ID_HIGH] = id.word(0);
            record[ID_LOW] = id.word(1);
            record[ORIGIN] = origin;
            record[ADDRESS] = address;
            content.hash(batch, row);
            record[CONTENT_HIGH] = content.word(0);
            record[CONTENT_LOW] = content.word(1);
            rows.add(rows.partitionOf(record[ID_HIGH]), record);
            places.add(address);
            candidates++;
        }
    }

    /** Finds the changes among the candidates of a partition, which are sorted by the hashes of their ids. */
    private void join(long[][] records) {
        long[] change = new long[CHANGE_WIDTH];
        int[] found = new int[THEIRS + 1];
        for (int at = 0; at < records[0].length; ) {
            Arrays.fill(found, -1);
            int first = at;
            for (;
                    at < records[0].length
                            && records[ID_HIGH][at] == records[ID_HIGH][first]
                            && records[ID_LOW][at] == records[ID_LOW][first];
                    at++) {
                found[(int) records[ORIGIN][at]] = at;
            }
            boolean oursChanged = differ(records, found[BASE_NOT_OURS], found[OURS]);
            boolean theirsChanged = differ(records, found[BASE_NOT_THEIRS], found[THEIRS]);
            if (oursChanged || theirsChanged) {
                long base = address(records, Math.max(found[BASE_NOT_OURS], found[BASE_NOT_THEIRS]));
                long ours = oursIsBase
                        ? base
                        : side(found[BASE_NOT_OURS] >= 0, address(records, found[OURS]), base, oursByBase);
                long theirs = side(found[BASE_NOT_THEIRS] >= 0, address(records, found[THEIRS]), base, theirsByBase);
                change[IN_BASE] = base;
                change[IN_OURS] = ours;
                change[IN_THEIRS] = theirs;
                change[CHANGED_BY] = (oursChanged ? BY_OURS : 0) | (theirsChanged ? BY_THEIRS : 0);
                if (candidates <= FEW) {
                    change[PLACE] = records[ID_HIGH][first];
                    changes.add(changes.partitionOf(records[ID_HIGH][first]), change);
                } else {
                    long changed = theirsChanged ? theirs : ours;
                    change[PLACE] = changed == RowChange.NONE ? base : changed;
                    changes.add(places.partitionOf(change[PLACE], PARTITIONS), change);
                }
            }
        }
    }

    private static long address(long[][] records, int candidate) {
        return candidate < 0 ? RowChange.NONE : records[ADDRESS][candidate];
    }

    private static boolean differ(long[][] records, int ofBase, int ofSide) {
        if (ofBase < 0 || ofSide < 0) {
            return ofBase != ofSide;
        }
        return records[CONTENT_HIGH][ofBase] != records[CONTENT_HIGH][ofSide]
                || records[CONTENT_LOW][ofBase] != records[CONTENT_LOW][ofSide];
    }

    /**
     * Where a row lies on a side.
     *
     * @param baseIsCandidate whether the row of the base lies in a place that the side does not share
     * @param candidate the address of the side's candidate
     */
    private static long side(boolean baseIsCandidate, long candidate, long base, Int2IntMap translation) {
        if (candidate != RowChange.NONE || baseIsCandidate || base == RowChange.NONE) {
            return candidate;
        }
        // A row of the base that is no candidate on this side lies in a fragment the side shares.
        int fragment = RowAddress.fragment(base);
        if (!translation.containsKey(fragment)) {
            throw new IllegalStateException("fragment " + fragment + " of the base is not shared");
        }
        return RowAddress.of(translation.get(fragment), RowAddress.offset(base));
    }

    /** Goes through the changes. Not thread-safe. */
    public final class RowChangeIterator {
        private int partition;
        private int at;
        private long[][] records = new long[CHANGE_WIDTH][0];

        public boolean hasNext() {
            while (at == records[0].length) {
                if (partition == changes.partitions()) {
                    return false;
                }
                records = changes.load(partition++);
                at = 0;
            }
            return true;
        }

        public RowChange next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            long by = records[CHANGED_BY][at];
            return new RowChange(
                    records[IN_BASE][at],
                    records[IN_OURS][at],
                    records[IN_THEIRS][at++],
                    (by & BY_OURS) != 0,
                    (by & BY_THEIRS) != 0);
        }
    }
}
