package dev.sennit.query.execution;

import dev.sennit.query.plan.Operator;
import dev.sennit.query.value.EdgeRef;
import dev.sennit.query.value.ElementLayout;
import dev.sennit.query.value.ElementRef;
import dev.sennit.query.value.NodeRef;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TableScan;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads edges with their ends, one table after the other. */
final class EdgeScanRows implements Rows {
    private static final int FIRST_PROPERTY = 3;

    private final Operator.EdgeScan scan;
    private final OpenTables tables;
    private final Cancellation cancellation;
    private final int width;
    private final Iterator<Operator.EdgeTable> remaining;

    @Nullable
    private TableScan open;

    private Operator.@Nullable EdgeTable table;

    EdgeScanRows(Operator.EdgeScan scan, OpenTables tables, Cancellation cancellation, int width) {
        this.scan = scan;
        this.tables = tables;
        this.cancellation = cancellation;
        this.width = width;
        this.remaining = scan.tables().iterator();
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        while (true) {
            cancellation.check();
            if (open == null || table == null) {
                if (!remaining.hasNext()) {
                    return null;
                }
                table = remaining.next();
                ScanRequest request = ScanFilters.request(table, columns(table));
                open = tables.version(table.type())
                        .scan(
                                scan.limit().isPresent()
                                        ? request.limit(scan.limit().getAsLong())
                                        : request);
            }
            if (!open.next()) {
                close();
                continue;
            }
            List<@Nullable Object[]> rows = batch(open, table);
            if (!rows.isEmpty()) {
                return rows;
            }
        }
    }

    private List<String> columns(Operator.EdgeTable ofTable) {
        List<String> columns = new ArrayList<>();
        columns.add(TableLayout.SOURCE);
        columns.add(TableLayout.DESTINATION);
        if (scan.load()) {
            columns.add(TableLayout.ID);
            columns.addAll(tables.layout(ofTable.type()).properties());
        }
        return columns;
    }

    private List<@Nullable Object[]> batch(TableScan from, Operator.EdgeTable ofTable) {
        List<@Nullable Object[]> rows = new ArrayList<>(from.rowCount());
        ElementLayout layout = tables.layout(ofTable.type());
        ElementLayout sources = tables.nodeLayout(ofTable.type().source());
        ElementLayout destinations = tables.nodeLayout(ofTable.type().destination());
        boolean oneType = ofTable.type().source().equals(ofTable.type().destination());
        for (int i = 0; i < from.rowCount(); i++) {
            String source = (String) Objects.requireNonNull(from.value(0, i));
            String destination = (String) Objects.requireNonNull(from.value(1, i));
            boolean loop = oneType && source.equals(destination);
            if (scan.from().equals(scan.to()) && !loop) {
                continue;
            }
            EdgeRef edge = new EdgeRef(layout, source, destination, from.rowAddress(i));
            if (scan.load()) {
                load(edge, from, i);
            }
            if (ofTable.forward()) {
                rows.add(row(edge, node(sources, source), node(destinations, destination)));
            }
            if (ofTable.backward() && !(ofTable.forward() && loop)) {
                rows.add(row(edge, node(destinations, destination), node(sources, source)));
            }
        }
        return rows;
    }

    private static void load(EdgeRef edge, TableScan from, int row) {
        int properties = edge.layout().properties().size();
        edge.setId((String) Objects.requireNonNull(from.value(FIRST_PROPERTY - 1, row)));
        @Nullable Object[] values = new Object[properties];
        for (int c = 0; c < properties; c++) {
            values[c] = from.value(FIRST_PROPERTY + c, row);
        }
        edge.setValues(values);
    }

    private static NodeRef node(ElementLayout layout, String id) {
        return new NodeRef(layout, id, ElementRef.NO_ADDRESS);
    }

    private @Nullable Object[] row(EdgeRef edge, NodeRef from, NodeRef to) {
        @Nullable Object[] row = new Object[width];
        row[scan.edge().id()] = edge;
        row[scan.from().id()] = from;
        row[scan.to().id()] = to;
        return row;
    }

    @Override
    public void close() {
        if (open != null) {
            open.close();
            open = null;
        }
    }
}
