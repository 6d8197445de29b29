package dev.sennit.query.execution;

import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.NodeType;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A graph that a statement changes. Changes are carried out together: what is wrong with one may be reported by a later
 * call. Not thread-safe.
 */
public interface GraphChanges {
    /** The graph as it is now, with every change so far. Valid until the next change. */
    GraphSource now();

    /**
     * Creates a node.
     *
     * @return its {@code _id}
     */
    String create(NodeType type, Map<String, @Nullable Object> properties);

    /**
     * Creates an edge between nodes that exist.
     *
     * @return its {@code _id}
     */
    String create(EdgeType type, String source, String destination, Map<String, @Nullable Object> properties);

    /** Sets properties of an element that exists; null takes one away. */
    void set(ElementType type, String id, Map<String, @Nullable Object> properties);

    /** Deletes an element that exists. */
    void delete(ElementType type, String id);

    /** Deletes a node that exists, and its edges. */
    void detachDelete(NodeType type, String id);

    /** Looks for elements, all together, that {@link #exists} will be asked for. */
    void lookUp(ElementType type, Collection<String> ids);

    /** Whether the element exists now. */
    boolean exists(ElementType type, String id);

    /**
     * The properties of an element that a change so far was about, in the order its type declares them.
     *
     * @return empty if none was, or if it does not exist now: the tables of {@link #now} tell
     */
    Optional<@Nullable Object[]> changed(ElementType type, String id);
}
