package dev.sennit.validate;

import dev.sennit.schema.EdgeType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads from the base state what the rules need to see of it, and no more. */
final class BaseLoader {
    private final List<TypeDelta> types;
    private final DeltaHashes hashes;
    private final BaseState base;
    private final Map<String, TypeDelta> nodeTypes = new HashMap<>();

    BaseLoader(List<TypeDelta> types, DeltaHashes hashes, BaseState base) {
        this.types = types;
        this.hashes = hashes;
        this.base = base;
        types.stream().filter(type -> !type.isEdge()).forEach(type -> nodeTypes.put(type.name, type));
    }

    void load() {
        for (TypeDelta type : types) {
            if (!type.baseCounts()) {
                continue;
            }
            if (type.type instanceof EdgeType edgeType) {
                loadEdges(type, edgeType);
            } else {
                loadNodes(type);
            }
        }
    }

    private void loadNodes(TypeDelta type) {
        boolean all = needsEveryNode(type);
        boolean uniques = type.rows > 0 && !type.uniques.isEmpty();
        if (!all && type.rows + type.mentions + type.deletions == 0) {
            return;
        }
        if (all || type.ids.isOverflown()) {
            scan(type, true, uniques, false, false);
            return;
        }
        base.find(
                type.type,
                type.ids.items(),
                List.of(),
                (address, id, s, d, values) -> hashes.addKey(type, RowTag.BASE, 0, id, address, 0));
        if (uniques && findUniques(type)) {
            scan(type, false, true, false, false);
        }
    }

    private void loadEdges(TypeDelta type, EdgeType edgeType) {
        boolean keys = type.rowsWithId > 0;
        boolean uniques = type.rows > 0 && !type.uniques.isEmpty();
        TypeDelta source = nodeType(edgeType.source());
        TypeDelta destination = nodeType(edgeType.destination());
        boolean sources = needsEndpoints(type, source, !edgeType.outgoing().isAny());
        boolean destinations =
                needsEndpoints(type, destination, !edgeType.incoming().isAny());
        boolean scanKeys = keys && type.ids.isOverflown();
        boolean scanSources = sources && (source.ids.isOverflown() || !source.baseCounts());
        boolean scanDestinations = destinations && (destination.ids.isOverflown() || !destination.baseCounts());
        if (keys && !scanKeys) {
            base.find(
                    type.type,
                    type.ids.items(),
                    List.of(),
                    (address, id, s, d, values) -> addEdgeKey(type, address, id, s, d));
        }
        if (sources && !scanSources) {
            base.findEdges(
                    edgeType,
                    true,
                    source.ids.items(),
                    (address, id, s, d, values) -> addEndpoint(type, true, source, s, address));
        }
        if (destinations && !scanDestinations) {
            base.findEdges(
                    edgeType,
                    false,
                    destination.ids.items(),
                    (address, id, s, d, values) -> addEndpoint(type, false, destination, d, address));
        }
        boolean scanUniques = uniques && (scanKeys || findUniques(type));
        if (scanKeys || scanUniques || scanSources || scanDestinations) {
            scan(type, scanKeys, scanUniques, scanSources, scanDestinations);
        }
    }

    /**
     * Whether base edges matter on one side: they count against a cardinality, or lose their node.
     */
    private static boolean needsEndpoints(TypeDelta edge, TypeDelta node, boolean counted) {
        boolean strands = !node.baseCounts() || node.deletions > 0;
        return strands || counted && edge.rows + edge.deletions + node.rows > 0;
    }

    /** Whether each base node of a type may end up with too few edges: an edge type with a minimum is replaced. */
    private boolean needsEveryNode(TypeDelta node) {
        for (TypeDelta type : types) {
            if (type.type instanceof EdgeType edge
                    && !type.baseCounts()
                    && (edge.source().equals(node.name) && edge.outgoing().minimum() > 0
                            || edge.destination().equals(node.name)
                                    && edge.incoming().minimum() > 0)) {
                return true;
            }
        }
        return false;
    }

    private void scan(TypeDelta type, boolean keys, boolean uniques, boolean sources, boolean destinations) {
        List<String> names = uniques ? uniqueProperties(type) : List.of();
        int[] places = places(type, names);
        @Nullable Object[] row = new Object[type.properties.length];
        EdgeType edge = type.type instanceof EdgeType edgeType ? edgeType : null;
        TypeDelta source = edge == null ? type : nodeType(edge.source());
        TypeDelta destination = edge == null ? type : nodeType(edge.destination());
        base.scan(type.type, names, (address, id, s, d, values) -> {
            if (keys) {
                addEdgeKey(type, address, id, s, d);
            }
            if (uniques) {
                for (int i = 0; i < places.length; i++) {
                    row[places[i]] = values[i];
                }
                hashes.addUniques(type, RowTag.BASE, 0, id, row);
            }
            if (sources) {
                addEndpoint(type, true, source, s, address);
            }
            if (destinations) {
                addEndpoint(type, false, destination, d, address);
            }
        });
    }

    /** Asks for the base rows that have a tuple of the delta; whether there were too many tuples to ask. */
    private boolean findUniques(TypeDelta type) {
        if (type.tuples.stream().anyMatch(ProbeSet::isOverflown)) {
            return true;
        }
        for (int i = 0; i < type.uniques.size(); i++) {
            int constraint = i;
            int[] columns = type.uniques.get(i);
            Set<List<Object>> tuples = type.tuples.get(i).items();
            if (tuples.isEmpty()) {
                continue;
            }
            List<String> names = type.type.uniques().get(i);
            @Nullable Object[] row = new Object[type.properties.length];
            base.findByValues(type.type, names, tuples, (address, id, s, d, values) -> {
                for (int k = 0; k < columns.length; k++) {
                    row[columns[k]] = values[k];
                }
                if (DeltaHashes.isComplete(row, columns)) {
                    hashes.addUnique(type, RowTag.BASE, 0, id, constraint, row, columns);
                }
            });
        }
        return false;
    }

    private static List<String> uniqueProperties(TypeDelta type) {
        Set<String> names = new LinkedHashSet<>();
        type.type.uniques().forEach(names::addAll);
        return List.copyOf(names);
    }

    private static int[] places(TypeDelta type, List<String> names) {
        List<String> all = new ArrayList<>();
        for (var property : type.properties) {
            all.add(property.name());
        }
        return names.stream().mapToInt(all::indexOf).toArray();
    }

    private void addEdgeKey(
            TypeDelta type, long address, String id, @Nullable String source, @Nullable String destination) {
        long endpoints = source == null || destination == null ? 0 : hashes.fingerprint(source, destination);
        hashes.addKey(type, RowTag.BASE, 0, id, address, endpoints);
    }

    private void addEndpoint(TypeDelta edge, boolean source, TypeDelta node, @Nullable String id, long address) {
        if (id == null) {
            throw new IllegalArgumentException("the base state has an edge of " + edge.name + " without endpoints");
        }
        hashes.addEndpoint(edge, source, RowTag.BASE, 0, node.index, id, address);
    }

    private TypeDelta nodeType(String name) {
        TypeDelta type = nodeTypes.get(name);
        if (type == null) {
            throw new IllegalArgumentException("no node type " + name + " in the schema");
        }
        return type;
    }
}
