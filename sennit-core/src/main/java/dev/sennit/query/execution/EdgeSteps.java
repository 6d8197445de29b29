package dev.sennit.query.execution;

import dev.sennit.query.plan.Operator;
import dev.sennit.query.value.EdgeRef;
import dev.sennit.query.value.ElementLayout;
import dev.sennit.query.value.ElementRef;
import dev.sennit.query.value.NodeRef;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** The edges one can take from a node, and where they lead. */
final class EdgeSteps {
    private final List<EdgeLookup> lookups;
    private final Set<Operator.Hop> hops;
    private final OpenTables tables;

    EdgeSteps(List<EdgeLookup> lookups, OpenTables tables) {
        this.lookups = lookups;
        this.hops = Set.copyOf(lookups.stream().map(EdgeLookup::hop).toList());
        this.tables = tables;
    }

    record Step(EdgeRef edge, NodeRef node) {}

    /** The same edges, taken from their other ends. */
    static List<Operator.Hop> reversed(List<Operator.Hop> hops) {
        return hops.stream()
                .map(hop -> new Operator.Hop(hop.type(), !hop.outgoing()))
                .toList();
    }

    /** Each edge once for each direction it can be taken in; a loop once. */
    List<Step> from(NodeRef node) {
        return fromEach(List.of(node)).apply(node);
    }

    /** The same for each of several nodes, whose edges are looked up together. */
    Function<NodeRef, List<Step>> fromEach(Collection<NodeRef> nodes) {
        List<Function<String, Neighbours>> found = new ArrayList<>();
        for (EdgeLookup lookup : lookups) {
            found.add(lookup.at(() -> {
                Set<String> ids = new LinkedHashSet<>();
                for (NodeRef node : nodes) {
                    if (isNear(node, lookup.hop())) {
                        ids.add(node.id());
                    }
                }
                return ids;
            }));
        }
        return node -> steps(node, found);
    }

    private static boolean isNear(NodeRef node, Operator.Hop hop) {
        return node.type().name().equals(hop.near());
    }

    private List<Step> steps(NodeRef node, List<Function<String, Neighbours>> found) {
        List<Step> steps = new ArrayList<>();
        for (int h = 0; h < found.size(); h++) {
            Operator.Hop hop = lookups.get(h).hop();
            if (!isNear(node, hop)) {
                continue;
            }
            Neighbours neighbours = found.get(h).apply(node.id());
            ElementLayout edgeLayout = tables.layout(hop.type());
            ElementLayout farLayout = tables.nodeLayout(hop.far());
            boolean loopsSeen = !hop.outgoing() && hops.contains(new Operator.Hop(hop.type(), true));
            for (int i = 0; i < neighbours.size(); i++) {
                String far = neighbours.far(i);
                if (loopsSeen && far.equals(node.id()) && hop.near().equals(hop.far())) {
                    continue;
                }
                EdgeRef edge = hop.outgoing()
                        ? new EdgeRef(edgeLayout, node.id(), far, neighbours.address(i))
                        : new EdgeRef(edgeLayout, far, node.id(), neighbours.address(i));
                steps.add(new Step(edge, new NodeRef(farLayout, far, ElementRef.NO_ADDRESS)));
            }
        }
        return steps;
    }
}
