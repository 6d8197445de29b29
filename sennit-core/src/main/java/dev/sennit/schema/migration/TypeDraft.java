package dev.sennit.schema.migration;

import dev.sennit.model.PropertyId;
import dev.sennit.model.PropertyType;
import dev.sennit.model.TableId;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.AppliedDefault;
import dev.sennit.schema.Cardinality;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.IndexDeclaration;
import dev.sennit.schema.IndexDeclaration.Metric;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.Property;
import dev.sennit.schema.ValueRange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A type with identities in the place of names, so that it stays the same whatever it refers to is called.
 *
 * @param name the name of a node type, the label of an edge type
 * @param labels of a node type, besides its name
 * @param ends of an edge type: source and destination; empty for a node type
 * @param cardinalities of an edge type: outgoing and incoming; empty for a node type
 */
record TypeDraft(
        String name,
        List<String> labels,
        List<TableId> ends,
        List<Cardinality> cardinalities,
        Map<PropertyId, PropertyDraft> properties,
        Optional<List<PropertyId>> key,
        List<List<PropertyId>> uniques,
        List<IndexDraft> indexes,
        String documentation) {
    /**
     * A property without its identity.
     *
     * @param defaults what DEFAULT gave, see {@link AcceptedSchema#defaults}
     */
    record PropertyDraft(
            String name,
            PropertyType type,
            boolean required,
            Optional<String> pattern,
            Optional<ValueRange> range,
            String documentation,
            List<AppliedDefault> defaults) {
        PropertyDraft named(String other) {
            return new PropertyDraft(other, type, required, pattern, range, documentation, defaults);
        }

        PropertyDraft typed(PropertyType other) {
            return new PropertyDraft(name, other, required, pattern, range, documentation, defaults);
        }
    }

    /** @param metric of a vector index; nothing for a full-text index */
    record IndexDraft(List<PropertyId> properties, Optional<Metric> metric) {}

    TypeDraft {
        labels = List.copyOf(labels);
        ends = List.copyOf(ends);
        cardinalities = List.copyOf(cardinalities);
        properties = Collections.unmodifiableMap(new LinkedHashMap<>(properties));
        uniques = List.copyOf(uniques);
        indexes = List.copyOf(indexes);
    }

    /** The types of a schema by identity, in its order. */
    static Map<TableId, TypeDraft> of(AcceptedSchema schema) {
        Map<TableId, TypeDraft> drafts = new LinkedHashMap<>();
        schema.declared().types().forEach(type -> drafts.put(schema.tableOf(type), of(schema, type)));
        return drafts;
    }

    private static TypeDraft of(AcceptedSchema schema, ElementType type) {
        Map<String, PropertyId> ids = new HashMap<>();
        Map<PropertyId, PropertyDraft> properties = new LinkedHashMap<>();
        for (Property property : type.properties()) {
            PropertyId id = schema.idOf(type, property);
            ids.put(property.name(), id);
            properties.put(
                    id,
                    new PropertyDraft(
                            property.name(),
                            property.type(),
                            property.required(),
                            property.pattern(),
                            property.range(),
                            property.documentation(),
                            schema.defaultsOf(id)));
        }
        List<List<PropertyId>> uniques =
                type.uniques().stream().map(names -> ids(ids, names)).toList();
        List<IndexDraft> indexes =
                type.indexes().stream().map(index -> draft(ids, index)).toList();
        return switch (type) {
            case NodeType node ->
                new TypeDraft(
                        node.name(),
                        node.labels().subList(1, node.labels().size()),
                        List.of(),
                        List.of(),
                        properties,
                        node.isKeyed() ? Optional.of(ids(ids, node.key())) : Optional.empty(),
                        uniques,
                        indexes,
                        node.documentation());
            case EdgeType edge ->
                new TypeDraft(
                        edge.label(),
                        List.of(),
                        List.of(table(schema, edge.source()), table(schema, edge.destination())),
                        List.of(edge.outgoing(), edge.incoming()),
                        properties,
                        edge.key().map(names -> ids(ids, names)),
                        uniques,
                        indexes,
                        edge.documentation());
        };
    }

    /** The schema of such types; the node types are among them. */
    static AcceptedSchema assemble(Map<TableId, TypeDraft> types) {
        List<NodeType> nodes = new ArrayList<>();
        List<EdgeType> edges = new ArrayList<>();
        Map<String, TableId> tables = new LinkedHashMap<>();
        Map<String, Map<String, PropertyId>> properties = new LinkedHashMap<>();
        Map<PropertyId, List<AppliedDefault>> defaults = new HashMap<>();
        types.forEach((id, draft) -> {
            ElementType type = draft.type(types);
            switch (type) {
                case NodeType node -> nodes.add(node);
                case EdgeType edge -> edges.add(edge);
            }
            tables.put(type.name(), id);
            Map<String, PropertyId> ids = new LinkedHashMap<>();
            draft.properties.forEach((property, what) -> {
                ids.put(what.name(), property);
                defaults.put(property, what.defaults());
            });
            properties.put(type.name(), ids);
        });
        return new AcceptedSchema(new GraphSchema(nodes, edges), tables, properties).withDefaults(defaults);
    }

    boolean isEdge() {
        return !ends.isEmpty();
    }

    /** The {@link ElementType#name} among these types. */
    String fullName(Map<TableId, TypeDraft> types) {
        return isEdge() ? name + "(" + endName(types, 0) + "," + endName(types, 1) + ")" : name;
    }

    /** The same with other names of properties. */
    TypeDraft naming(UnaryOperator<String> name) {
        Map<PropertyId, PropertyDraft> renamed = new LinkedHashMap<>();
        properties.forEach((id, property) -> renamed.put(id, property.named(name.apply(property.name))));
        return new TypeDraft(name(), labels, ends, cardinalities, renamed, key, uniques, indexes, documentation);
    }

    /** @param types the node types among which its ends are */
    ElementType type(Map<TableId, TypeDraft> types) {
        List<Property> declared = properties.values().stream()
                .map(property -> new Property(
                        property.name(),
                        property.type(),
                        property.required(),
                        property.pattern(),
                        property.range(),
                        property.documentation()))
                .toList();
        List<List<String>> uniqueNames = uniques.stream().map(this::names).toList();
        List<IndexDeclaration> indexDeclarations =
                indexes.stream().map(this::declaration).toList();
        if (!isEdge()) {
            List<String> all = new ArrayList<>(List.of(name));
            all.addAll(labels);
            return new NodeType(
                    name,
                    all,
                    declared,
                    key.map(this::names).orElse(List.of()),
                    uniqueNames,
                    indexDeclarations,
                    documentation);
        }
        return new EdgeType(
                name,
                endName(types, 0),
                endName(types, 1),
                cardinalities.get(0),
                cardinalities.get(1),
                declared,
                key.map(this::names),
                uniqueNames,
                indexDeclarations,
                documentation);
    }

    private String endName(Map<TableId, TypeDraft> types, int end) {
        @Nullable TypeDraft node = types.get(ends.get(end));
        return node == null ? ends.get(end).toString() : node.name;
    }

    private IndexDeclaration declaration(IndexDraft index) {
        List<String> names = names(index.properties());
        return index.metric()
                .<IndexDeclaration>map(metric -> new IndexDeclaration.VectorIndex(names.getFirst(), metric))
                .orElseGet(() -> new IndexDeclaration.Fulltext(names));
    }

    private List<String> names(List<PropertyId> ids) {
        return ids.stream()
                .map(id -> Objects.requireNonNull(properties.get(id)).name())
                .toList();
    }

    private static IndexDraft draft(Map<String, PropertyId> ids, IndexDeclaration index) {
        return switch (index) {
            case IndexDeclaration.Fulltext fulltext ->
                new IndexDraft(ids(ids, fulltext.properties()), Optional.empty());
            case IndexDeclaration.VectorIndex vector ->
                new IndexDraft(ids(ids, List.of(vector.property())), Optional.of(vector.metric()));
        };
    }

    private static List<PropertyId> ids(Map<String, PropertyId> ids, List<String> names) {
        return names.stream().map(name -> Objects.requireNonNull(ids.get(name))).toList();
    }

    private static TableId table(AcceptedSchema schema, String nodeType) {
        return schema.tableOf(schema.declared().nodeType(nodeType).orElseThrow());
    }
}
