package dev.sennit.bench.comparison;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Nodes and edges as values that are equal for equal elements of any engine. */
final class Elements {
    private Elements() {}

    static Map<String, Object> node(Collection<String> labels, Map<String, ? extends @Nullable Object> properties) {
        return Map.of("labels", labels.stream().sorted().toList(), "properties", present(properties));
    }

    static Map<String, Object> edge(String type, Map<String, ? extends @Nullable Object> properties) {
        return Map.of("type", type, "properties", present(properties));
    }

    static Map<String, Object> path(List<?> nodes, List<?> edges) {
        return Map.of("nodes", nodes, "edges", edges);
    }

    /** A property that is null is not there. */
    private static Map<String, Object> present(Map<String, ? extends @Nullable Object> properties) {
        Map<String, Object> present = new TreeMap<>();
        properties.forEach((name, value) -> {
            if (value != null) {
                present.put(name, value);
            }
        });
        return present;
    }
}
