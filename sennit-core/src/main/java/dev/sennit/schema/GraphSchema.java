package dev.sennit.schema;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a schema file declares, without identities. Names are case-sensitive.
 *
 * @param nodeTypes in the order declared
 * @param edgeTypes in the order declared
 */
public record GraphSchema(List<NodeType> nodeTypes, List<EdgeType> edgeTypes) {
    public static final GraphSchema EMPTY = new GraphSchema(List.of(), List.of());

    public GraphSchema {
        nodeTypes = List.copyOf(nodeTypes);
        edgeTypes = List.copyOf(edgeTypes);
    }

    /** All types, node types first, in the order declared. */
    public Stream<ElementType> types() {
        return Stream.concat(nodeTypes.stream(), edgeTypes.stream());
    }

    public Optional<NodeType> nodeType(String name) {
        return nodeTypes.stream().filter(t -> t.name().equals(name)).findFirst();
    }

    /** The node types that carry the label. */
    public List<NodeType> nodeTypesWithLabel(String label) {
        return nodeTypes.stream().filter(t -> t.labels().contains(label)).toList();
    }

    /** The edge types that share the label. */
    public List<EdgeType> edgeTypesWithLabel(String label) {
        return edgeTypes.stream().filter(t -> t.label().equals(label)).toList();
    }

    public Optional<EdgeType> edgeType(String label, String source, String destination) {
        return edgeTypes.stream()
                .filter(t -> t.label().equals(label)
                        && t.source().equals(source)
                        && t.destination().equals(destination))
                .findFirst();
    }

    /** The type of that {@link ElementType#name}. */
    public Optional<ElementType> type(String name) {
        return types().filter(t -> t.name().equals(name)).findFirst();
    }
}
