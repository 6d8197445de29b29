package dev.sennit.query.analysis;

import dev.sennit.query.ast.Pattern;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.NodeType;
import java.util.List;
import java.util.Optional;

/** What one MATCH looks for: its comma-separated parts as one graph, its edges distinct. */
public record PatternGraph(List<PatternNode> nodes, List<PatternEdge> edges) {
    public PatternGraph {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
    }

    /** The node of that variable. */
    public PatternNode node(Variable variable) {
        return nodes.stream()
                .filter(n -> n.variable().equals(variable))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no node " + variable + " in the pattern"));
    }

    /**
     * @param types the types it may have
     * @param bound whether a clause before this one has bound it
     */
    public record PatternNode(Variable variable, List<NodeType> types, boolean bound) {
        public PatternNode {
            types = List.copyOf(types);
        }
    }

    /**
     * An edge, or several in a row. Written from right to left it is turned around here.
     *
     * @param directed whether it leads from {@code from} to {@code to}; otherwise either way counts
     * @param types the types it may have
     * @param bound whether a clause before this one has bound it
     * @param turned whether it was written from right to left: {@code to} stands first
     * @param length how many edges in a row; then the variable holds a list of them, in the order written
     */
    public record PatternEdge(
            Variable variable,
            Variable from,
            Variable to,
            boolean directed,
            List<EdgeType> types,
            boolean bound,
            boolean turned,
            Optional<Length> length) {
        public PatternEdge {
            types = List.copyOf(types);
        }

        /** Whether it stands for the shortest walk, or the shortest walks, alone. */
        public boolean isShortest() {
            return length.flatMap(Length::shortest).isPresent();
        }

        /** The node at the other end. */
        public Variable other(Variable end) {
            return end.equals(from) ? to : from;
        }

        /**
         * Whether a walk that begins at an end, and goes along the edges as that end says, meets them in the reverse of the
         * order written. Where both ends are one node it begins at {@code from}, so the ends alone do not tell.
         */
        public boolean isBackwardFrom(Variable end) {
            return end.equals(from) == turned;
        }
    }

    /**
     * A number of edges.
     *
     * @param most {@link Integer#MAX_VALUE} for any
     * @param shortest whether only the shortest, or all of the shortest, paths count
     */
    public record Length(int least, int most, Optional<Pattern.Shortest> shortest) {}
}
