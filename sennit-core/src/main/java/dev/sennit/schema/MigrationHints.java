package dev.sennit.schema;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a schema file says about the way from the schema before it: RENAMED FROM and DEFAULT. Hints describe one step
 * and not the shape of the data, so they are no part of {@link GraphSchema}: two files that differ in hints alone
 * declare equal schemas, and an accepted schema keeps of them only what DEFAULT gave ({@link AcceptedSchema#defaults}).
 *
 * @param renamedTypes the old name of a node type or the old label of an edge type, by the new
 *     {@link ElementType#name}
 * @param renamedProperties the old name of a property, by its new one
 * @param defaults the value that existing elements get in a property that is new or newly required; it has the Java
 *     class of the property's type
 */
public record MigrationHints(
        Map<String, String> renamedTypes,
        Map<PropertyRef, String> renamedProperties,
        Map<PropertyRef, Object> defaults) {
    /** No hints at all. */
    public static final MigrationHints NONE = new MigrationHints(Map.of(), Map.of(), Map.of());

    /** What to do where a name is both the old one of one thing and the name of another. */
    static final String TWO_CHANGES =
            "leave RENAMED FROM out if that was an earlier change; otherwise rename in a change of its own first";

    public MigrationHints {
        renamedTypes = Map.copyOf(renamedTypes);
        renamedProperties = Map.copyOf(renamedProperties);
        defaults = Map.copyOf(defaults);
    }

    /** Collects hints while a text is read. */
    static final class Builder {
        final Map<String, String> renamedTypes = new LinkedHashMap<>();
        final Map<PropertyRef, String> renamedProperties = new LinkedHashMap<>();
        final Map<PropertyRef, Object> defaults = new LinkedHashMap<>();

        MigrationHints build() {
            return new MigrationHints(renamedTypes, renamedProperties, defaults);
        }
    }
}
