package dev.sennit.write;

import dev.sennit.manifest.GraphState;
import dev.sennit.query.execution.GraphSource;
import dev.sennit.query.execution.ReadCaches;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.store.TableVersion;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The base of a mutation with its changes applied, as queries read it. Whatever a query asks for, be it only how many
 * rows there are, is in the read set from then on.
 */
final class MutationSource implements GraphSource {
    private final GraphState base;
    private final TableBaseState baseState;
    private final Map<String, PendingRows> changed = new HashMap<>();
    private final ReadCaches shared;

    /** A changed table has its base's pin, so nothing of it must be kept. */
    private final ReadCaches none = ReadCaches.none();

    /**
     * @param stranded edges that are not seen
     * @param shared what is kept of the graph's tables, used for those that have not changed: pins name them
     */
    MutationSource(
            GraphState base,
            TableBaseState baseState,
            Map<String, PendingType> types,
            List<StrandedEdges.Stranded> stranded,
            ReadCaches shared) {
        this.base = base;
        this.baseState = baseState;
        this.shared = shared;
        Map<String, Set<String>> hidden = new HashMap<>();
        stranded.forEach(edge -> hidden.computeIfAbsent(edge.type().name(), ignored -> new HashSet<>())
                .add(edge.id()));
        types.forEach((name, pending) -> {
            PendingRows rows = PendingRows.of(pending, hidden.getOrDefault(name, Set.of()));
            if (!rows.isEmpty()) {
                changed.put(name, rows);
            }
        });
        for (StrandedEdges.Stranded edge : stranded) {
            BaseRow row = edge.base();
            if (row != null) {
                changed.computeIfAbsent(edge.type().name(), ignored -> PendingRows.none())
                        .gone()
                        .add(row.address());
            }
        }
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
    public ReadCaches caches(ElementType type) {
        return changed.containsKey(type.name()) ? none : shared;
    }
}
