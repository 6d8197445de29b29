package dev.sennit.model;

import java.util.List;

/**
 * What a graph holds at one commit.
 *
 * @param location the graph's root as it was opened
 * @param branch the branch, or the revision where it is none
 * @param head the commit
 * @param types one entry per type, in schema order, node types first
 * @param sizeBytes bytes of the files this commit needs
 */
public record GraphInfo(
        GraphId graph, String location, String branch, CommitInfo head, List<TypeInfo> types, long sizeBytes) {
    /**
     * A type and its rows.
     *
     * @param name {@code Airport}, or {@code ROUTE(Airport,Airport)}
     * @param isEdge whether it is an edge type
     * @param indexedRows rows that the index on {@code _id} covers
     */
    public record TypeInfo(
            String name, boolean isEdge, long rowCount, int properties, long indexedRows, long sizeBytes) {}

    public GraphInfo {
        types = List.copyOf(types);
    }

    public long nodeCount() {
        return types.stream()
                .filter(t -> !t.isEdge())
                .mapToLong(TypeInfo::rowCount)
                .sum();
    }

    public long edgeCount() {
        return types.stream()
                .filter(TypeInfo::isEdge)
                .mapToLong(TypeInfo::rowCount)
                .sum();
    }
}
