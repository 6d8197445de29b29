package dev.sennit.write;

import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.TableLayouts;
import dev.sennit.manifest.TableState;
import dev.sennit.model.TableId;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.store.ScanFilter;
import dev.sennit.store.ScanFilterSql;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableStore;
import dev.sennit.store.TableVersion;
import dev.sennit.store.TailCache;
import dev.sennit.validate.BaseState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A graph state's tables as the validator sees them, and the record of which tables it looked at: whatever was looked at
 * belongs to the read set. Not thread-safe.
 */
final class TableBaseState implements BaseState, AutoCloseable {
    /** A longer list of ids is found faster by a scan than through the index. */
    private static final int LONGEST_INDEXED_LIST = 256;

    private final TableStore tables;
    private final GraphState state;
    private final TailCache tails;
    private final Map<TableId, TableVersion> open = new HashMap<>();
    private final Set<TableId> looked = new LinkedHashSet<>();

    TableBaseState(TableStore tables, GraphState state, TailCache tails) {
        this.tables = tables;
        this.tails = tails;
        this.state = state;
    }

    /** The tables looked at so far. */
    Set<TableId> lookedAt() {
        return looked;
    }

    /** The number of elements of a type, which counts as a look. */
    long rowCount(ElementType type) {
        TableState table = state.tableOf(type);
        looked.add(table.table());
        return table.rowCount();
    }

    /** The table of a type, which counts as a look; the caller closes it. */
    TableVersion openAnew(ElementType type) {
        TableState table = state.tableOf(type);
        looked.add(table.table());
        return tables.open(table.table(), table.pin());
    }

    @Override
    public void scan(ElementType type, List<String> properties, RowConsumer rows) {
        read(type, properties, ScanRequest.of(columns(type, properties)), rows);
    }

    @Override
    public void find(ElementType type, Collection<String> ids, List<String> properties, RowConsumer rows) {
        findIn(type, TableLayout.ID, ids, properties, rows);
    }

    @Override
    public void findByValues(
            ElementType type, List<String> properties, Collection<List<Object>> tuples, RowConsumer rows) {
        // Rows that share the first property are a superset, which the contract allows.
        String first = properties.getFirst();
        if (!ScanFilterSql.canPush(type.propertyType(first).orElseThrow(), ScanFilter.Operator.EQ)) {
            scan(type, properties, rows);
            return;
        }
        Set<Object> values = new LinkedHashSet<>();
        tuples.forEach(tuple -> values.add(tuple.getFirst()));
        read(
                type,
                properties,
                ScanRequest.of(columns(type, properties)).where(new ScanFilter.In(first, List.copyOf(values))),
                rows);
    }

    @Override
    public void findEdges(EdgeType type, boolean bySource, Collection<String> nodeIds, RowConsumer rows) {
        findIn(type, bySource ? TableLayout.SOURCE : TableLayout.DESTINATION, nodeIds, List.of(), rows);
    }

    @Override
    public void close() {
        open.values().forEach(TableVersion::close);
        open.clear();
    }

    private void findIn(
            ElementType type, String column, Collection<String> values, List<String> properties, RowConsumer rows) {
        TableState table = state.tableOf(type);
        looked.add(table.table());
        if (values.isEmpty() || table.rowCount() == 0) {
            return;
        }
        ScanRequest request =
                ScanRequest.of(columns(type, properties)).where(new ScanFilter.In(column, List.copyOf(values)));
        if (values.size() > LONGEST_INDEXED_LIST) {
            read(type, properties, request.withoutIndex(), rows);
            return;
        }
        TableVersion version = version(table);
        TailCache.Found found = tails.find(version, column, values);
        if (!found.elsewhere().isEmpty()) {
            read(type, properties, found.isNothing() ? request : request.inFragments(found.elsewhere()), rows);
        }
        if (!found.rows().isEmpty()) {
            acceptAll(version, found.rows(), properties, rows);
        }
    }

    private static void acceptAll(
            TableVersion version, List<TailCache.Found.Row> found, List<String> properties, RowConsumer rows) {
        @Nullable Object[] values = new @Nullable Object[properties.size()];
        if (properties.isEmpty()) {
            found.forEach(row -> accept(rows, row, values));
            return;
        }
        long[] addresses =
                found.stream().mapToLong(TailCache.Found.Row::address).toArray();
        int row = 0;
        try (TableScan scan = version.take(addresses, properties)) {
            while (scan.next()) {
                for (int i = 0; i < scan.rowCount(); i++, row++) {
                    for (int property = 0; property < values.length; property++) {
                        values[property] = scan.value(property, i);
                    }
                    accept(rows, found.get(row), values);
                }
            }
        }
    }

    private static void accept(RowConsumer rows, TailCache.Found.Row row, @Nullable Object[] values) {
        @Nullable String[] ids = row.ids();
        rows.accept(
                row.address(),
                Objects.requireNonNull(ids[0]),
                ids.length > 1 ? ids[1] : null,
                ids.length > 1 ? ids[2] : null,
                values);
    }

    private TableVersion version(TableState table) {
        return open.computeIfAbsent(table.table(), ignored -> tables.open(table.table(), table.pin()));
    }

    private void read(ElementType type, List<String> properties, ScanRequest request, RowConsumer rows) {
        TableState table = state.tableOf(type);
        looked.add(table.table());
        if (table.rowCount() == 0) {
            return;
        }
        TableVersion version = version(table);
        int system = TableLayouts.systemColumns(type).size();
        @Nullable Object[] values = new @Nullable Object[properties.size()];
        try (TableScan scan = version.scan(request.withRowAddresses())) {
            while (scan.next()) {
                for (int row = 0; row < scan.rowCount(); row++) {
                    for (int i = 0; i < values.length; i++) {
                        values[i] = scan.value(system + i, row);
                    }
                    rows.accept(
                            scan.rowAddress(row),
                            text(scan, 0, row),
                            system > 1 ? text(scan, 1, row) : null,
                            system > 1 ? text(scan, 2, row) : null,
                            values);
                }
            }
        }
    }

    private static List<String> columns(ElementType type, List<String> properties) {
        List<String> columns = new ArrayList<>(TableLayouts.systemColumns(type));
        columns.addAll(properties);
        return columns;
    }

    private static String text(TableScan scan, int column, int row) {
        Object value = scan.value(column, row);
        if (value == null) {
            throw new IllegalStateException("an id column holds a null");
        }
        return (String) value;
    }
}
