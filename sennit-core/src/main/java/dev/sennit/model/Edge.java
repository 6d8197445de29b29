package dev.sennit.model;

import java.util.Map;

/**
 * An edge as a query returns it.
 *
 * @param label the edge type's label
 * @param id the edge's {@code _id}
 * @param sourceType the node type of the source
 * @param source the source's {@code _id}
 * @param destinationType the node type of the destination
 * @param destination the destination's {@code _id}
 * @param properties the properties that are not null, in the schema's order
 */
public record Edge(
        String label,
        String id,
        String sourceType,
        String source,
        String destinationType,
        String destination,
        Map<String, Object> properties)
        implements Element {
    @Override
    public String elementId() {
        return label + "(" + sourceType + "," + destinationType + "):" + id;
    }
}
