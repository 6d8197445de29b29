package dev.sennit.model;

/**
 * Names a node.
 *
 * @param type the node type
 * @param id the {@code _id}: the canonical text of the key, or the id of a node without one
 */
public record NodeId(String type, String id) implements ElementId {
    /** As {@code elementId()} writes it. */
    @Override
    public String toString() {
        return type + ":" + id;
    }
}
