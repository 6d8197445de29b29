package dev.sennit.query.execution;

import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.Variable;
import dev.sennit.query.value.EdgeRef;
import dev.sennit.query.value.ElementRef;
import dev.sennit.query.value.NodeRef;
import dev.sennit.query.value.PathRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes paths of the nodes and edges a pattern has bound; several edges in a row say which nodes are between them. */
final class PathBuilder {
    private final OpenTables tables;
    private final List<NodeRef> nodes = new ArrayList<>();
    private final List<EdgeRef> edges = new ArrayList<>();

    private PathBuilder(OpenTables tables) {
        this.tables = tables;
    }

    static Evaluator of(BoundExpression.PathOf path, OpenTables tables) {
        int[] nodeSlots = path.nodes().stream().mapToInt(Variable::id).toArray();
        int[] edgeSlots = path.edges().stream().mapToInt(Variable::id).toArray();
        return row -> new PathBuilder(tables).build(row, nodeSlots, edgeSlots).orElse(null);
    }

    private Optional<PathRef> build(@Nullable Object[] row, int[] nodeSlots, int[] edgeSlots) {
        for (int i = 0; i < nodeSlots.length; i++) {
            if (i > 0 && !along(row[edgeSlots[i - 1]])) {
                return Optional.empty();
            }
            if (!(row[nodeSlots[i]] instanceof NodeRef node)) {
                return Optional.empty();
            }
            if (i == 0 || !(row[edgeSlots[i - 1]] instanceof List<?>)) {
                nodes.add(node);
            }
        }
        return Optional.of(new PathRef(nodes, edges));
    }

    private boolean along(@Nullable Object step) {
        switch (step) {
            case EdgeRef edge -> edges.add(edge);
            case List<?> list -> {
                for (Object each : list) {
                    EdgeRef edge = (EdgeRef) each;
                    edges.add(edge);
                    nodes.add(otherEnd(edge, nodes.getLast()));
                }
            }
            case null, default -> {
                return false;
            }
        }
        return true;
    }

    private NodeRef otherEnd(EdgeRef edge, NodeRef near) {
        boolean isSource = edge.source().equals(near.id())
                && edge.edgeType().source().equals(near.type().name());
        return new NodeRef(
                tables.nodeLayout(
                        isSource
                                ? edge.edgeType().destination()
                                : edge.edgeType().source()),
                isSource ? edge.destination() : edge.source(),
                ElementRef.NO_ADDRESS);
    }
}
