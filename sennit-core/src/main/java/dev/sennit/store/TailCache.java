package dev.sennit.store;

import dev.sennit.model.TableId;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntList;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The ids of rows in small fragments without an index, kept between reads and writes: looking a key up in a tail of many
 * files would cost more than the rest of a small read or write. A fragment is known by its files, its deletions among
 * them, which never change; so nothing here is ever stale, and whatever version has the fragment shares what is known of
 * it. Bounded; what was used longest ago goes first. Thread-safe.
 */
public final class TailCache {
    /** Fragments with fewer rows are small. */
    public static final long SMALL_ROWS = 4096;

    /** Keeps nothing, and leaves every request as it is. */
    public static final TailCache NONE = new TailCache(0);

    private static final List<String> ID_COLUMNS = List.of(TableLayout.ID, TableLayout.SOURCE, TableLayout.DESTINATION);

    /** A request that is narrowed reads at most so many rows ahead: of fragments beyond that it scans what it wants. */
    private static final long ROWS_READ_AHEAD = 2 * SMALL_ROWS;

    private final int maxRows;
    private final Map<Key, Rows> kept = new LinkedHashMap<>(64, 0.75f, true);
    private int keptRows;

    private record Key(TableId table, List<String> files, String deletionFile) {
        static Key of(TableVersion version, FragmentInfo fragment) {
            return new Key(version.table(), fragment.files(), fragment.deletionFile());
        }
    }

    /** @param maxRows how many rows to keep, over all tables */
    public TailCache(int maxRows) {
        this.maxRows = maxRows;
    }

    /** The ids of a fragment's rows that are not deleted. Filled by one thread; from then on it does not change. */
    public static final class Rows {
        private final LongArrayList offsets = new LongArrayList();
        private final List<@Nullable String[]> columns = new ArrayList<>();
        private final Map<Integer, Map<String, IntList>> places = new HashMap<>();

        public int size() {
            return columns.size();
        }

        public long offset(int row) {
            return offsets.getLong(row);
        }

        /** {@code _id}, and for edges {@code _src} and {@code _dst}. */
        public @Nullable String[] ids(int row) {
            return columns.get(row);
        }

        public void add(long offset, @Nullable String[] ids) {
            offsets.add(offset);
            columns.add(ids);
        }

        /** The rows that have an id in one of the columns. */
        synchronized Map<String, IntList> places(int column) {
            return places.computeIfAbsent(column, place -> {
                Map<String, IntList> rows = new HashMap<>();
                for (int row = 0; row < size(); row++) {
                    rows.computeIfAbsent(Objects.requireNonNull(ids(row)[place]), id -> new IntArrayList(1))
                            .add(row);
                }
                return rows;
            });
        }
    }

    /** What a request wants of an id column. */
    private record Wanted(String column, Collection<?> ids) {
        static Optional<Wanted> by(ScanFilter filter) {
            return switch (filter) {
                case ScanFilter.Comparison equal
                when equal.operator() == ScanFilter.Operator.EQ && ID_COLUMNS.contains(equal.column()) ->
                    Optional.of(new Wanted(equal.column(), List.of(equal.literal())));
                case ScanFilter.In in
                when ID_COLUMNS.contains(in.column()) -> Optional.of(new Wanted(in.column(), in.literals()));
                case ScanFilter.And and ->
                    and.operands().stream()
                            .map(Wanted::by)
                            .flatMap(Optional::stream)
                            .findFirst();
                default -> Optional.empty();
            };
        }
    }

    /**
     * A request for rows by their ids without those fragments of the tail that have none of them, so that it does not cost
     * more for each write there was. Ids of the tail that are not kept are read. Other requests stay as they are.
     */
    public ScanRequest narrow(TableVersion version, ScanRequest request) {
        if (maxRows == 0 || !request.useIndex() || request.fragments().isPresent()) {
            return request;
        }
        return request.filter()
                .flatMap(Wanted::by)
                .map(wanted -> narrow(version, request, wanted))
                .orElse(request);
    }

    private ScanRequest narrow(TableVersion version, ScanRequest request, Wanted wanted) {
        Found found = find(version, wanted.column(), wanted.ids());
        if (found.isNothing()) {
            return request;
        }
        Set<Integer> worth = new HashSet<>(found.elsewhere());
        found.rows().forEach(row -> worth.add(RowAddress.fragment(row.address())));
        return request.inFragments(version.fragments().stream()
                .map(FragmentInfo::id)
                .filter(worth::contains)
                .toList());
    }

    /**
     * Where rows with certain ids are.
     *
     * @param rows those in the tail
     * @param elsewhere the fragments that may have others, in the order of the table
     * @param isNothing whether nothing is known, so that those are all the fragments there are
     */
    public record Found(List<Row> rows, List<Integer> elsewhere, boolean isNothing) {
        /**
         * One of them.
         *
         * @param ids {@code _id}, and for edges {@code _src} and {@code _dst}
         */
        public record Row(long address, @Nullable String[] ids) {}
    }

    /**
     * Finds rows by an id column as far as the tail goes. Ids of the tail that are not kept are read.
     *
     * @param column {@code _id}, {@code _src} or {@code _dst}
     */
    public Found find(TableVersion version, String column, Collection<?> ids) {
        List<FragmentInfo> fragments = version.fragments();
        List<FragmentInfo> tail = maxRows == 0 ? List.of() : worthKnowing(version, tail(version, fragments, column));
        Map<Integer, Rows> known = rows(version, tail);
        int place = idColumns(version).indexOf(column);
        Set<Object> wanted = new LinkedHashSet<>(ids);
        Set<Object> left = new HashSet<>(wanted);
        List<Found.Row> found = new ArrayList<>();
        known.forEach((fragment, rows) -> {
            Map<String, IntList> places = rows.places(place);
            for (Object id : wanted) {
                places.getOrDefault(id, IntList.of()).forEach((int row) -> {
                    found.add(new Found.Row((long) fragment << 32 | rows.offset(row), rows.ids(row)));
                    left.remove(id);
                });
            }
        });
        // An id is that of one row at most, so what was found in the tail is nowhere else.
        boolean foundAll = column.equals(TableLayout.ID) && left.isEmpty();
        List<Integer> elsewhere = fragments.stream()
                .map(FragmentInfo::id)
                .filter(fragment -> !foundAll && !known.containsKey(fragment))
                .toList();
        return new Found(found, elsewhere, tail.isEmpty());
    }

    /** The small fragments without an index on the column. */
    private static List<FragmentInfo> tail(TableVersion version, List<FragmentInfo> fragments, String column) {
        Set<Integer> covered = version.indexedFragments(column);
        return fragments.stream()
                .filter(fragment -> fragment.rowCount() < SMALL_ROWS && !covered.contains(fragment.id()))
                .toList();
    }

    /** Without fragments that would take too long to read. */
    private List<FragmentInfo> worthKnowing(TableVersion version, List<FragmentInfo> tail) {
        List<FragmentInfo> worth = new ArrayList<>();
        long missing = 0;
        synchronized (kept) {
            for (FragmentInfo fragment : tail) {
                if (!kept.containsKey(Key.of(version, fragment))) {
                    missing += fragment.rowCount();
                    if (missing > ROWS_READ_AHEAD) {
                        missing -= fragment.rowCount();
                        continue;
                    }
                }
                worth.add(fragment);
            }
        }
        return worth;
    }

    /** The rows of small fragments of a version, by fragment id; those not kept are read. */
    public Map<Integer, Rows> rows(TableVersion version, List<FragmentInfo> fragments) {
        Map<Integer, Rows> found = new HashMap<>();
        List<FragmentInfo> missing = new ArrayList<>();
        synchronized (kept) {
            for (FragmentInfo fragment : fragments) {
                Rows rows = kept.get(Key.of(version, fragment));
                if (rows == null) {
                    missing.add(fragment);
                } else {
                    found.put(fragment.id(), rows);
                }
            }
        }
        if (!missing.isEmpty()) {
            Map<Integer, Rows> read = read(version, missing);
            missing.forEach(fragment -> keep(version, fragment, Objects.requireNonNull(read.get(fragment.id()))));
            found.putAll(read);
        }
        return found;
    }

    /** Keeps the rows of a fragment that was just written. */
    public void keep(TableVersion version, FragmentInfo fragment, Rows rows) {
        synchronized (kept) {
            Rows before = kept.put(Key.of(version, fragment), rows);
            keptRows += rows.size() - (before == null ? 0 : before.size());
            var eldest = kept.values().iterator();
            while (keptRows > maxRows && eldest.hasNext()) {
                keptRows -= eldest.next().size();
                eldest.remove();
            }
        }
    }

    private static List<String> idColumns(TableVersion version) {
        return ID_COLUMNS.stream()
                .filter(column -> version.layout().column(column).isPresent())
                .toList();
    }

    private static Map<Integer, Rows> read(TableVersion version, List<FragmentInfo> fragments) {
        Map<Integer, Rows> rows = new HashMap<>();
        fragments.forEach(fragment -> rows.put(fragment.id(), new Rows()));
        List<String> columns = idColumns(version);
        ScanRequest request = ScanRequest.of(columns)
                .inFragments(fragments.stream().map(FragmentInfo::id).toList())
                .withRowAddresses();
        try (TableScan scan = version.scan(request)) {
            while (scan.next()) {
                for (int row = 0; row < scan.rowCount(); row++) {
                    @Nullable String[] ids = new @Nullable String[columns.size()];
                    for (int i = 0; i < ids.length; i++) {
                        ids[i] = (String) scan.value(i, row);
                    }
                    long address = scan.rowAddress(row);
                    Objects.requireNonNull(rows.get(RowAddress.fragment(address)))
                            .add(RowAddress.unsignedOffset(address), ids);
                }
            }
        }
        return rows;
    }
}
