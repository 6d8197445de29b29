package dev.sennit.write;

import dev.sennit.manifest.GraphState;
import dev.sennit.query.execution.AdjacencyCache;
import dev.sennit.query.execution.GraphSource;
import dev.sennit.query.execution.NodeCache;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.store.TableVersion;
import java.util.HashMap;
import java.util.Map;

/**
 * The base of a mutation with its changes applied, as queries read it. Whatever a query asks for, be it only how many
 * rows there are, is in the read set from then on.
 */
final class MutationSource implements GraphSource {
    private final GraphState base;
    private final TableBaseState baseState;
    private final Map<String, PendingRows> changed = new HashMap<>();
    private final AdjacencyCache shared;

    /** A changed table has its base's pin, so its adjacency must not be kept. */
    private final AdjacencyCache none = new AdjacencyCache(0);

    /** @param shared adjacencies of the graph's tables, used for those that have not changed: pins name them */
    MutationSource(GraphState base, TableBaseState baseState, Map<String, PendingType> types, AdjacencyCache shared) {
        this.base = base;
        this.baseState = baseState;
        this.shared = shared;
        types.forEach((name, pending) -> {
            PendingRows rows = PendingRows.of(pending);
            if (!rows.isEmpty()) {
                changed.put(name, rows);
            }
        });
    }

    @Override
    public GraphSchema schema() {
        return base.schema().declared();
    }

    @Override
    public long rowCount(ElementType type) {
        long rows = baseState.rowCount(type);
        PendingRows pending = changed.get(type.name());
        return pending == null
                ? rows
                : rows + pending.rows().size() - pending.gone().size();
    }

    @Override
    public TableVersion open(ElementType type) {
        TableVersion version = baseState.openAnew(type);
        PendingRows pending = changed.get(type.name());
        return pending == null ? version : new OverlayTable(version, pending);
    }

    @Override
    public boolean isUnchecked() {
        return !changed.isEmpty();
    }

    @Override
    public AdjacencyCache adjacencies(EdgeType type) {
        return changed.containsKey(type.name()) ? none : shared;
    }

    /** A mutation reads few nodes, and most of what it reads is gone when it is done. */
    @Override
    public NodeCache nodes() {
        return NodeCache.NONE;
    }
}
