package dev.sennit.tck;

import dev.sennit.schema.EdgeType;
import dev.sennit.schema.NodeType;
import dev.sennit.write.MutationWorld;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What is in a graph, and how two states of it differ, counted as the kit counts. */
record SideEffects(Set<String> nodes, Set<String> relationships, Set<String> labels, Set<String> properties) {
    static SideEffects of(List<MutationWorld.Element> elements) {
        SideEffects state = new SideEffects(
                new LinkedHashSet<>(), new LinkedHashSet<>(), new LinkedHashSet<>(), new LinkedHashSet<>());
        for (MutationWorld.Element element : elements) {
            String id = element.type().name() + " " + element.id();
            switch (element.type()) {
                case NodeType node -> {
                    state.nodes.add(id);
                    state.labels.addAll(node.labels());
                }
                case EdgeType ignored -> state.relationships.add(id);
            }
            element.properties()
                    .forEach((name, value) ->
                            state.properties.add(id + " " + name + " " + KitValue.canonical(value, false)));
        }
        return state;
    }

    /** Numbers other than 0, by the kit's names for them. */
    Map<String, Long> until(SideEffects after) {
        Map<String, Long> effects = new TreeMap<>();
        count("nodes", nodes, after.nodes, effects);
        count("relationships", relationships, after.relationships, effects);
        count("labels", labels, after.labels, effects);
        count("properties", properties, after.properties, effects);
        return effects;
    }

    private static void count(String what, Set<String> before, Set<String> after, Map<String, Long> effects) {
        long added = after.stream().filter(x -> !before.contains(x)).count();
        long removed = before.stream().filter(x -> !after.contains(x)).count();
        if (added > 0) {
            effects.put("+" + what, added);
        }
        if (removed > 0) {
            effects.put("-" + what, removed);
        }
    }
}
