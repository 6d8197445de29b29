package dev.sennit.write;

import dev.sennit.input.InputRow.NodeRow;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the node type of a row from the type it names or the labels it carries. Not thread-safe. */
final class NodeTypes {
    private final GraphSchema schema;
    private final Map<List<String>, Found> byLabels = new HashMap<>();

    NodeTypes(GraphSchema schema) {
        this.schema = schema;
    }

    /** What was found. */
    sealed interface Found {
        record Type(NodeType type) implements Found {}

        record None(String problem) implements Found {}
    }

    Found find(NodeRow row) {
        if (row.type() != null) {
            List<String> key = List.of(row.type());
            Found known = byLabels.get(key);
            if (known == null) {
                known = byName(row.type());
                byLabels.put(key, known);
            }
            return known;
        }
        return byLabels.computeIfAbsent(row.labels(), this::byLabels);
    }

    private Found byName(String name) {
        return schema.nodeType(name).<Found>map(Found.Type::new).orElseGet(() -> unknown(name));
    }

    private Found byLabels(List<String> labels) {
        if (labels.size() == 1 && schema.nodeType(labels.getFirst()).isPresent()) {
            return byName(labels.getFirst());
        }
        Set<String> wanted = Set.copyOf(labels);
        List<NodeType> exact = schema.nodeTypes().stream()
                .filter(type -> Set.copyOf(type.labels()).equals(wanted))
                .toList();
        List<NodeType> carrying = exact.size() == 1
                ? exact
                : schema.nodeTypes().stream()
                        .filter(type -> type.labels().containsAll(wanted))
                        .toList();
        if (carrying.size() == 1) {
            return new Found.Type(carrying.getFirst());
        }
        if (carrying.isEmpty()) {
            return unknown(String.join(";", labels));
        }
        return new Found.None("labels " + String.join(", ", labels) + " fit "
                + String.join(", ", carrying.stream().map(NodeType::name).toList()) + "; name the node type");
    }

    private Found unknown(String name) {
        List<String> names = schema.nodeTypes().stream().map(NodeType::name).toList();
        return new Found.None("no node type '" + name + "'; " + KnownNames.remedy(name, names));
    }
}
