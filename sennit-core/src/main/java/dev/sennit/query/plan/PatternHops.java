package dev.sennit.query.plan;

import dev.sennit.query.analysis.PatternGraph;
import dev.sennit.query.analysis.PatternGraph.PatternEdge;
import dev.sennit.query.analysis.Variable;
import dev.sennit.schema.NodeType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Where the edges of a pattern are found. */
final class PatternHops {
    private final PatternGraph pattern;

    PatternHops(PatternGraph pattern) {
        this.pattern = pattern;
    }

    /** The tables and directions in which the edge can be found from one of its ends. */
    List<Operator.Hop> from(Variable near, PatternEdge edge) {
        boolean several = edge.length().isPresent();
        Set<String> nearTypes = names(near);
        Set<String> farTypes = names(edge.other(near));
        List<Operator.Hop> hops = new ArrayList<>();
        for (var type : edge.types()) {
            for (boolean outgoing : new boolean[] {true, false}) {
                Operator.Hop hop = new Operator.Hop(type, outgoing);
                boolean direction = !edge.directed() || outgoing == near.equals(edge.from());
                boolean ends = several || nearTypes.contains(hop.near()) && farTypes.contains(hop.far());
                if (direction && ends) {
                    hops.add(hop);
                }
            }
        }
        return hops;
    }

    private Set<String> names(Variable node) {
        return pattern.node(node).types().stream().map(NodeType::name).collect(Collectors.toSet());
    }
}
