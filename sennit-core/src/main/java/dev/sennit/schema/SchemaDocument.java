package dev.sennit.schema;

import java.util.Map;
import java.util.Objects;

/**
 * All that a schema file says: the schema, the hints for a migration to it, and the comments.
 *
 * @param comments by what they belong to; {@link SchemaPlace#END} for those at the end of the file
 */
public record SchemaDocument(GraphSchema schema, MigrationHints hints, Map<SchemaPlace, SchemaComment> comments) {
    public SchemaDocument {
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(hints, "hints");
        comments = Map.copyOf(comments);
    }

    /** A document without hints and comments. */
    public static SchemaDocument of(GraphSchema schema) {
        return new SchemaDocument(schema, MigrationHints.NONE, Map.of());
    }
}
