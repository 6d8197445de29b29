package dev.sennit.schema.inference;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One row of a data file.
 *
 * @param source the file's name; it names the type where {@code type} is null
 * @param kind what the row is known to be
 * @param type the node type or edge label, where the row or the command names it
 * @param labels labels of a node besides its type
 * @param id an id that only links rows of these files ({@code ~id}, {@code :ID}), where there is one
 * @param from an edge's source, where the file says which column that is
 * @param to an edge's destination, likewise
 * @param values the other columns, in the file's order; a column that is absent here was absent there
 * @param headerTypes the types a typed header declares, as written there: {@code Int}, {@code String[]}
 */
public record RawRecord(
        String source,
        Kind kind,
        @Nullable String type,
        List<String> labels,
        @Nullable String id,
        @Nullable Endpoint from,
        @Nullable Endpoint to,
        Map<String, RawValue> values,
        Map<String, String> headerTypes) {
    public RawRecord {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(kind, "kind");
        labels = List.copyOf(labels);
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        headerTypes = Map.copyOf(headerTypes);
    }

    /** What a row is known to be before anything is inferred. */
    public enum Kind {
        NODE,
        EDGE,
        UNKNOWN
    }

    /**
     * How an edge names one of its nodes.
     *
     * @param type the node type, where the row names it
     * @param text the node's id or key
     */
    public record Endpoint(@Nullable String type, String text) {
        public Endpoint {
            Objects.requireNonNull(text, "text");
        }
    }

    /** A row of a file that says nothing about itself. */
    public static RawRecord of(String source, Map<String, RawValue> values) {
        return new RawRecord(source, Kind.UNKNOWN, null, List.of(), null, null, null, values, Map.of());
    }
}
