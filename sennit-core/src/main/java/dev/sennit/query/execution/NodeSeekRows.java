package dev.sennit.query.execution;

import dev.sennit.query.plan.Operator;
import dev.sennit.query.value.ElementLayout;
import dev.sennit.query.value.NodeRef;
import dev.sennit.store.ScanFilter;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TableScan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds nodes by keys that rows say; the keys of a batch of rows are looked up together. */
final class NodeSeekRows implements Rows {
    private final Rows input;
    private final Operator.NodeSeek seek;
    private final OpenTables tables;
    private final List<List<Evaluator>> keys;
    private final Cancellation cancellation;

    /** @param keys for each table of the seek its key */
    NodeSeekRows(
            Rows input,
            Operator.NodeSeek seek,
            OpenTables tables,
            List<List<Evaluator>> keys,
            Cancellation cancellation) {
        this.cancellation = cancellation;
        this.input = input;
        this.seek = seek;
        this.tables = tables;
        this.keys = keys;
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        while (true) {
            List<@Nullable Object[]> batch = input.next();
            if (batch == null) {
                return null;
            }
            List<@Nullable Object[]> rows = find(batch);
            if (!rows.isEmpty()) {
                return rows;
            }
        }
    }

    private List<@Nullable Object[]> find(List<@Nullable Object[]> batch) {
        List<List<Optional<String>>> wanted = new ArrayList<>();
        List<Map<String, NodeRef>> found = new ArrayList<>();
        for (int t = 0; t < keys.size(); t++) {
            List<Optional<String>> ids = new ArrayList<>(batch.size());
            Set<String> distinct = new LinkedHashSet<>();
            for (@Nullable Object[] row : batch) {
                List<@Nullable Object> values = new ArrayList<>();
                keys.get(t).forEach(key -> values.add(key.evaluate(row)));
                Optional<String> id = seek.tables().get(t).id(values);
                id.ifPresent(distinct::add);
                ids.add(id);
            }
            wanted.add(ids);
            found.add(lookUp(seek.tables().get(t), List.copyOf(distinct)));
        }
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            for (int t = 0; t < keys.size(); t++) {
                NodeRef node = wanted.get(t).get(i).map(found.get(t)::get).orElse(null);
                if (node != null) {
                    @Nullable Object[] row = batch.get(i).clone();
                    row[seek.node().id()] = node;
                    rows.add(row);
                }
            }
        }
        return rows;
    }

    private Map<String, NodeRef> lookUp(Operator.SeekTable table, List<String> ids) {
        Map<String, NodeRef> found = new HashMap<>();
        if (ids.isEmpty()) {
            return found;
        }
        ElementLayout layout = tables.layout(table.type());
        List<String> properties = seek.load() ? layout.properties() : List.of();
        Optional<StoredNodes> stored = tables.nodes(table.type(), properties, NodeCache.costOfFinding(ids.size()));
        if (stored.isPresent()) {
            NodesInMemory nodes = new NodesInMemory(stored.get(), layout, seek.load());
            ids.forEach(id -> nodes.find(id).ifPresent(node -> found.put(id, node)));
            return found;
        }
        List<String> columns = new ArrayList<>();
        columns.add(TableLayout.ID);
        columns.addAll(properties);
        ScanRequest request = ScanRequest.of(columns)
                .where(
                        ids.size() == 1
                                ? new ScanFilter.Comparison(TableLayout.ID, ScanFilter.Operator.EQ, ids.getFirst())
                                : new ScanFilter.In(TableLayout.ID, ids))
                .withRowAddresses();
        try (TableScan scan =
                tables.scan(table.type(), ids.size() > ScanFilters.MAX_INDEXED ? request.withoutIndex() : request)) {
            while (scan.next()) {
                cancellation.check();
                for (int i = 0; i < scan.rowCount(); i++) {
                    NodeRef node = node(scan, i, layout, columns.size() - 1);
                    found.put(node.id(), node);
                }
            }
        }
        return found;
    }

    private NodeRef node(TableScan scan, int row, ElementLayout layout, int properties) {
        String id = (String) Objects.requireNonNull(scan.value(0, row));
        NodeRef node = new NodeRef(layout, id, scan.rowAddress(row));
        if (seek.load()) {
            @Nullable Object[] values = new Object[properties];
            for (int c = 0; c < properties; c++) {
                values[c] = scan.value(c + 1, row);
            }
            node.setValues(values);
        }
        return node;
    }

    @Override
    public void close() {
        input.close();
    }
}
