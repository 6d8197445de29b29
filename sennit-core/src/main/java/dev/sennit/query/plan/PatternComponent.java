package dev.sennit.query.plan;

import dev.sennit.query.analysis.PatternGraph;
import dev.sennit.query.analysis.PatternGraph.PatternEdge;
import dev.sennit.query.analysis.PatternGraph.PatternNode;
import dev.sennit.query.analysis.Variable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A connected part of a pattern. */
record PatternComponent(Set<Variable> nodes, List<PatternEdge> edges) {
    static List<PatternComponent> of(PatternGraph pattern) {
        List<PatternComponent> components = new ArrayList<>();
        Set<Variable> seen = new LinkedHashSet<>();
        for (PatternNode node : pattern.nodes()) {
            if (seen.contains(node.variable())) {
                continue;
            }
            Set<Variable> reached = new LinkedHashSet<>(Set.of(node.variable()));
            Set<PatternEdge> edges = new LinkedHashSet<>();
            boolean grown = true;
            while (grown) {
                grown = false;
                for (PatternEdge edge : pattern.edges()) {
                    if (!edges.contains(edge) && (reached.contains(edge.from()) || reached.contains(edge.to()))) {
                        edges.add(edge);
                        reached.add(edge.from());
                        reached.add(edge.to());
                        grown = true;
                    }
                }
            }
            seen.addAll(reached);
            components.add(new PatternComponent(reached, List.copyOf(edges)));
        }
        return components;
    }

    Set<Variable> variables() {
        Set<Variable> variables = new LinkedHashSet<>(nodes);
        edges.forEach(edge -> variables.add(edge.variable()));
        return variables;
    }

    boolean hasShortest() {
        return edges.stream().anyMatch(PatternEdge::isShortest);
    }
}
