package dev.sennit.query.execution;

import dev.sennit.model.Edge;
import dev.sennit.model.GraphPath;
import dev.sennit.model.Node;
import dev.sennit.query.value.EdgeRef;
import dev.sennit.query.value.NodeRef;
import dev.sennit.query.value.PathRef;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values on their way to where they are checked and stored. A reference to an element becomes the element by name,
 * without its properties: no property can hold one, and the check that says so knows nothing of references.
 */
final class GraphValues {
    private GraphValues() {}

    static Map<String, @Nullable Object> of(Map<String, @Nullable Object> properties) {
        Map<String, @Nullable Object> named = new LinkedHashMap<>();
        properties.forEach((name, value) -> named.put(name, of(value)));
        return named;
    }

    @Nullable
    private static Object of(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case NodeRef node -> node(node);
            case EdgeRef edge -> edge(edge);
            case PathRef path ->
                new GraphPath(
                        path.nodes().stream().map(GraphValues::node).toList(),
                        path.edges().stream().map(GraphValues::edge).toList());
            case List<?> list
            when list.stream().anyMatch(GraphValues::mayHoldReferences) ->
                list.stream().<@Nullable Object>map(GraphValues::of).toList();
            case Map<?, ?> map
            when map.values().stream().anyMatch(GraphValues::mayHoldReferences) -> {
                Map<Object, @Nullable Object> named = new LinkedHashMap<>();
                map.forEach((name, entry) -> named.put(name, of(entry)));
                yield named;
            }
            default -> value;
        };
    }

    private static boolean mayHoldReferences(@Nullable Object value) {
        return value instanceof NodeRef
                || value instanceof EdgeRef
                || value instanceof PathRef
                || value instanceof List
                || value instanceof Map;
    }

    private static Node node(NodeRef node) {
        return new Node(node.type().name(), List.of(node.type().name()), node.id(), Map.of());
    }

    private static Edge edge(EdgeRef edge) {
        String id = edge.hasId() ? edge.id() : edge.source() + "->" + edge.destination();
        return new Edge(
                edge.edgeType().label(),
                id,
                edge.edgeType().source(),
                edge.source(),
                edge.edgeType().destination(),
                edge.destination(),
                Map.of());
    }
}
