package dev.sennit;

import dev.sennit.model.Edge;
import dev.sennit.model.EdgeId;
import dev.sennit.model.ElementId;
import dev.sennit.model.Node;
import dev.sennit.model.NodeId;
import java.util.Map;
import java.util.Optional;

/**
 * Reads and changes of one {@link Branch#write}, in one commit. Reads see the state the transaction began with and
 * everything it has changed since. Changes are carried out together: an element that is missing, or exists where it must
 * not, may be reported by a later call or by {@link Branch#write} itself. Nothing is visible to others before that
 * returns. Not thread-safe; of no use once the body has ended.
 *
 * <p>Properties are given as maps or as records. Values are of the classes {@link dev.sennit.model.PropertyType} names,
 * or of others that turn into those without loss: all integer classes, {@code float}, enums, arrays. The id of an element
 * without a key may be given as property {@code _id}.
 */
public interface Transaction {
    /**
     * Names a node by its key; nothing is read.
     *
     * @param key one value per key property; for a type without a key the {@code _id}
     * @throws dev.sennit.model.InvalidDataException UNKNOWN_NAME if there is no such node type
     */
    NodeId node(String type, Object... key);

    /**
     * Names an edge of a type with a KEY by its endpoints and its key; nothing is read.
     *
     * @param key one value per key property, in the order of the declaration
     */
    EdgeId edge(String label, NodeId from, NodeId to, Object... key);

    /**
     * Creates a node.
     *
     * @throws dev.sennit.model.ConflictException KEY_CONFLICT if it exists, here or from {@link Branch#write}
     */
    NodeId create(String type, Map<String, ?> properties);

    /** {@link #create(String, Map)} with a record's components as properties. */
    NodeId create(String type, Record properties);

    /** Creates an edge. */
    EdgeId create(String label, NodeId from, NodeId to, Map<String, ?> properties);

    /** Creates the node, or sets these properties of the one that exists; those not named stay. */
    NodeId upsert(String type, Map<String, ?> properties);

    /** {@link #upsert(String, Map)} with a record's components as properties. */
    NodeId upsert(String type, Record properties);

    /** Creates the edge, or sets these properties of the one that exists; those not named stay. */
    EdgeId upsert(String label, NodeId from, NodeId to, Map<String, ?> properties);

    /**
     * Sets properties of an element; null takes one away.
     *
     * @throws dev.sennit.model.NotFoundException if it does not exist, here or from {@link Branch#write}
     * @throws dev.sennit.model.InvalidDataException KEY_IMMUTABLE if a key property would change
     */
    void set(ElementId element, Map<String, ?> properties);

    /**
     * Deletes an element. A node that still has edges is a violation in the end, whether or not one with its key was created
     * since; see {@link #detachDelete}.
     *
     * @throws dev.sennit.model.NotFoundException if it does not exist, here or from {@link Branch#write}
     */
    void delete(ElementId element);

    /** Deletes a node and all its edges. */
    void detachDelete(NodeId node);

    /** The node as it is now. */
    Optional<Node> find(NodeId node);

    /** The edge as it is now. */
    Optional<Edge> find(EdgeId edge);

    /**
     * Runs a read-only query that sees what the transaction has changed.
     *
     * @return a result that is closed at the end of the body, if not before
     */
    Result query(String cypher, Map<String, ?> parameters);

    /**
     * Executes a statement, which may change the graph and sees what the transaction has changed. All of its changes are
     * made before this returns; rules that they break may be reported by {@link Branch#write}.
     *
     * @return a result that is closed at the end of the body, if not before
     */
    Result execute(String cypher, Map<String, ?> parameters);

    /** {@link #execute(String, Map)} without parameters. */
    default Result execute(String cypher) {
        return execute(cypher, Map.of());
    }

    /** {@link #query(String, Map)} without parameters. */
    default Result query(String cypher) {
        return query(cypher, Map.of());
    }
}
