package dev.sennit.query.value;

import java.util.List;

/** A path in a row: one node more than edges. */
public record PathRef(List<NodeRef> nodes, List<EdgeRef> edges) {
    public PathRef {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
    }
}
