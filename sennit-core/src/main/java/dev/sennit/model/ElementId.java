package dev.sennit.model;

/** Names one element, whether or not it exists: its type and its {@code _id}. */
public sealed interface ElementId permits NodeId, EdgeId {
    /** The node type, or the edge type as {@code LABEL(Source,Destination)}. */
    String type();

    /** The element's {@code _id}, unique within its type. */
    String id();
}
