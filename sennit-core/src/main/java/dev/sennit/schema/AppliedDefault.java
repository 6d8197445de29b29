package dev.sennit.schema;

import dev.sennit.model.InvalidTextException;
import dev.sennit.model.PropertyType;
import java.util.Map;
import java.util.Objects;

/**
 * A DEFAULT that a change of the schema gave to the elements that had no value of a property then. Whoever compares
 * states knows by it which values nobody has set.
 *
 * @param type the type the property had then
 * @param literal the value, as the schema language writes it
 */
public record AppliedDefault(PropertyType type, String literal) {
    private static final PropertyRef WRITTEN = new PropertyRef("T", "p");

    public AppliedDefault {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(literal, "literal");
    }

    /** @param value of the Java class of the type's values */
    public static AppliedDefault of(PropertyType type, Object value) {
        return new AppliedDefault(type, LiteralText.of(type, value));
    }

    /**
     * What {@link #text} wrote.
     *
     * @throws InvalidTextException if it is none
     * @throws IllegalArgumentException if it says something else besides
     */
    static AppliedDefault parse(String text) {
        SchemaDocument document = read(text);
        Property property = document.schema()
                .nodeType(WRITTEN.type())
                .flatMap(type -> type.property(WRITTEN.property()))
                .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is no type with a DEFAULT"));
        AppliedDefault read = of(property.type(), valueIn(document, text));
        if (!read.text().equals(text)) {
            throw new IllegalArgumentException("'" + text + "' is not written as '" + read.text() + "'");
        }
        return read;
    }

    /** The type and the value, as they stand in a schema. */
    String text() {
        return SchemaPrinter.typeText(type) + " DEFAULT " + literal;
    }

    /** The value, of the Java class of the type's values. */
    public Object value() {
        return valueIn(read(text()), text());
    }

    /** Whether both gave the same value, under whichever type of the property. */
    public boolean givesSameAs(AppliedDefault other) {
        return literal.equals(other.literal);
    }

    private static SchemaDocument read(String text) {
        return SchemaParser.parseDocument("NODE " + WRITTEN.type() + " { " + WRITTEN.property() + " " + text + " }");
    }

    private static Object valueIn(SchemaDocument document, String text) {
        Map<PropertyRef, Object> defaults = document.hints().defaults();
        Object value = defaults.get(WRITTEN);
        if (value == null) {
            throw new IllegalArgumentException("'" + text + "' has no DEFAULT");
        }
        return value;
    }
}
