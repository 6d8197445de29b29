package dev.sennit.schema;

import java.util.Objects;

/**
 * What a comment of a schema file belongs to.
 *
 * @param type the {@link ElementType#name} of the type it is in; empty for the end of the file
 * @param item empty for the declaration itself, the text of a property's name or of a constraint as
 *     {@link SchemaPrinter} writes it, or <code>}</code> for what follows the last item
 */
public record SchemaPlace(String type, String item) {
    /** The end of the file. */
    public static final SchemaPlace END = new SchemaPlace("", "");

    static final String CLOSING = "}";

    public SchemaPlace {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(item, "item");
    }

    /** The declaration of the type. */
    public static SchemaPlace of(ElementType type) {
        return new SchemaPlace(type.name(), "");
    }

    /** A property of the type. */
    public static SchemaPlace of(ElementType type, Property property) {
        return new SchemaPlace(type.name(), SchemaText.name(property.name()));
    }
}
