package dev.sennit.query.execution;

import dev.sennit.query.value.ElementLayout;
import dev.sennit.query.value.NodeRef;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes references to nodes that are kept in memory. */
final class NodesInMemory {
    private final StoredNodes nodes;
    private final ElementLayout layout;
    private final StoredNodes.@Nullable Columns cells;

    /** @param load whether the references get their properties */
    NodesInMemory(StoredNodes nodes, ElementLayout layout, boolean load) {
        this.nodes = nodes;
        this.layout = layout;
        this.cells = load ? nodes.columns(layout.properties()) : null;
    }

    /** The node of that id, if there is one. */
    Optional<NodeRef> find(String id) {
        int row = nodes.row(id);
        return row < 0 ? Optional.empty() : Optional.of(at(row));
    }

    private NodeRef at(int row) {
        NodeRef node = new NodeRef(layout, nodes.id(row), nodes.address(row));
        if (cells != null) {
            node.setValues(cells.row(row));
        }
        return node;
    }

    Stream<NodeRef> all() {
        return nodes.rows().mapToObj(this::at);
    }
}
