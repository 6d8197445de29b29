package dev.sennit.bench.comparison;

import dev.sennit.Graph;
import dev.sennit.Load;
import dev.sennit.Result;
import dev.sennit.Row;
import dev.sennit.Sennit;
import dev.sennit.bench.comparison.Dataset.EdgeFile;
import dev.sennit.bench.comparison.Dataset.NodeFile;
import dev.sennit.model.CalendarDuration;
import dev.sennit.model.Edge;
import dev.sennit.model.GraphPath;
import dev.sennit.model.Node;
import dev.sennit.schema.SchemaParser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Sennit, through its public API. */
final class SennitEngine implements Engine {
    private final Graph graph;

    /** @param schema of the graph if it is to be created */
    SennitEngine(Path directory, String schema) {
        graph = Files.exists(directory)
                ? Sennit.open(directory.toString())
                : Sennit.create(directory.toString(), SchemaParser.parse(schema));
    }

    @Override
    public String description() {
        return "Sennit";
    }

    @Override
    public void load(Dataset dataset) {
        Load load = Load.EMPTY;
        for (NodeFile nodes : dataset.nodes()) {
            load = load.nodes(nodes.label(), nodes.file());
        }
        for (EdgeFile edges : dataset.edges()) {
            boolean several = dataset.edges().stream()
                            .filter(e -> e.label().equals(edges.label()))
                            .count()
                    > 1;
            load = load.edges(
                    several ? edges.label() + "(" + edges.from() + "," + edges.to() + ")" : edges.label(),
                    edges.file());
        }
        graph.main().load(load);
    }

    @Override
    public List<List<@Nullable Object>> rows(String query, Map<String, Object> parameters) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (Result result = graph.main().snapshot().query(query, parameters)) {
            int columns = result.columns().size();
            while (result.hasNext()) {
                Row row = result.next();
                List<@Nullable Object> values = new ArrayList<>(columns);
                for (int i = 0; i < columns; i++) {
                    values.add(plain(row.get(i)));
                }
                rows.add(values);
            }
        }
        return rows;
    }

    @Override
    public long read(String query, Map<String, Object> parameters) {
        long rows = 0;
        try (Result result = graph.main().snapshot().query(query, parameters)) {
            int columns = result.columns().size();
            while (result.hasNext()) {
                Row row = result.next();
                for (int i = 0; i < columns; i++) {
                    row.get(i);
                }
                rows++;
            }
        }
        return rows;
    }

    @Override
    public void write(String statement, Map<String, Object> parameters) {
        graph.main().execute(statement, parameters);
    }

    @Nullable
    private static Object plain(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Node node -> node(node);
            case Edge edge -> edge(edge);
            case GraphPath path ->
                Elements.path(
                        path.nodes().stream().map(SennitEngine::node).toList(),
                        path.edges().stream().map(SennitEngine::edge).toList());
            case CalendarDuration duration -> "duration " + duration;
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
        return Elements.node(node.labels(), node.properties());
    }

    private static Map<String, Object> edge(Edge edge) {
        return Elements.edge(edge.label(), edge.properties());
    }

    @Override
    public void close() {
        graph.close();
    }
}
