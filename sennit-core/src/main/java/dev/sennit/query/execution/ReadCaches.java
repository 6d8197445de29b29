package dev.sennit.query.execution;

import dev.sennit.store.TailCache;

/** What is kept of tables between queries, and between queries and writes. All of it may be shared by whoever reads. */
public record ReadCaches(AdjacencyCache adjacencies, NodeCache nodes, TailCache tails) {
    /** Keeps nothing that another query could find. */
    public static ReadCaches none() {
        return new ReadCaches(new AdjacencyCache(0), NodeCache.NONE, TailCache.NONE);
    }
}
