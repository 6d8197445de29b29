package dev.sennit.query;

import dev.sennit.schema.GraphSchema;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The queries that were prepared last, since the same texts come again and again. Thread-safe. */
final class PreparedQueries {
    private static final int KEPT = 256;
    private static final int MAX_TEXT_LENGTH = 10_000;

    private final Map<String, PreparedQuery> queries = new LinkedHashMap<>(KEPT, 0.75f, true);

    /** The query if it was prepared for an equal schema lately. */
    synchronized Optional<PreparedQuery> find(String text, GraphSchema schema) {
        return Optional.ofNullable(queries.get(text)).filter(q -> q.isFor(schema));
    }

    synchronized void keep(PreparedQuery query) {
        if (query.text().length() > MAX_TEXT_LENGTH) {
            return;
        }
        queries.put(query.text(), query);
        if (queries.size() > KEPT) {
            queries.remove(queries.keySet().iterator().next());
        }
    }
}
