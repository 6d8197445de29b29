package dev.sennit.query.execution;

import dev.sennit.query.plan.Operator;
import dev.sennit.query.value.EdgeRef;
import dev.sennit.query.value.ElementLayout;
import dev.sennit.query.value.ElementRef;
import dev.sennit.query.value.NodeRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

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

    /** Each edge once for each direction it can be taken in; a loop once. */
    List<Step> from(NodeRef node) {
        List<Step> steps = new ArrayList<>();
        for (EdgeLookup lookup : lookups) {
            Operator.Hop hop = lookup.hop();
            if (!node.type().name().equals(hop.near())) {
                continue;
            }
            Neighbours neighbours = lookup.at(Set.of(node.id())).apply(node.id());
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
