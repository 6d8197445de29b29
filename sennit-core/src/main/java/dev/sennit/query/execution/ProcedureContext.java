package dev.sennit.query.execution;

import dev.sennit.query.value.NodeRef;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import dev.sennit.store.TableVersion;

/** What a procedure sees of the query that calls it. Valid while its rows are read. */
public interface ProcedureContext {
    GraphSchema schema();

    /** The table of a node type as the query sees it; not to be closed. */
    TableVersion table(NodeType type);

    /** A node as a value of the query. */
    NodeRef node(NodeType type, String id, long rowAddress);

    /** Asked now and then, whether to go on. */
    void checkCancelled();
}
