package dev.sennit.write;

import dev.sennit.input.EndpointRef;
import dev.sennit.input.InputRow.EdgeRow;
import dev.sennit.input.ValueParser;
import dev.sennit.input.ValueProblem;
import dev.sennit.model.KeyText;
import dev.sennit.model.PropertyType;
import dev.sennit.model.Rule;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.Property;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds the edge type of a row and the {@code _id}s of its endpoints: from the types the row names, the links of the
 * load's own nodes, and the declarations of the label.
 */
final class EndpointResolver {
    private final GraphSchema schema;
    private final LinkTable links;
    private final Optional<String> dateFormat;
    private final Map<String, List<EdgeType>> byLabel = new HashMap<>();
    private final Map<String, List<ValueParser>> keyParsers = new HashMap<>();

    EndpointResolver(GraphSchema schema, LinkTable links, Optional<String> dateFormat) {
        this.schema = schema;
        this.links = links;
        this.dateFormat = dateFormat;
    }

    /** What a row's edge is. */
    sealed interface Resolved {
        record Edge(EdgeType type, String source, String destination) implements Resolved {}

        record Failed(Rule rule, String problem) implements Resolved {}
    }

    /** An endpoint, as far as the row tells: its type may be open, its id in that type's writing. */
    private record Endpoint(Optional<String> type, EndpointRef ref, Optional<String> id) {}

    Resolved resolve(EdgeRow row) {
        List<EdgeType> declared = byLabel.computeIfAbsent(row.label(), this::declarations);
        if (declared.isEmpty()) {
            List<String> labels =
                    schema.edgeTypes().stream().map(EdgeType::label).distinct().toList();
            return new Resolved.Failed(
                    Rule.UNKNOWN_NAME, "no edge type '" + row.label() + "'; " + KnownNames.remedy(row.label(), labels));
        }
        Endpoint from = endpoint(row.from());
        Endpoint to = endpoint(row.to());
        List<EdgeType> fitting = declared.stream()
                .filter(type -> from.type().map(type.source()::equals).orElse(true)
                        && to.type().map(type.destination()::equals).orElse(true))
                .toList();
        if (fitting.size() == 1) {
            EdgeType type = fitting.getFirst();
            return finish(type, from, to);
        }
        String shown = from.type().orElse("?") + "," + to.type().orElse("?");
        if (fitting.isEmpty()) {
            return new Resolved.Failed(
                    Rule.UNKNOWN_NAME,
                    "no edge type " + row.label() + "(" + shown + "); the schema has " + names(declared));
        }
        for (Endpoint endpoint : List.of(from, to)) {
            if (endpoint.type().isEmpty() && endpoint.ref() instanceof EndpointRef.Link && !links.isEmpty()) {
                return new Resolved.Failed(
                        Rule.ENDPOINT,
                        "no node of this load has id '" + endpoint.ref().text() + "'");
            }
        }
        return new Resolved.Failed(
                Rule.UNKNOWN_NAME,
                "'" + row.label() + "' may be " + names(fitting) + "; name the endpoints' types, or load with --edges '"
                        + fitting.getFirst().name() + "=<file>'");
    }

    /** The edge types a row's label may mean: all that share the label, or the one of that full name. */
    List<EdgeType> declarations(String label) {
        List<EdgeType> declared = schema.edgeTypesWithLabel(label);
        if (!declared.isEmpty()) {
            return declared;
        }
        return schema.edgeTypes().stream().filter(t -> t.name().equals(label)).toList();
    }

    private Endpoint endpoint(EndpointRef ref) {
        Optional<String> named = Optional.ofNullable(ref.type());
        if (ref instanceof EndpointRef.Link link) {
            Optional<LinkTable.Target> target = links.get(link.text());
            if (target.isPresent()) {
                return new Endpoint(
                        Optional.of(target.get().type()),
                        ref,
                        Optional.of(target.get().id()));
            }
        }
        return new Endpoint(named, ref, Optional.empty());
    }

    private Resolved finish(EdgeType type, Endpoint from, Endpoint to) {
        List<String> ids = new ArrayList<>(2);
        for (Endpoint endpoint : List.of(from, to)) {
            String nodeType = ids.isEmpty() ? type.source() : type.destination();
            Object id = endpoint.id().isPresent() ? endpoint.id().get() : id(endpoint.ref(), nodeType);
            if (id instanceof ValueProblem problem) {
                return new Resolved.Failed(problem.rule(), "endpoint " + nodeType + ": " + problem.message());
            }
            ids.add((String) id);
        }
        return new Resolved.Edge(type, ids.get(0), ids.get(1));
    }

    /** The {@code _id} as the node type writes it, so that {@code 007} finds the node of integer key 7. */
    private Object id(EndpointRef ref, String nodeType) {
        List<ValueParser> parsers = keyParsers.computeIfAbsent(nodeType, this::parsersOfKey);
        if (ref instanceof EndpointRef.Key key) {
            if (key.components().size() != parsers.size()) {
                return new ValueProblem(
                        Rule.TYPE,
                        PropertyType.Scalar.STRING,
                        key.text(),
                        "the key of " + nodeType + " has " + parsers.size() + " components");
            }
            List<Object> values = new ArrayList<>();
            for (int i = 0; i < parsers.size(); i++) {
                Object value = parsers.get(i).parseJson(key.components().get(i));
                if (value == null) {
                    return new ValueProblem(Rule.REQUIRED, parsers.get(i).type(), "null", "a key has no null");
                }
                if (value instanceof ValueProblem) {
                    return value;
                }
                values.add(value);
            }
            return KeyText.of(values);
        }
        if (parsers.size() != 1 || parsers.getFirst().type() == PropertyType.Scalar.STRING) {
            return ref.text();
        }
        Object value = parsers.getFirst().parseText(ref.text());
        return value instanceof ValueProblem ? value : KeyText.of(List.of(value));
    }

    private List<ValueParser> parsersOfKey(String nodeType) {
        NodeType type = schema.nodeType(nodeType).orElseThrow();
        return type.key().stream()
                .map(name -> type.property(name).map(Property::type).orElseThrow())
                .map(propertyType -> ValueParser.of(propertyType, dateFormat))
                .toList();
    }

    private static String names(List<EdgeType> types) {
        return types.stream().map(EdgeType::name).collect(Collectors.joining(", "));
    }
}
