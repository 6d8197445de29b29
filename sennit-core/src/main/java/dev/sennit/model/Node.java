package dev.sennit.model;

import java.util.List;
import java.util.Map;

/**
 * A node as a query returns it.
 *
 * @param type the node type's name, which is also the first label
 * @param labels all labels, the type's name first
 * @param id the node's {@code _id}: the canonical text of its key, or a minted id for a keyless type
 * @param properties the properties that are not null, in the schema's order
 */
public record Node(String type, List<String> labels, String id, Map<String, Object> properties) implements Element {
    public Node {
        labels = List.copyOf(labels);
    }

    @Override
    public String elementId() {
        return type + ":" + id;
    }
}
