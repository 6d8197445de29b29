package dev.sennit.schema;

import dev.sennit.model.PropertyType;
import java.util.List;
import java.util.Optional;

/** What node types and edge types have in common: each has one table, named by {@link #name}. */
public sealed interface ElementType permits NodeType, EdgeType {
    /** The type's unique name in the schema: {@code Airport}, or {@code ROUTE(Airport,Airport)} for an edge type. */
    String name();

    /** The properties in the order they were declared, key properties included. */
    List<Property> properties();

    /** UNIQUE constraints besides the key: each a list of property names. */
    List<List<String>> uniques();

    /** FULLTEXT and VECTOR INDEX declarations. */
    List<IndexDeclaration> indexes();

    /** The documentation written before the declaration, or the empty string. */
    String documentation();

    /** The property of that exact name. */
    default Optional<Property> property(String name) {
        return properties().stream().filter(p -> p.name().equals(name)).findFirst();
    }

    /** The type of the property of that exact name. */
    default Optional<PropertyType> propertyType(String name) {
        return property(name).map(Property::type);
    }
}
