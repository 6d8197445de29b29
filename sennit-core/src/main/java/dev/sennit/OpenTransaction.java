package dev.sennit;

import dev.sennit.manifest.GraphState;
import dev.sennit.model.Edge;
import dev.sennit.model.EdgeId;
import dev.sennit.model.Element;
import dev.sennit.model.ElementId;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.InvalidDataException;
import dev.sennit.model.Node;
import dev.sennit.model.NodeId;
import dev.sennit.model.Suggestion;
import dev.sennit.query.execution.QueryLimits;
import dev.sennit.query.execution.StopSignal;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import dev.sennit.write.Mutation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A transaction while its body runs: finds the types that names mean, and hands on to the mutation. */
final class OpenTransaction implements Transaction {
    private final Mutation mutation;
    private final GraphSchema schema;
    private final long maxMemoryBytes;
    private boolean ended;

    /** @param maxMemoryBytes for each query and statement */
    OpenTransaction(Mutation mutation, long maxMemoryBytes) {
        this.mutation = mutation;
        this.maxMemoryBytes = maxMemoryBytes;
        GraphState base = mutation.base();
        this.schema = base.schema().declared();
    }

    /** From here on every call is an error. */
    void end() {
        ended = true;
    }

    @Override
    public NodeId node(String type, Object... key) {
        requireOpen();
        NodeType nodeType = nodeType(type);
        return new NodeId(type, mutation.idOf(nodeType, List.of(key)));
    }

    @Override
    public EdgeId edge(String label, NodeId from, NodeId to, Object... key) {
        requireOpen();
        EdgeType type = edgeType(label, from, to);
        return new EdgeId(type.name(), mutation.idOf(type, from.id(), to.id(), List.of(key)));
    }

    @Override
    public NodeId create(String type, Map<String, ?> properties) {
        requireOpen();
        return new NodeId(type, mutation.create(nodeType(type), values(properties)));
    }

    @Override
    public NodeId create(String type, Record properties) {
        return create(type, QueryParameters.of(properties));
    }

    @Override
    public EdgeId create(String label, NodeId from, NodeId to, Map<String, ?> properties) {
        requireOpen();
        EdgeType type = edgeType(label, from, to);
        return new EdgeId(type.name(), mutation.create(type, from.id(), to.id(), values(properties)));
    }

    @Override
    public NodeId upsert(String type, Map<String, ?> properties) {
        requireOpen();
        return new NodeId(type, mutation.upsert(nodeType(type), values(properties)));
    }

    @Override
    public NodeId upsert(String type, Record properties) {
        return upsert(type, QueryParameters.of(properties));
    }

    @Override
    public EdgeId upsert(String label, NodeId from, NodeId to, Map<String, ?> properties) {
        requireOpen();
        EdgeType type = edgeType(label, from, to);
        return new EdgeId(type.name(), mutation.upsert(type, from.id(), to.id(), values(properties)));
    }

    @Override
    public void set(ElementId element, Map<String, ?> properties) {
        requireOpen();
        mutation.set(type(element), element.id(), values(properties));
    }

    @Override
    public void delete(ElementId element) {
        requireOpen();
        mutation.delete(type(element), element.id());
    }

    @Override
    public void detachDelete(NodeId node) {
        requireOpen();
        mutation.detachDelete(nodeType(node.type()), node.id());
    }

    @Override
    public Optional<Node> find(NodeId node) {
        return element(node).map(Node.class::cast);
    }

    @Override
    public Optional<Edge> find(EdgeId edge) {
        return element(edge).map(Edge.class::cast);
    }

    @Override
    public Result query(String cypher, Map<String, ?> parameters) {
        requireOpen();
        StopSignal stop = new StopSignal(Optional.empty());
        QueryLimits limits = new QueryLimits(maxMemoryBytes, stop);
        return new CursorResult(mutation.query(cypher, QueryParameters.of(parameters), limits), Optional.empty(), stop);
    }

    @Override
    public Result execute(String cypher, Map<String, ?> parameters) {
        requireOpen();
        StopSignal stop = new StopSignal(Optional.empty());
        QueryLimits limits = new QueryLimits(maxMemoryBytes, stop);
        return new CursorResult(
                mutation.execute(cypher, QueryParameters.of(parameters), limits), Optional.empty(), stop);
    }

    private Optional<Element> element(ElementId id) {
        requireOpen();
        return mutation.find(type(id), id.id());
    }

    /** Property values as they are, records and beans among them as maps. */
    private static Map<String, @Nullable Object> values(Map<String, ?> properties) {
        return new LinkedHashMap<>(QueryParameters.of(properties));
    }

    private ElementType type(ElementId element) {
        return switch (element) {
            case NodeId node -> nodeType(node.type());
            case EdgeId edge ->
                schema.edgeTypes().stream()
                        .filter(type -> type.name().equals(edge.type()))
                        .findFirst()
                        .orElseThrow(() -> unknown(
                                "edge type",
                                edge.type(),
                                schema.edgeTypes().stream().map(EdgeType::name).toList()));
        };
    }

    private NodeType nodeType(String name) {
        return schema.nodeType(name)
                .orElseThrow(() -> unknown(
                        "node type",
                        name,
                        schema.nodeTypes().stream().map(NodeType::name).toList()));
    }

    private EdgeType edgeType(String label, NodeId from, NodeId to) {
        nodeType(from.type());
        nodeType(to.type());
        return schema.edgeType(label, from.type(), to.type())
                .orElseThrow(() -> unknown(
                        "edge type",
                        label + "(" + from.type() + "," + to.type() + ")",
                        schema.edgeTypes().stream().map(EdgeType::name).toList()));
    }

    private static InvalidDataException unknown(String what, String name, List<String> known) {
        ErrorText text = ErrorText.of("no " + what + " '" + name + "'").detail("name", name);
        return new InvalidDataException(
                ErrorCode.UNKNOWN_NAME,
                Suggestion.closest(name, known)
                        .map(near -> text.remedy("did you mean '" + near + "'?"))
                        .orElse(text.remedy("the schema has " + String.join(", ", known))));
    }

    private void requireOpen() {
        if (ended) {
            throw new InvalidArgumentException(ErrorText.of("the transaction has ended")
                    .cause("it was used after its body returned")
                    .remedy("do everything inside the body of write"));
        }
    }
}
