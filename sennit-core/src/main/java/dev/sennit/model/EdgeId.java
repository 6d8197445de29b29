package dev.sennit.model;

/**
 * Names an edge.
 *
 * @param type the edge type as {@code LABEL(Source,Destination)}
 * @param id the {@code _id}: of a keyed edge the canonical text of its endpoints and key
 */
public record EdgeId(String type, String id) implements ElementId {
    /** As {@code elementId()} writes it. */
    @Override
    public String toString() {
        return type + ":" + id;
    }
}
