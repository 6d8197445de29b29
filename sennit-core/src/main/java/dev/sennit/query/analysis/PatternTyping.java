package dev.sennit.query.analysis;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidTextException;
import dev.sennit.model.SourcePosition;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.NodeType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The types the nodes and edges of one pattern may have. Edges and their ends narrow each other until nothing changes;
 * a node or an edge for which no declared type is left makes the pattern impossible.
 */
final class PatternTyping {
    private final QueryErrors errors;
    private final Runnable stop;
    private final Map<Variable, NodeEntry> nodes = new LinkedHashMap<>();
    private final Map<Variable, EdgeEntry> edges = new LinkedHashMap<>();
    private Optional<InvalidTextException> impossible = Optional.empty();

    private static final class NodeEntry {
        private List<NodeType> types;

        NodeEntry(List<NodeType> types) {
            this.types = types;
        }

        boolean allows(String type) {
            return types.stream().anyMatch(t -> t.name().equals(type));
        }

        boolean restrict(Set<String> names) {
            List<NodeType> kept =
                    types.stream().filter(t -> names.contains(t.name())).toList();
            boolean changed = kept.size() < types.size();
            types = kept;
            return changed;
        }
    }

    private static final class EdgeEntry {
        private final Variable from;
        private final Variable to;
        private final boolean directed;
        private final boolean turned;
        private final Optional<PatternGraph.Length> length;
        private final List<EdgeType> labelled;
        private final SourcePosition position;
        private List<EdgeType> types;

        EdgeEntry(Ends ends, List<EdgeType> types, Optional<PatternGraph.Length> length, SourcePosition position) {
            this.from = ends.from;
            this.to = ends.to;
            this.directed = ends.directed;
            this.turned = ends.turned;
            this.length = length;
            this.labelled = types;
            this.types = types;
            this.position = position;
        }
    }

    /** @param stop called again and again; throws if the query is to be given up */
    PatternTyping(QueryErrors errors, Runnable stop) {
        this.errors = errors;
        this.stop = stop;
    }

    void addNode(Variable variable, List<NodeType> types) {
        nodes.put(variable, new NodeEntry(types));
    }

    /**
     * @param types all that have the labels
     * @param position of the labels
     */
    void restrictNode(Variable variable, List<NodeType> types, SourcePosition position) {
        NodeEntry node = node(variable);
        List<NodeType> before = node.types;
        node.types = before.stream().filter(types::contains).toList();
        if (types.isEmpty()) {
            refuse(ErrorText.of("no node type has the labels of " + errors.textAt(position)), position);
        } else if (node.types.isEmpty()) {
            refuse(
                    ErrorText.of(variable.name() + " cannot be " + errors.textAt(position))
                            .cause("it is " + TypeNames.of(before) + " already")
                            .remedy("use another variable for another node"),
                    position);
        }
    }

    /** The nodes an edge joins; see {@link PatternGraph.PatternEdge}. */
    record Ends(Variable from, Variable to, boolean directed, boolean turned) {}

    void addEdge(
            Variable variable,
            Ends ends,
            List<EdgeType> types,
            Optional<PatternGraph.Length> length,
            SourcePosition position) {
        edges.put(variable, new EdgeEntry(ends, types, length, position));
    }

    /** Whether the variable stands for several edges in a row. */
    boolean isSeveral(Variable variable) {
        EdgeEntry entry = edges.get(variable);
        return entry != null && entry.length.isPresent();
    }

    List<NodeType> nodeTypes(Variable variable) {
        return node(variable).types;
    }

    List<EdgeType> edgeTypes(Variable variable) {
        return edge(variable).types;
    }

    List<PatternGraph.PatternEdge> edges(Map<Variable, Boolean> bound) {
        List<PatternGraph.PatternEdge> result = new ArrayList<>();
        edges.forEach((variable, e) -> result.add(new PatternGraph.PatternEdge(
                variable,
                e.from,
                e.to,
                e.directed,
                e.types,
                Boolean.TRUE.equals(bound.get(variable)),
                e.turned,
                e.length)));
        return result;
    }

    /**
     * Lets edges and their ends narrow each other.
     *
     * @return why nothing can match, with IMPOSSIBLE_PATTERN, if that is so; the types are of no use then
     */
    Optional<InvalidTextException> infer() {
        boolean changed = true;
        while (changed && impossible.isEmpty()) {
            changed = false;
            for (EdgeEntry edge : edges.values()) {
                stop.run();
                // Of several edges in a row the ones in the middle may lead anywhere.
                if (edge.length.isEmpty()) {
                    changed |= narrow(edge);
                }
            }
        }
        return impossible;
    }

    private boolean narrow(EdgeEntry edge) {
        NodeEntry from = node(edge.from);
        NodeEntry to = node(edge.to);
        List<EdgeType> kept = new ArrayList<>();
        Set<String> fromNames = new LinkedHashSet<>();
        Set<String> toNames = new LinkedHashSet<>();
        for (EdgeType type : edge.types) {
            boolean forward = from.allows(type.source()) && to.allows(type.destination());
            boolean backward = !edge.directed && from.allows(type.destination()) && to.allows(type.source());
            if (forward) {
                fromNames.add(type.source());
                toNames.add(type.destination());
            }
            if (backward) {
                fromNames.add(type.destination());
                toNames.add(type.source());
            }
            if (forward || backward) {
                kept.add(type);
            }
        }
        if (kept.isEmpty()) {
            refuse(edge, from, to);
            return true;
        }
        boolean changed = kept.size() < edge.types.size();
        edge.types = kept;
        changed |= from.restrict(fromNames);
        changed |= to.restrict(toNames);
        return changed;
    }

    private void refuse(EdgeEntry edge, NodeEntry from, NodeEntry to) {
        String label = edge.labelled.stream().map(EdgeType::label).distinct().collect(Collectors.joining("|"));
        ErrorText text = ErrorText.of("no " + (label.isEmpty() ? "such" : label) + " edge "
                + (edge.directed ? "leads from " : "joins ")
                + (edge.from.equals(edge.to)
                        ? (edge.directed ? "a node to itself" : "a node and itself")
                        : named(from) + (edge.directed ? " to " : " and ") + named(to)));
        if (!edge.labelled.isEmpty()) {
            text = text.cause("declared are " + TypeNames.declarations(edge.labelled));
        }
        boolean otherWay = edge.directed
                && edge.labelled.stream().anyMatch(t -> to.allows(t.source()) && from.allows(t.destination()));
        if (otherWay) {
            text = text.remedy("turn the arrow around");
        }
        refuse(text, edge.position);
    }

    private static String named(NodeEntry node) {
        return node.types.isEmpty() ? "a node that can be of no type" : TypeNames.of(node.types);
    }

    private void refuse(ErrorText text, SourcePosition position) {
        if (impossible.isEmpty()) {
            impossible = Optional.of(errors.error(ErrorCode.IMPOSSIBLE_PATTERN, text, position));
        }
    }

    private NodeEntry node(Variable variable) {
        NodeEntry entry = nodes.get(variable);
        if (entry == null) {
            throw new IllegalStateException("no node " + variable);
        }
        return entry;
    }

    private EdgeEntry edge(Variable variable) {
        EdgeEntry entry = edges.get(variable);
        if (entry == null) {
            throw new IllegalStateException("no edge " + variable);
        }
        return entry;
    }
}
