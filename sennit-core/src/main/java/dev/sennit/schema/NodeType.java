package dev.sennit.schema;

import java.util.List;

/**
 * A node type. A node has exactly one, for life.
 *
 * @param name the type's name, also the first label
 * @param labels all labels, the name first
 * @param key the key properties in order; empty for a keyless type, whose ids are minted or given
 */
public record NodeType(
        String name,
        List<String> labels,
        List<Property> properties,
        List<String> key,
        List<List<String>> uniques,
        List<IndexDeclaration> indexes,
        String documentation)
        implements ElementType {
    public NodeType {
        labels = List.copyOf(labels);
        properties = List.copyOf(properties);
        key = List.copyOf(key);
        uniques = uniques.stream().map(List::copyOf).toList();
        indexes = List.copyOf(indexes);
    }

    public boolean isKeyed() {
        return !key.isEmpty();
    }
}
