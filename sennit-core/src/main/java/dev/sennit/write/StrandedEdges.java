package dev.sennit.write;

import dev.sennit.model.Rule;
import dev.sennit.model.Violation;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import dev.sennit.validate.BaseState;
import dev.sennit.validate.ViolationSink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The edges of nodes that were deleted without them and created again since. The node of that key is another one then, so
 * it does not have the edges: queries do not see them, and a mutation that leaves them has broken a rule as if the node
 * had stayed away.
 *
 * <p>Time is counted in such deletions: an edge is as old as the number of them before it, those of the base 0, and one
 * that is older than the deletion of its end is stranded. Not thread-safe.
 */
final class StrandedEdges {
    private final GraphSchema schema;
    private final Map<String, PendingType> types;
    private final BaseState base;

    /** By node type and {@code _id}, which deletion was the node's last. */
    private final Map<String, Map<String, Integer>> deletions = new LinkedHashMap<>();

    private final Map<String, BaseEdges> looked = new HashMap<>();
    private int now;

    /** The edges of one type that the base has at nodes that were created again. */
    private record BaseEdges(Set<String> sources, Set<String> destinations, Map<String, BaseRow> byId) {}

    /**
     * An edge that lost its node.
     *
     * @param base its row, if the base has one
     */
    record Stranded(
            EdgeType type,
            String id,
            String source,
            String destination,
            @Nullable BaseRow base) {}

    /** @param types what the mutation has touched, as it goes on */
    StrandedEdges(GraphSchema schema, Map<String, PendingType> types, BaseState base) {
        this.schema = schema;
        this.types = types;
        this.base = base;
    }

    /** When an edge that is created now was created. */
    int now() {
        return now;
    }

    /** A node was deleted, and its edges were not. */
    void deleted(NodeType type, String id) {
        deletions.computeIfAbsent(type.name(), ignored -> new LinkedHashMap<>()).put(id, ++now);
    }

    /** Whether an edge of that age is not one of the node that is, or would be, there now. */
    boolean isOlderThan(String nodeType, @Nullable String nodeId, int created) {
        return created < deletions.getOrDefault(nodeType, Map.of()).getOrDefault(Objects.requireNonNull(nodeId), 0);
    }

    /** Whether a stranded edge has the id; only an edge at one of these nodes can. */
    boolean has(EdgeType type, String id, String source, String destination) {
        if (!isReborn(type.source(), source) && !isReborn(type.destination(), destination)) {
            return false;
        }
        return of(type).stream().anyMatch(edge -> edge.id().equals(id));
    }

    /** Every stranded edge. */
    List<Stranded> all() {
        List<Stranded> all = new ArrayList<>();
        if (now > 0) {
            schema.edgeTypes().forEach(type -> all.addAll(of(type)));
        }
        return all;
    }

    /** Reports every stranded edge, once for each end that it lost. */
    void report(ViolationSink sink) {
        for (Stranded edge : all()) {
            EdgeType type = edge.type();
            int created = created(edge);
            report(edge, true, type.source(), edge.source(), created, sink);
            report(edge, false, type.destination(), edge.destination(), created, sink);
        }
    }

    private void report(
            Stranded edge, boolean source, String nodeType, String nodeId, int created, ViolationSink sink) {
        if (!isReborn(nodeType, nodeId) || !isOlderThan(nodeType, nodeId, created)) {
            return;
        }
        String name = edge.type().name();
        String message = name + " " + edge.source() + "->" + edge.destination() + " is of the " + nodeType + " '"
                + nodeId + "' that was deleted, not of the one created since; delete the edge as well";
        sink.accept(
                name,
                ViolationSink.NO_ROW,
                new Violation(Rule.ENDPOINT, name, source ? "_src" : "_dst", edge.id(), nodeId, null, 0, message));
    }

    private int created(Stranded edge) {
        PendingType pending = types.get(edge.type().name());
        PendingElement element = pending == null ? null : pending.get(edge.id());
        return element == null ? 0 : element.created();
    }

    private List<Stranded> of(EdgeType type) {
        Set<String> sources = reborn(type.source());
        Set<String> destinations = reborn(type.destination());
        if (sources.isEmpty() && destinations.isEmpty()) {
            return List.of();
        }
        List<Stranded> stranded = new ArrayList<>();
        PendingType pending = types.get(type.name());
        if (pending != null) {
            for (PendingElement edge : pending.elements()) {
                if (edge.isPresent() && isStranded(type, edge, sources, destinations)) {
                    stranded.add(new Stranded(
                            type,
                            edge.id,
                            Objects.requireNonNull(edge.source()),
                            Objects.requireNonNull(edge.destination()),
                            edge.base()));
                }
            }
        }
        baseEdges(type, sources, destinations).forEach((id, row) -> {
            String source = Objects.requireNonNull(row.source());
            String destination = Objects.requireNonNull(row.destination());
            boolean untouched = pending == null || pending.get(id) == null;
            if (untouched && (sources.contains(source) || destinations.contains(destination))) {
                stranded.add(new Stranded(type, id, source, destination, row));
            }
        });
        return stranded;
    }

    private boolean isStranded(EdgeType type, PendingElement edge, Set<String> sources, Set<String> destinations) {
        return sources.contains(edge.source()) && isOlderThan(type.source(), edge.source(), edge.created())
                || destinations.contains(edge.destination())
                        && isOlderThan(type.destination(), edge.destination(), edge.created());
    }

    /** Looks up what the base has at nodes that were not asked for before. */
    private Map<String, BaseRow> baseEdges(EdgeType type, Set<String> sources, Set<String> destinations) {
        BaseEdges edges = looked.computeIfAbsent(
                type.name(), ignored -> new BaseEdges(new HashSet<>(), new HashSet<>(), new LinkedHashMap<>()));
        lookUp(type, true, sources, edges.sources(), edges.byId());
        lookUp(type, false, destinations, edges.destinations(), edges.byId());
        return edges.byId();
    }

    private void lookUp(
            EdgeType type, boolean bySource, Set<String> wanted, Set<String> known, Map<String, BaseRow> found) {
        List<String> missing = wanted.stream().filter(known::add).toList();
        if (!missing.isEmpty()) {
            base.findEdges(
                    type,
                    bySource,
                    missing,
                    (address, id, source, destination, values) ->
                            found.put(id, new BaseRow(address, source, destination, null)));
        }
    }

    private Set<String> reborn(String nodeType) {
        Set<String> reborn = new HashSet<>();
        deletions.getOrDefault(nodeType, Map.of()).keySet().forEach(id -> {
            if (isPresent(nodeType, id)) {
                reborn.add(id);
            }
        });
        return reborn;
    }

    private boolean isReborn(String nodeType, String id) {
        return deletions.getOrDefault(nodeType, Map.of()).containsKey(id) && isPresent(nodeType, id);
    }

    private boolean isPresent(String nodeType, String id) {
        PendingType pending = types.get(nodeType);
        PendingElement node = pending == null ? null : pending.get(id);
        return node != null && node.isPresent();
    }
}
