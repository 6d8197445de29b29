package dev.sennit.model;

import java.util.Map;

/** A node or an edge. */
public sealed interface Element permits Node, Edge {
    /** Unique among all elements of a graph, and stable for the element's life. */
    String elementId();

    /** The element's {@code _id}, unique within its type. */
    String id();

    /** The properties that are not null, in the schema's order; never modified. */
    Map<String, Object> properties();
}
