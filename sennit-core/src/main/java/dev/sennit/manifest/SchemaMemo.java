package dev.sennit.manifest;

import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.AcceptedSchemaJson;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Remembers the schema last read, since nearly all versions of a chain hold the same text and parsing it is what costs
 * most in reading a state. Thread-safe.
 */
final class SchemaMemo {
    private final AtomicReference<Entry> last = new AtomicReference<>(new Entry("", null));

    private record Entry(String json, @Nullable AcceptedSchema schema) {}

    AcceptedSchema read(String json) {
        Entry entry = last.get();
        if (entry.schema() != null && entry.json().equals(json)) {
            return entry.schema();
        }
        AcceptedSchema schema = AcceptedSchemaJson.read(json);
        last.set(new Entry(json, schema));
        return schema;
    }
}
