package dev.sennit.model;

import java.util.List;

/** A path of a query: a walk with one node more than edges, each edge joining the nodes beside it in either direction. */
public record GraphPath(List<Node> nodes, List<Edge> edges) {
    public GraphPath {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
        if (nodes.size() != edges.size() + 1) {
            throw new IllegalArgumentException("a path has one node more than edges");
        }
    }

    /** Number of edges. */
    public int length() {
        return edges.size();
    }
}
