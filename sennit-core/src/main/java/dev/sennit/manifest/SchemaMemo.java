package dev.sennit.manifest;

import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.AcceptedSchemaJson;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the schema last read, since nearly all versions of a chain hold the same text and parsing it is what costs
 * most in reading a state. Thread-safe.
 */
final class SchemaMemo {
    @Nullable
    private volatile Entry last;

    private record Entry(String json, AcceptedSchema schema) {}

    AcceptedSchema read(String json) {
        Entry entry = last;
        if (entry != null && entry.json().equals(json)) {
            return entry.schema();
        }
        AcceptedSchema schema = AcceptedSchemaJson.read(json);
        last = new Entry(json, schema);
        return schema;
    }
}
