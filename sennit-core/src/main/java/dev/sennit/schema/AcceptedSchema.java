package dev.sennit.schema;

import dev.sennit.model.IdSource;
import dev.sennit.model.PropertyId;
import dev.sennit.model.TableId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The schema a commit holds: the declaration, and the identity of each type and property in it.
 *
 * @param declared the declaration
 * @param tables the table of each type, by {@link ElementType#name}
 * @param properties the identity of each property, by type name and property name
 * @param united the identities by which other branches know these types and properties
 * @param defaults what DEFAULT gave to the elements there were, of each property that had one, one after the other: when
 *     the property was added, and whenever it was made NOT NULL
 */
public record AcceptedSchema(
        GraphSchema declared,
        Map<String, TableId> tables,
        Map<String, Map<String, PropertyId>> properties,
        UnitedIds united,
        Map<PropertyId, List<AppliedDefault>> defaults) {
    public AcceptedSchema {
        Objects.requireNonNull(united, "united");
        tables = Map.copyOf(tables);
        Map<String, Map<String, PropertyId>> copy = new LinkedHashMap<>();
        properties.forEach((type, ids) -> copy.put(type, Map.copyOf(ids)));
        properties = Map.copyOf(copy);
        Map<PropertyId, List<AppliedDefault>> given = new LinkedHashMap<>();
        defaults.forEach((property, each) -> {
            if (!each.isEmpty()) {
                given.put(property, List.copyOf(each));
            }
        });
        defaults = Map.copyOf(given);
    }

    /** A schema of which nothing is known by another identity, and in which no DEFAULT was applied. */
    public AcceptedSchema(
            GraphSchema declared, Map<String, TableId> tables, Map<String, Map<String, PropertyId>> properties) {
        this(declared, tables, properties, UnitedIds.NONE, Map.of());
    }

    /** Accepts a declaration as a graph's first schema: everything in it gets a new identity. */
    public static AcceptedSchema firstOf(GraphSchema declared, IdSource ids) {
        Map<String, TableId> tables = new LinkedHashMap<>();
        Map<String, Map<String, PropertyId>> properties = new LinkedHashMap<>();
        declared.types().forEach(type -> {
            tables.put(type.name(), new TableId(ids.next()));
            Map<String, PropertyId> ofType = new LinkedHashMap<>();
            type.properties().forEach(p -> ofType.put(p.name(), new PropertyId(ids.next())));
            properties.put(type.name(), ofType);
        });
        return new AcceptedSchema(declared, tables, properties);
    }

    /**
     * The table of a type of this schema.
     *
     * @throws IllegalArgumentException if the type is not in this schema
     */
    public TableId tableOf(ElementType type) {
        TableId table = tables.get(type.name());
        if (table == null) {
            throw new IllegalArgumentException("no type " + type.name() + " in this schema");
        }
        return table;
    }

    /**
     * The identity of a property of a type of this schema.
     *
     * @throws IllegalArgumentException if the type or property is not in this schema
     */
    public PropertyId idOf(ElementType type, Property property) {
        Map<String, PropertyId> ofType = properties.get(type.name());
        PropertyId id = ofType == null ? null : ofType.get(property.name());
        if (id == null) {
            throw new IllegalArgumentException(
                    "no property " + type.name() + "." + property.name() + " in this schema");
        }
        return id;
    }

    /**
     * The same, taking note of other identities.
     *
     * @param ofTable the other identities of the type that has a table
     * @param ofProperty the other identities of a property
     */
    public AcceptedSchema uniting(
            Function<TableId, Set<TableId>> ofTable, Function<PropertyId, Set<PropertyId>> ofProperty) {
        Map<TableId, Set<TableId>> otherTables = new LinkedHashMap<>();
        Map<PropertyId, Set<PropertyId>> otherProperties = new LinkedHashMap<>();
        tables.values().forEach(id -> otherTables.put(id, ofTable.apply(id)));
        forEachProperty((type, id) -> otherProperties.put(id, ofProperty.apply(id)));
        return new AcceptedSchema(declared, tables, properties, new UnitedIds(otherTables, otherProperties), defaults);
    }

    /** The same with other DEFAULTs that were applied. */
    public AcceptedSchema withDefaults(Map<PropertyId, List<AppliedDefault>> applied) {
        return new AcceptedSchema(declared, tables, properties, united, applied);
    }

    /** The DEFAULTs that were applied to a property, one after the other. */
    public List<AppliedDefault> defaultsOf(PropertyId property) {
        return defaults.getOrDefault(property, List.of());
    }

    /** Hands over the name of the type and the identity of each property. */
    public void forEachProperty(BiConsumer<String, PropertyId> consumer) {
        properties.forEach((type, ids) -> ids.values().forEach(id -> consumer.accept(type, id)));
    }

    /**
     * Whether another schema declares the same with the same identities, and was reached with the same DEFAULTs, whatever
     * other identities each knows of.
     */
    public boolean isSameAs(AcceptedSchema other) {
        return declaresSameAs(other) && defaults.equals(other.defaults);
    }

    /** Whether another schema declares the same with the same identities, however it was reached. */
    public boolean declaresSameAs(AcceptedSchema other) {
        return declared.equals(other.declared) && tables.equals(other.tables) && properties.equals(other.properties);
    }

    /** The type whose table that is; empty if none of this schema has it. */
    public Optional<ElementType> typeOf(TableId table) {
        return declared.types().filter(type -> tableOf(type).equals(table)).findFirst();
    }

    /** The property of a type of this schema that has that identity. */
    public Optional<Property> propertyOf(ElementType type, PropertyId id) {
        return type.properties().stream()
                .filter(property -> idOf(type, property).equals(id))
                .findFirst();
    }
}
