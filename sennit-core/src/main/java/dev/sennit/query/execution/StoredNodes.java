package dev.sennit.query.execution;

import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableVersion;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The nodes of one version of a table in memory: their ids, the addresses of their rows, and those of their properties that
 * some query has read. Thread-safe; columns are added, nothing else changes.
 */
final class StoredNodes {
    /** So many different values of a column are kept once each; beyond that a column has no few values. */
    private static final int SHARED_VALUES = 4_096;

    private final Object2IntOpenHashMap<String> rowOf;
    private final String[] ids;
    private final long[] addresses;
    private final Map<String, @Nullable Object[]> columns = new ConcurrentHashMap<>();

    private StoredNodes(Object2IntOpenHashMap<String> rowOf, String[] ids, long[] addresses) {
        this.rowOf = rowOf;
        this.ids = ids;
        this.addresses = addresses;
    }

    /** Reads the ids of a table. */
    static StoredNodes load(TableVersion table, Cancellation cancellation) {
        int rows = Math.toIntExact(table.rowCount());
        Object2IntOpenHashMap<String> rowOf = new Object2IntOpenHashMap<>(rows);
        rowOf.defaultReturnValue(-1);
        String[] ids = new String[rows];
        long[] addresses = new long[rows];
        int at = 0;
        try (TableScan scan = table.scan(ScanRequest.of(List.of(TableLayout.ID)).withRowAddresses())) {
            while (scan.next()) {
                cancellation.check();
                for (int i = 0; i < scan.rowCount(); i++) {
                    ids[at] = (String) Objects.requireNonNull(scan.value(0, i));
                    addresses[at] = scan.rowAddress(i);
                    rowOf.put(ids[at], at++);
                }
            }
        }
        return new StoredNodes(rowOf, ids, addresses);
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

    /** Values of rows, one array per column. */
    record Columns(List<@Nullable Object[]> values) {
        /** The values of one row. */
        @Nullable
        Object[] row(int row) {
            @Nullable Object[] cells = new Object[values.size()];
            for (int i = 0; i < cells.length; i++) {
                cells[i] = values.get(i)[row];
            }
            return cells;
        }
    }

    /**
     * The columns, those of them that are not here yet read from the table.
     *
     * @param table the version that this was loaded from
     */
    Columns columns(List<String> names, TableVersion table, Cancellation cancellation) {
        List<String> missing =
                names.stream().filter(name -> !columns.containsKey(name)).toList();
        if (!missing.isEmpty()) {
            read(missing, table, cancellation);
        }
        List<@Nullable Object[]> values = new ArrayList<>();
        names.forEach(name -> values.add(Objects.requireNonNull(columns.get(name))));
        return new Columns(values);
    }

    boolean has(String column) {
        return columns.containsKey(column);
    }

    private void read(List<String> names, TableVersion table, Cancellation cancellation) {
        List<@Nullable Object[]> read = new ArrayList<>();
        List<Map<Object, Object>> shared = new ArrayList<>();
        names.forEach(name -> {
            read.add(new Object[ids.length]);
            shared.add(new HashMap<>());
        });
        int at = 0;
        try (TableScan scan = table.scan(ScanRequest.of(names).withRowAddresses())) {
            while (scan.next()) {
                cancellation.check();
                for (int i = 0; i < scan.rowCount(); i++) {
                    if (at == ids.length || addresses[at] != scan.rowAddress(i)) {
                        throw StoreException.internal(
                                ErrorText.of("cannot keep " + table + " in memory")
                                        .cause("two scans of it give its rows in different orders"),
                                null);
                    }
                    for (int c = 0; c < names.size(); c++) {
                        read.get(c)[at] = once(scan.value(c, i), shared.get(c));
                    }
                    at++;
                }
            }
        }
        for (int c = 0; c < names.size(); c++) {
            columns.put(names.get(c), read.get(c));
        }
    }

    @Nullable
    private static Object once(@Nullable Object value, Map<Object, Object> shared) {
        if (value == null || shared.size() >= SHARED_VALUES) {
            return value;
        }
        Object known = shared.putIfAbsent(value, value);
        return known == null ? value : known;
    }
}
