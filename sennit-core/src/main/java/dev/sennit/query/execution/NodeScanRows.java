package dev.sennit.query.execution;

import dev.sennit.query.plan.Operator;
import dev.sennit.query.value.ElementLayout;
import dev.sennit.query.value.NodeRef;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads nodes, one table after the other. */
final class NodeScanRows implements Rows {
    private final Operator.NodeScan scan;
    private final Optional<WantedNodes> wanted;
    private final OpenTables tables;
    private final Cancellation cancellation;
    private final int width;
    private final Iterator<Operator.NodeTable> remaining;

    @Nullable
    private TableScan open;

    @Nullable
    private ElementLayout layout;

    /** Nodes of the table at hand that are in memory, and which of them come next. */
    private Iterator<NodeRef> inMemory = Collections.emptyIterator();

    NodeScanRows(
            Operator.NodeScan scan,
            Optional<WantedNodes> wanted,
            OpenTables tables,
            Cancellation cancellation,
            int width) {
        this.scan = scan;
        this.wanted = wanted;
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
            if (inMemory.hasNext()) {
                return batch(inMemory);
            }
            if (open == null || layout == null) {
                if (!remaining.hasNext()) {
                    return null;
                }
                Operator.NodeTable table = remaining.next();
                ElementLayout ofTable = tables.layout(table.type());
                Optional<Iterator<NodeRef>> kept = inMemory(table, ofTable);
                if (kept.isPresent()) {
                    inMemory = kept.get();
                    continue;
                }
                TableVersion version = tables.version(table.type());
                Optional<ScanRequest> request = request(table, ofTable, version);
                if (request.isEmpty()) {
                    continue;
                }
                layout = ofTable;
                open = tables.scan(table.type(), request.get());
            }
            if (!open.next()) {
                close();
            } else if (open.rowCount() > 0) {
                return batch(open, layout);
            }
        }
    }

    private Optional<Iterator<NodeRef>> inMemory(Operator.NodeTable table, ElementLayout ofTable) {
        if (table.filter().isPresent() || wanted.isPresent() || scan.limit().isPresent()) {
            return Optional.empty();
        }
        List<String> properties = scan.load() ? ofTable.properties() : List.of();
        // A scan costs as much as keeping what it reads, so the second of them is one too many.
        long cost = table.ids()
                .map(ids -> NodeCache.costOfFinding(ids.size()))
                .orElseGet(() -> tables.version(table.type()).rowCount() / 2);
        return tables.nodes(table.type(), properties, cost).map(stored -> {
            NodesInMemory nodes = new NodesInMemory(stored, ofTable, scan.load());
            return table.ids()
                    .map(ids -> ids.stream().map(nodes::find).flatMap(Optional::stream))
                    .orElseGet(nodes::all)
                    .iterator();
        });
    }

    private List<@Nullable Object[]> batch(Iterator<NodeRef> nodes) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        while (nodes.hasNext() && rows.size() < BATCH) {
            @Nullable Object[] row = new Object[width];
            row[scan.node().id()] = nodes.next();
            rows.add(row);
        }
        return rows;
    }

    private Optional<ScanRequest> request(Operator.NodeTable table, ElementLayout ofTable, TableVersion version) {
        ScanRequest request = ScanFilters.request(table, columns(ofTable));
        ScanRequest enough =
                scan.limit().isPresent() ? request.limit(scan.limit().getAsLong()) : request;
        return wanted.isEmpty() ? Optional.of(enough) : wanted.get().narrow(scan, table, enough, version.layout());
    }

    private List<String> columns(ElementLayout ofTable) {
        List<String> columns = new ArrayList<>();
        columns.add(TableLayout.ID);
        if (scan.load()) {
            columns.addAll(ofTable.properties());
        }
        return columns;
    }

    private List<@Nullable Object[]> batch(TableScan from, ElementLayout ofTable) {
        List<@Nullable Object[]> rows = new ArrayList<>(from.rowCount());
        int properties = ofTable.properties().size();
        for (int i = 0; i < from.rowCount(); i++) {
            NodeRef node = new NodeRef(ofTable, (String) Objects.requireNonNull(from.value(0, i)), from.rowAddress(i));
            if (scan.load()) {
                @Nullable Object[] values = new Object[properties];
                for (int c = 0; c < properties; c++) {
                    values[c] = from.value(c + 1, i);
                }
                node.setValues(values);
            }
            @Nullable Object[] row = new Object[width];
            row[scan.node().id()] = node;
            rows.add(row);
        }
        return rows;
    }

    @Override
    public void close() {
        if (open != null) {
            open.close();
            open = null;
        }
    }
}
