package dev.sennit.bench.comparison;

import dev.sennit.bench.comparison.Dataset.Column;
import dev.sennit.bench.comparison.Dataset.EdgeFile;
import dev.sennit.bench.comparison.Dataset.NodeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;
import org.neo4j.graphdb.Entity;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Label;
import org.neo4j.graphdb.Node;
import org.neo4j.graphdb.Relationship;
import org.neo4j.graphdb.RelationshipType;
import org.neo4j.graphdb.Result;
import org.neo4j.graphdb.Transaction;
import org.neo4j.io.ByteUnit;
import org.neo4j.kernel.internal.Version;

/** Neo4j's community edition, embedded. Data go in through its transactions, in batches. */
final class Neo4jEngine implements Engine {
    private static final int BATCH = 20_000;

    private final DatabaseManagementService management;
    private final GraphDatabaseService database;

    Neo4jEngine(Path directory) {
        management = new DatabaseManagementServiceBuilder(directory)
                .setConfig(GraphDatabaseSettings.pagecache_memory, ByteUnit.gibiBytes(1))
                .build();
        database = management.database(GraphDatabaseSettings.DEFAULT_DATABASE_NAME);
    }

    @Override
    public String description() {
        return "Neo4j " + Version.getNeo4jVersion();
    }

    @Override
    public void load(Dataset dataset) {
        Map<String, Map<String, String>> elementIds = new HashMap<>();
        try {
            for (NodeFile nodes : dataset.nodes()) {
                elementIds.put(nodes.label(), load(nodes));
            }
            for (EdgeFile edges : dataset.edges()) {
                load(
                        edges,
                        elementIds.getOrDefault(edges.from(), Map.of()),
                        elementIds.getOrDefault(edges.to(), Map.of()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (NodeFile nodes : dataset.nodes()) {
            database.executeTransactionally("CREATE CONSTRAINT FOR (n:" + nodes.label() + ") REQUIRE n."
                    + nodes.key().name() + " IS UNIQUE");
        }
        try (Transaction waiting = database.beginTx()) {
            waiting.schema().awaitIndexesOnline(10, TimeUnit.MINUTES);
        }
    }

    private Map<String, String> load(NodeFile nodes) throws IOException {
        Map<String, String> elementIds = new HashMap<>();
        Label label = Label.label(nodes.label());
        try (Batches batches = new Batches(database)) {
            CsvFile.read(nodes.file(), row -> {
                Node node = batches.transaction().createNode(label);
                set(node, nodes.columns(), row, 0);
                elementIds.put(row.getFirst(), node.getElementId());
            });
        }
        return elementIds;
    }

    private void load(EdgeFile edges, Map<String, String> sources, Map<String, String> destinations)
            throws IOException {
        RelationshipType type = RelationshipType.withName(edges.label());
        try (Batches batches = new Batches(database)) {
            CsvFile.read(edges.file(), row -> {
                Transaction transaction = batches.transaction();
                Node from = transaction.getNodeByElementId(sources.getOrDefault(row.get(0), ""));
                Node to = transaction.getNodeByElementId(destinations.getOrDefault(row.get(1), ""));
                set(from.createRelationshipTo(to, type), edges.columns(), row, 2);
            });
        }
    }

    private static void set(Entity element, List<Column> columns, List<String> row, int first) {
        for (int i = 0; i < columns.size(); i++) {
            String cell = row.get(first + i);
            if (!cell.isEmpty()) {
                element.setProperty(columns.get(i).name(), value(columns.get(i), cell));
            }
        }
    }

    private static Object value(Column column, String cell) {
        return switch (column.kind()) {
            case INTEGER -> Long.parseLong(cell);
            case FLOAT -> Double.parseDouble(cell);
            case STRING -> cell;
            case DATE -> LocalDate.parse(cell);
        };
    }

    /** One transaction after another. */
    private static final class Batches implements AutoCloseable {
        private final GraphDatabaseService database;
        private Transaction current;
        private int used;

        Batches(GraphDatabaseService database) {
            this.database = database;
            this.current = database.beginTx();
        }

        Transaction transaction() {
            if (++used > BATCH) {
                current.commit();
                current.close();
                current = database.beginTx();
                used = 1;
            }
            return current;
        }

        @Override
        public void close() {
            current.commit();
            current.close();
        }
    }

    @Override
    public List<List<@Nullable Object>> rows(String query, Map<String, Object> parameters) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (Transaction transaction = database.beginTx();
                Result result = transaction.execute(query, parameters)) {
            List<String> columns = result.columns();
            while (result.hasNext()) {
                Map<String, Object> row = result.next();
                List<@Nullable Object> values = new ArrayList<>();
                columns.forEach(column -> values.add(plain(row.get(column))));
                rows.add(values);
            }
        }
        return rows;
    }

    @Override
    public long read(String query, Map<String, Object> parameters) {
        long rows = 0;
        try (Transaction transaction = database.beginTx();
                Result result = transaction.execute(query, parameters)) {
            while (result.hasNext()) {
                result.next();
                rows++;
            }
        }
        return rows;
    }

    @Override
    public void write(String statement, Map<String, Object> parameters) {
        try (Transaction transaction = database.beginTx()) {
            transaction.execute(statement, parameters).close();
            transaction.commit();
        }
    }

    @Nullable
    private static Object plain(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Node node -> node(node);
            case Relationship edge -> edge(edge);
            case org.neo4j.graphdb.Path path -> {
                List<Object> nodes = new ArrayList<>();
                path.nodes().forEach(node -> nodes.add(node(node)));
                List<Object> edges = new ArrayList<>();
                path.relationships().forEach(edge -> edges.add(edge(edge)));
                yield Elements.path(nodes, edges);
            }
            case TemporalAmount duration -> "duration " + duration;
            case List<?> list -> {
                List<@Nullable Object> values = new ArrayList<>();
                list.forEach(each -> values.add(plain(each)));
                yield values;
            }
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> values = new LinkedHashMap<>();
                map.forEach((name, each) -> values.put(String.valueOf(name), plain(each)));
                yield values;
            }
            default -> value;
        };
    }

    private static Map<String, Object> node(Node node) {
        List<String> labels = new ArrayList<>();
        node.getLabels().forEach(label -> labels.add(label.name()));
        return Elements.node(labels, node.getAllProperties());
    }

    private static Map<String, Object> edge(Relationship edge) {
        return Elements.edge(edge.getType().name(), edge.getAllProperties());
    }

    @Override
    public void close() {
        management.shutdown();
    }
}
