package dev.sennit.schema.inference;

import dev.sennit.schema.SchemaDocument;
import dev.sennit.schema.SchemaPrinter;
import dev.sennit.schema.inference.NodeCandidate.Reference;
import dev.sennit.schema.inference.RawRecord.Endpoint;
import dev.sennit.schema.inference.RawRecord.Kind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Proposes a schema for data files. The proposal holds the very data it was made from: types are as narrow as all
 * values allow, NOT NULL stands where no row lacks a value, and a key where all values were seen to be distinct.
 *
 * <ul>
 *   <li><b>Types</b> are named by the rows, else by the file: {@code airports.csv} holds nodes of type Airport,
 *       {@code routes.csv} with columns {@code from} and {@code to} edges labelled ROUTE. A file may hold several.
 *   <li><b>Properties</b> of a type are the columns in which some row of it has a value; a column without any stays, as
 *       a nullable STRING, where the file holds one type only.
 *   <li><b>Keys</b> of node types are columns without nulls whose values are all distinct: the one that edges name nodes
 *       by, else one that is called id, code, key or the like. Numbers with fractions are never keys.
 *   <li><b>Ends of edges</b> are found by looking their values up among ids and keys of the node types seen.
 *   <li><b>Keys of edge types</b> are {@code KEY ()} where source and destination tell all edges apart, else the fewest
 *       properties that do, else none.
 * </ul>
 *
 * <p>Distinctness is told by 64-bit hashes, at most {@link InferenceOptions#maxTrackedValues} of them; beyond that the
 * least likely keys are given up, which the proposal says. Not thread-safe; each call is on its own.
 */
public final class SchemaInference {
    /** The type of nodes that edges name where no file has nodes. */
    private static final String UNSEEN_NODES = "Node";

    private final InferenceOptions options;
    private final DistinctValues.Budget budget;
    private final Map<String, NodeCandidate> nodes = new LinkedHashMap<>();
    private final Map<String, EdgeGroup> groups = new LinkedHashMap<>();

    /** The rows of groups that may be nodes instead, by the group's label. */
    private final Map<String, NodeCandidate> undecided = new LinkedHashMap<>();

    private final Map<List<String>, EdgeCandidate> edges = new LinkedHashMap<>();

    private SchemaInference(InferenceOptions options) {
        this.options = options;
        this.budget = new DistinctValues.Budget(options.maxTrackedValues());
    }

    /**
     * The proposal, with its reasons as comments; {@link SchemaPrinter} writes it. Its schema is valid.
     *
     * @param records all rows of all files; they are read twice, and up to three times more where edges of one pair of
     *     nodes must be told apart
     */
    public static SchemaDocument infer(Iterable<RawRecord> records, InferenceOptions options) {
        SchemaInference inference = new SchemaInference(options);
        records.forEach(inference::readNode);
        inference.settle();
        boolean isFirst = true;
        boolean isWanted = !inference.groups.isEmpty();
        while (isWanted) {
            for (RawRecord row : records) {
                inference.readEdge(row, isFirst);
            }
            isFirst = false;
            isWanted = false;
            for (EdgeCandidate edge : inference.edges.values()) {
                isWanted |= edge.endPass();
            }
        }
        return new Proposal(options).write(inference.nodes.values(), inference.edges.values());
    }

    private void readNode(RawRecord row) {
        Kind kind = kind(row);
        if (kind == Kind.NODE) {
            String type = row.type() != null ? row.type() : TypeNaming.nodeType(row.source());
            nodes.computeIfAbsent(type, this::node).add(row, budget);
            return;
        }
        String label = edgeLabel(row);
        groups.computeIfAbsent(label, l -> new EdgeGroup(l, kind == Kind.EDGE, options))
                .add(row);
        if (kind == Kind.UNKNOWN) {
            String type = row.type() != null ? row.type() : TypeNaming.nodeType(row.source());
            undecided.computeIfAbsent(label, l -> node(type)).add(row, budget);
        }
    }

    private static Kind kind(RawRecord row) {
        if (row.kind() != Kind.UNKNOWN) {
            return row.kind();
        }
        if (row.from() != null && row.to() != null) {
            return Kind.EDGE;
        }
        return row.id() != null || !row.labels().isEmpty() ? Kind.NODE : Kind.UNKNOWN;
    }

    private NodeCandidate node(String type) {
        return new NodeCandidate(new TypeProfile(type, options));
    }

    private static String edgeLabel(RawRecord row) {
        return row.type() != null ? row.type() : TypeNaming.edgeLabel(row.source());
    }

    /**
     * Decides what the undecided rows are, and what the ends of edges name. Files without columns for ends are nodes;
     * those whose names leave it open are edges if they name these nodes; the rest may name any node.
     */
    private void settle() {
        settle(group -> !group.hasEnds());
        settle(group -> group.hasEnds() && !group.hasPlainEnds());
        settle(EdgeGroup::hasPlainEnds);
        undecided.values().forEach(NodeCandidate::forget);
    }

    private void settle(Predicate<EdgeGroup> which) {
        List<EdgeGroup> chosen = groups.values().stream().filter(which).toList();
        for (EdgeGroup group : chosen) {
            NodeCandidate asNode = undecided.get(group.label());
            if (!group.settle(nodes.values()) && asNode != null) {
                groups.remove(group.label());
                undecided.remove(group.label());
                nodes.put(asNode.profile().name(), asNode);
            }
        }
    }

    private void readEdge(RawRecord row, boolean isFirstPass) {
        EdgeGroup group = kind(row) == Kind.NODE ? null : groups.get(edgeLabel(row));
        if (group == null) {
            return;
        }
        String from = group.from(row);
        String to = group.to(row);
        if (from == null || to == null) {
            if (isFirstPass) {
                group.addWithoutEnd();
            }
            return;
        }
        End source = end(row.from(), from, group.sources());
        End destination = end(row.to(), to, group.destinations());
        long pair = ValueHash.combine(ValueHash.of(from), ValueHash.of(to));
        edges.computeIfAbsent(
                        List.of(group.label(), source.type, destination.type),
                        identity -> new EdgeCandidate(group, source.type, destination.type, options, budget))
                .add(row, pair, source.isMissing || destination.isMissing, isFirstPass);
    }

    private record End(String type, boolean isMissing) {}

    private End end(@Nullable Endpoint endpoint, String text, List<Reference> named) {
        if (endpoint != null && endpoint.type() != null) {
            return new End(endpoint.type(), false);
        }
        long hash = ValueHash.of(text);
        for (Reference reference : named) {
            if (reference.values().contains(hash)) {
                return new End(reference.node().profile().name(), false);
            }
        }
        for (NodeCandidate node : nodes.values()) {
            if (node.hasId(hash)) {
                return new End(node.profile().name(), false);
            }
        }
        boolean isLost = nodes.values().stream().anyMatch(NodeCandidate::lostIds);
        String likeliest = named.isEmpty()
                ? nodes.keySet().stream().findFirst().orElse(UNSEEN_NODES)
                : named.getFirst().node().profile().name();
        return new End(likeliest, !isLost);
    }
}
