package dev.sennit.schema.inference;

import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.schema.Cardinality;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.MigrationHints;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.Property;
import dev.sennit.schema.SchemaComment;
import dev.sennit.schema.SchemaDocument;
import dev.sennit.schema.SchemaPlace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Writes down what was found out, with the reasons. Used once. */
final class Proposal {
    private static final String UNSEEN_KEY = "id";

    private final InferenceOptions options;
    private final Map<SchemaPlace, SchemaComment> comments = new LinkedHashMap<>();
    private final Map<String, Integer> typesOfSource = new HashMap<>();

    Proposal(InferenceOptions options) {
        this.options = options;
    }

    SchemaDocument write(Collection<NodeCandidate> nodes, Collection<EdgeCandidate> edges) {
        nodes.forEach(node -> countSources(node.profile()));
        edges.forEach(edge -> countSources(edge.profile()));
        Map<String, NodeType> nodeTypes = new LinkedHashMap<>();
        for (NodeCandidate node : nodes) {
            NodeType type = nodeType(node, nodes);
            nodeTypes.put(node.profile().name(), type);
        }
        for (EdgeCandidate edge : edges) {
            nodeTypes.computeIfAbsent(edge.source(), this::unseen);
            nodeTypes.computeIfAbsent(edge.destination(), this::unseen);
        }
        List<EdgeType> edgeTypes = new ArrayList<>();
        for (EdgeCandidate edge : edges) {
            edgeTypes.add(edgeType(edge, name(nodeTypes, edge.source()), name(nodeTypes, edge.destination())));
        }
        GraphSchema schema = new GraphSchema(List.copyOf(nodeTypes.values()), edgeTypes);
        return new SchemaDocument(schema, MigrationHints.NONE, comments);
    }

    private static String name(Map<String, NodeType> types, String candidate) {
        NodeType type = types.get(candidate);
        return type == null ? candidate : type.name();
    }

    private void countSources(TypeProfile profile) {
        profile.sources().forEach(source -> typesOfSource.merge(source, 1, Integer::sum));
    }

    private NodeType nodeType(NodeCandidate node, Collection<NodeCandidate> others) {
        TypeProfile profile = node.profile();
        String name = allowed(profile.name());
        Optional<String> key = node.key();
        Map<String, String> names = propertyNames(profile, Set.of());
        List<Property> properties = properties(profile, names, key.map(List::of).orElse(List.of()));
        Set<String> labels = new LinkedHashSet<>(List.of(name));
        profile.labels().stream()
                .filter(label ->
                        others.stream().noneMatch(o -> o.profile().name().equals(label)))
                .forEach(label -> labels.add(allowed(label)));
        NodeType type = new NodeType(
                name,
                List.copyOf(labels),
                properties,
                key.map(k -> List.of(nameOf(names, k))).orElse(List.of()),
                List.of(),
                List.of(),
                "");
        List<String> notes = new ArrayList<>();
        notes.add(rowsOf(profile));
        if (key.isEmpty()) {
            notes.add(profile.undecidedKey()
                    .map(column -> "no key proposed: too many rows to tell whether '" + column + "' is distinct")
                    .orElse(
                            node.hasIds()
                                    ? "no key proposed: no likely column has distinct values in all rows, so ids stay what the"
                                            + " file says"
                                    : "no key proposed: no likely column has distinct values in all rows"));
        }
        comment(type, notes);
        commentProperties(type, profile, names);
        key.ifPresent(column -> addBehind(
                SchemaPlace.of(type, type.property(nameOf(names, column)).orElseThrow()),
                "key: "
                        + (profile.rows() == 1
                                ? "one row only"
                                : "all " + count(profile.rows()) + " values are distinct")
                        + (node.isKeyReferred() ? ", edges name nodes by it" : "")));
        return type;
    }

    private NodeType unseen(String candidate) {
        String name = allowed(candidate);
        NodeType type = new NodeType(
                name,
                List.of(name),
                List.of(Property.of(UNSEEN_KEY, Scalar.STRING, true)),
                List.of(UNSEEN_KEY),
                List.of(),
                List.of(),
                "");
        comment(type, List.of("no file has these nodes, only edges name them"));
        return type;
    }

    private EdgeType edgeType(EdgeCandidate edge, String source, String destination) {
        TypeProfile profile = edge.profile();
        Map<String, String> names = propertyNames(profile, edge.group().endColumns());
        Optional<List<String>> key = edge.keys().key();
        EdgeType type = new EdgeType(
                allowed(profile.name()),
                source,
                destination,
                Cardinality.ANY,
                Cardinality.ANY,
                properties(profile, names, key.orElse(List.of())),
                key.map(k -> k.stream().map(column -> nameOf(names, column)).toList()),
                List.of(),
                List.of(),
                "");
        List<String> notes = new ArrayList<>();
        notes.add(rowsOf(profile));
        edge.group()
                .columns()
                .filter(pair -> !pair.from().equals("from") || !pair.to().equals("to"))
                .ifPresent(pair -> notes.add("load with --map " + type.label() + ".~from=" + pair.from() + " --map "
                        + type.label() + ".~to=" + pair.to()));
        long withoutEnd = edge.group().rowsWithoutEnd();
        if (withoutEnd > 0) {
            notes.add(count(withoutEnd) + (withoutEnd == 1 ? " row lacks" : " rows lack") + " a source or destination");
        }
        if (edge.dangling() > 0) {
            notes.add(count(edge.dangling()) + (edge.dangling() == 1 ? " row names" : " rows name")
                    + " a node that no file has");
        }
        notes.add(keyNote(edge, key));
        comment(type, notes);
        commentProperties(type, profile, names);
        return type;
    }

    private static String keyNote(EdgeCandidate edge, Optional<List<String>> key) {
        if (key.isEmpty()) {
            return edge.keys().isGivenUp()
                    ? "no key proposed: too many rows to tell what tells them apart"
                    : "no key proposed: some rows agree in source, destination and all properties a key can have";
        }
        return key.get().isEmpty()
                ? "key proposed because no two rows have the same source and destination"
                : "key proposed because source and destination repeat, and with " + String.join(", ", key.get())
                        + " they do not";
    }

    private List<Property> properties(TypeProfile profile, Map<String, String> names, List<String> key) {
        List<Property> properties = new ArrayList<>();
        for (ColumnProfile column : profile.columns()) {
            String name = names.get(column.name());
            if (name != null) {
                boolean required = profile.isComplete(column.name()) && profile.rows() >= options.rowsForNotNull();
                properties.add(Property.of(name, column.type(), required || key.contains(column.name())));
            }
        }
        return properties;
    }

    /** The property of each column that becomes one. */
    private Map<String, String> propertyNames(TypeProfile profile, Set<String> ends) {
        boolean isMixedFile = profile.sources().stream().anyMatch(s -> typesOfSource.getOrDefault(s, 0) > 1);
        Map<String, String> names = new LinkedHashMap<>();
        Set<String> taken = new LinkedHashSet<>();
        profile.columns().forEach(column -> taken.add(column.name()));
        for (ColumnProfile column : profile.columns()) {
            if (ends.contains(column.name()) || column.isEmpty() && isMixedFile) {
                continue;
            }
            String name = allowed(column.name());
            String unused = name;
            for (int i = 2; !name.equals(column.name()) && taken.contains(unused); i++) {
                unused = name + i;
            }
            taken.add(unused);
            names.put(column.name(), unused);
        }
        return names;
    }

    private static String nameOf(Map<String, String> names, String column) {
        String name = names.get(column);
        if (name == null) {
            throw new IllegalStateException("column " + column + " is no property");
        }
        return name;
    }

    /** Names that begin with an underscore are reserved, and none has control characters. */
    private static String allowed(String name) {
        String allowed = name.replaceAll("^_+", "").replaceAll("\\p{Cntrl}", " ");
        return allowed.isEmpty() ? "x" : allowed;
    }

    private void comment(ElementType type, List<String> notes) {
        comments.put(SchemaPlace.of(type), SchemaComment.before(notes));
    }

    private void commentProperties(ElementType type, TypeProfile profile, Map<String, String> names) {
        for (ColumnProfile column : profile.columns()) {
            String name = names.get(column.name());
            if (name == null) {
                continue;
            }
            SchemaPlace place = SchemaPlace.of(type, type.property(name).orElseThrow());
            addBehind(place, column.note());
            if (!name.equals(column.name())) {
                addBehind(place, "column '" + column.name() + "', whose name is reserved");
            }
        }
    }

    private void addBehind(SchemaPlace place, String note) {
        if (!note.isEmpty()) {
            comments.merge(
                    place,
                    SchemaComment.after(note),
                    (old, more) -> new SchemaComment(old.before(), old.after() + "; " + more.after()));
        }
    }

    private static String rowsOf(TypeProfile profile) {
        List<String> sources = List.copyOf(profile.sources());
        String shown = sources.size() <= 3
                ? String.join(", ", sources)
                : sources.getFirst() + " and " + (sources.size() - 1) + " other files";
        return count(profile.rows()) + (profile.rows() == 1 ? " row of " : " rows of ") + shown;
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
