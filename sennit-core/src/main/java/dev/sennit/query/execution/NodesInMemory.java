package dev.sennit.query.execution;

import dev.sennit.query.value.ElementLayout;
import dev.sennit.query.value.NodeRef;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes references to nodes that are kept in memory. */
final class NodesInMemory {
    private final StoredNodes nodes;
    private final ElementLayout layout;
    private final StoredNodes.@Nullable Columns cells;

    /** @param load whether the references get their properties */
    NodesInMemory(StoredNodes nodes, ElementLayout layout, OpenTables tables, boolean load, Cancellation cancellation) {
        this.nodes = nodes;
        this.layout = layout;
        this.cells = load ? nodes.columns(layout.properties(), tables.version(layout.type()), cancellation) : null;
    }

    /** The node of that id, if there is one. */
    Optional<NodeRef> find(String id) {
        int row = nodes.row(id);
        return row < 0 ? Optional.empty() : Optional.of(at(row));
    }

    NodeRef at(int row) {
        NodeRef node = new NodeRef(layout, nodes.id(row), nodes.address(row));
        if (cells != null) {
            node.setValues(cells.row(row));
        }
        return node;
    }

    int size() {
        return nodes.size();
    }
}
