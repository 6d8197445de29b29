package dev.sennit.query.execution;

import dev.sennit.query.value.EdgeRef;
import dev.sennit.query.value.ElementLayout;
import dev.sennit.query.value.ElementRef;
import dev.sennit.query.value.NodeRef;
import dev.sennit.query.value.PathRef;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One reference per element, for rows that are about to change the graph: what is done to an element in one row is seen
 * in all of them. The references have no addresses, since those are of rows as they were. What is created with the id of
 * something deleted is another element, so references to what was deleted stay as they are.
 */
final class ElementPool {
    private final Map<String, ElementRef> elements = new LinkedHashMap<>();

    /** The edges among them by the element ids of their ends, once someone asks. */
    @Nullable
    private Map<String, List<EdgeRef>> edgesAt;

    /** Replaces the references in all rows. */
    void adopt(List<@Nullable Object[]> rows) {
        Map<ElementLayout, List<EdgeRef>> nameless = new LinkedHashMap<>();
        for (@Nullable Object[] row : rows) {
            for (Object value : row) {
                nameless(value, nameless);
            }
        }
        nameless.forEach(ElementLayout::load);
        for (@Nullable Object[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                row[i] = adopt(row[i]);
            }
        }
    }

    /** Edges whose ids must be read while their addresses are valid. */
    private static void nameless(@Nullable Object value, Map<ElementLayout, List<EdgeRef>> found) {
        switch (value) {
            case EdgeRef edge -> {
                if (!edge.hasId()) {
                    found.computeIfAbsent(edge.layout(), l -> new ArrayList<>()).add(edge);
                }
            }
            case PathRef path -> path.edges().forEach(e -> nameless(e, found));
            case List<?> list -> list.forEach(e -> nameless(e, found));
            case Map<?, ?> map -> map.values().forEach(e -> nameless(e, found));
            case null, default -> {}
        }
    }

    /** The value with references of the pool. */
    @Nullable
    Object adopt(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case NodeRef node -> node(node);
            case EdgeRef edge -> edge(edge);
            case PathRef path ->
                new PathRef(
                        path.nodes().stream().map(this::node).toList(),
                        path.edges().stream().map(this::edge).toList());
            case List<?> list
            when holdsElements(list) -> {
                List<@Nullable Object> adopted = new ArrayList<>(list.size());
                list.forEach(e -> adopted.add(adopt(e)));
                yield adopted;
            }
            case Map<?, ?> map
            when holdsElements(map.values()) -> {
                Map<Object, @Nullable Object> adopted = new LinkedHashMap<>();
                map.forEach((k, v) -> adopted.put(k, adopt(v)));
                yield adopted;
            }
            default -> value;
        };
    }

    private static boolean holdsElements(Iterable<?> values) {
        for (Object value : values) {
            boolean holds = value instanceof ElementRef
                    || value instanceof PathRef
                    || value instanceof List<?> list && holdsElements(list)
                    || value instanceof Map<?, ?> map && holdsElements(map.values());
            if (holds) {
                return true;
            }
        }
        return false;
    }

    /** A node that has just come into being, whatever of its name there was before. */
    NodeRef created(NodeRef node) {
        elements.put(node.elementId(), node);
        return node;
    }

    /** An edge that has just come into being. */
    EdgeRef created(EdgeRef edge) {
        elements.put(edge.elementId(), edge);
        if (edgesAt != null) {
            place(edge, edgesAt);
        }
        return edge;
    }

    /** A node has been deleted with its edges. */
    void detached(NodeRef node) {
        if (edgesAt == null) {
            Map<String, List<EdgeRef>> index = new HashMap<>();
            for (ElementRef element : elements.values()) {
                if (element instanceof EdgeRef edge) {
                    place(edge, index);
                }
            }
            edgesAt = index;
        }
        List<EdgeRef> edges = edgesAt.remove(node.elementId());
        if (edges != null) {
            edges.forEach(EdgeRef::markDeleted);
        }
    }

    private static void place(EdgeRef edge, Map<String, List<EdgeRef>> index) {
        String source = edge.edgeType().source() + ":" + edge.source();
        String destination = edge.edgeType().destination() + ":" + edge.destination();
        for (String end : List.of(source, destination)) {
            index.computeIfAbsent(end, e -> new ArrayList<>(1)).add(edge);
        }
    }

    NodeRef node(NodeRef node) {
        if (node.isDeleted()) {
            return node;
        }
        return (NodeRef) elements.computeIfAbsent(node.elementId(), id -> {
            NodeRef fresh = new NodeRef(node.layout(), node.id(), ElementRef.NO_ADDRESS);
            keep(node, fresh);
            return fresh;
        });
    }

    EdgeRef edge(EdgeRef edge) {
        if (edge.isDeleted()) {
            return edge;
        }
        return (EdgeRef) elements.computeIfAbsent(edge.elementId(), id -> {
            EdgeRef fresh = new EdgeRef(edge.layout(), edge.source(), edge.destination(), ElementRef.NO_ADDRESS);
            fresh.setId(edge.id());
            keep(edge, fresh);
            if (edgesAt != null) {
                place(fresh, edgesAt);
            }
            return fresh;
        });
    }

    private static void keep(ElementRef from, ElementRef to) {
        if (from.isLoaded()) {
            to.setValues(from.values());
        }
    }
}
