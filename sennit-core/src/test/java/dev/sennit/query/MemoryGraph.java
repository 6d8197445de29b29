package dev.sennit.query;

import dev.sennit.model.KeyText;
import dev.sennit.model.PropertyType;
import dev.sennit.model.TableId;
import dev.sennit.model.Ulid;
import dev.sennit.query.execution.AdjacencyCache;
import dev.sennit.query.execution.Cancellation;
import dev.sennit.query.execution.GraphSource;
import dev.sennit.query.execution.NodeCache;
import dev.sennit.query.execution.ReadCaches;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import dev.sennit.store.ColumnLayout;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TableVersion;
import dev.sennit.store.TailCache;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A graph in memory, and a way to ask it. */
final class MemoryGraph implements GraphSource {
    private final GraphSchema schema;
    private final Map<String, List<@Nullable Object[]>> rows = new LinkedHashMap<>();
    private final Map<String, TableId> ids = new LinkedHashMap<>();
    private final ReadCaches caches =
            new ReadCaches(new AdjacencyCache(64L << 20), new NodeCache(64L << 20), TailCache.NONE);
    private final MemoryTable.Activity activity = new MemoryTable.Activity();
    private final int batchSize;

    MemoryGraph(GraphSchema schema, int batchSize) {
        this.schema = schema;
        this.batchSize = batchSize;
        schema.types().forEach(t -> {
            rows.put(t.name(), new ArrayList<>());
            ids.put(t.name(), new TableId(new Ulid(0, ids.size() + 1L)));
        });
    }

    /** Adds a node; properties in the order declared, its id from its key or, without one, as given first. */
    MemoryGraph node(String type, @Nullable Object... values) {
        NodeType nodeType = schema.nodeType(type).orElseThrow();
        List<@Nullable Object> row = new ArrayList<>();
        if (nodeType.isKeyed()) {
            List<Object> key = nodeType.key().stream()
                    .map(k -> Objects.requireNonNull(values[index(nodeType, k)]))
                    .toList();
            row.add(KeyText.of(key));
        }
        row.addAll(Arrays.asList(values));
        rowsOf(nodeType).add(row.toArray());
        return this;
    }

    private static int index(ElementType type, String property) {
        for (int i = 0; i < type.properties().size(); i++) {
            if (type.properties().get(i).name().equals(property)) {
                return i;
            }
        }
        throw new IllegalArgumentException("no property " + property);
    }

    /** Adds an edge of the type named as {@link EdgeType#name}. */
    MemoryGraph edge(String type, String source, String destination, @Nullable Object... values) {
        ElementType edgeType = schema.type(type).orElseThrow();
        List<@Nullable Object> row = new ArrayList<>();
        row.add("e" + rowsOf(edgeType).size());
        row.add(source);
        row.add(destination);
        row.addAll(Arrays.asList(values));
        rowsOf(edgeType).add(row.toArray());
        return this;
    }

    List<@Nullable Object[]> rowsOf(ElementType type) {
        return Objects.requireNonNull(rows.get(type.name()));
    }

    /** Reads the adjacency of all edge tables, as queries over many nodes do. */
    void warm() {
        schema.edgeTypes().forEach(type -> {
            try (TableVersion table = open(type)) {
                caches.adjacencies().warm(table, type, Cancellation.NEVER);
            }
        });
    }

    MemoryTable.Activity activity() {
        return activity;
    }

    @Override
    public GraphSchema schema() {
        return schema;
    }

    @Override
    public long rowCount(ElementType type) {
        return rowsOf(type).size();
    }

    @Override
    public TableVersion open(ElementType type) {
        return new MemoryTable(
                Objects.requireNonNull(ids.get(type.name())), layout(type), rowsOf(type), batchSize, activity);
    }

    static TableLayout layout(ElementType type) {
        List<ColumnLayout> columns = new ArrayList<>();
        columns.add(new ColumnLayout(TableLayout.ID, PropertyType.Scalar.STRING, false, Optional.empty()));
        if (type instanceof EdgeType) {
            columns.add(new ColumnLayout(TableLayout.SOURCE, PropertyType.Scalar.STRING, false, Optional.empty()));
            columns.add(new ColumnLayout(TableLayout.DESTINATION, PropertyType.Scalar.STRING, false, Optional.empty()));
        }
        type.properties().forEach(p -> columns.add(new ColumnLayout(p.name(), p.type(), true, Optional.empty())));
        return new TableLayout(columns);
    }

    @Override
    public ReadCaches caches(ElementType type) {
        return caches;
    }
}
