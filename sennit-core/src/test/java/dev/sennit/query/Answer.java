package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.Edge;
import dev.sennit.model.GraphPath;
import dev.sennit.model.Node;
import dev.sennit.query.execution.GraphSource;
import dev.sennit.query.execution.QueryLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All rows of a query, for tests. */
record Answer(List<String> columns, List<List<@Nullable Object>> rows) {
    private static final QueryEngine ENGINE = new QueryEngine();

    static Answer of(GraphSource graph, String text, Map<String, ?> parameters) {
        try (QueryCursor cursor =
                ENGINE.prepare(text, graph.schema()).execute(graph, parameters, QueryLimits.DEFAULT)) {
            List<List<@Nullable Object>> rows = new ArrayList<>();
            while (cursor.next()) {
                List<@Nullable Object> row = new ArrayList<>();
                for (int i = 0; i < cursor.columns().size(); i++) {
                    Object value = cursor.value(i);
                    requireWalks(value, text);
                    row.add(value);
                }
                rows.add(row);
            }
            return new Answer(cursor.columns(), rows);
        }
    }

    /** Whatever a test asks for, each path in its answer leads from node to node along its edges. */
    private static void requireWalks(@Nullable Object value, String query) {
        switch (value) {
            case GraphPath path -> {
                for (int i = 0; i < path.length(); i++) {
                    Edge edge = path.edges().get(i);
                    List<String> ends = List.of(
                            edge.sourceType() + ":" + edge.source(), edge.destinationType() + ":" + edge.destination());
                    List<String> beside = List.of(
                            path.nodes().get(i).elementId(),
                            path.nodes().get(i + 1).elementId());
                    assertThat(beside)
                            .as("%s: the nodes beside edge %d of %s", query, i, text(path))
                            .isIn(ends, ends.reversed());
                }
            }
            case List<?> list -> list.forEach(each -> requireWalks(each, query));
            case Map<?, ?> map -> map.values().forEach(each -> requireWalks(each, query));
            case null, default -> {}
        }
    }

    /** Each row as text: values in brackets, elements by element id. */
    List<String> lines() {
        return rows.stream().map(Answer::text).toList();
    }

    /** {@link #lines} in an order of its own, for queries without one. */
    List<String> sortedLines() {
        return lines().stream().sorted().toList();
    }

    /** Each row as text with edges by element id, in lists and paths too, in an order of its own. */
    List<String> exactLines() {
        return rows.stream().map(Answer::exactText).sorted().toList();
    }

    private static String exactText(@Nullable Object value) {
        return switch (value) {
            case Edge edge -> edge.elementId();
            case GraphPath path -> exactText(path.nodes()) + "/" + exactText(path.edges());
            case List<?> list -> list.stream().map(Answer::exactText).toList().toString();
            case null, default -> text(value);
        };
    }

    static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "null";
            case Node node -> node.elementId();
            case Edge edge -> edge.label() + ":" + edge.source() + ">" + edge.destination();
            case GraphPath path -> path.nodes().stream().map(Answer::text).toList() + "/" + path.length();
            case List<?> list -> list.stream().map(Answer::text).toList().toString();
            case Map<?, ?> map -> {
                StringBuilder text = new StringBuilder("{");
                map.forEach((k, v) -> text.append(text.length() > 1 ? ", " : "")
                        .append(k)
                        .append(": ")
                        .append(text(v)));
                yield text.append('}').toString();
            }
            default -> value.toString();
        };
    }
}
