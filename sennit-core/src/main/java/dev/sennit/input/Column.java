package dev.sennit.input;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One column of a file, or one member of JSON objects.
 *
 * @param index its place among the row's {@link Cells}
 * @param name the name without type and role suffix; {@code ~id} and its like where the header gives only a role
 * @param role what the column holds
 * @param property whether it holds values of the property of its name, besides its role: {@code code:ID} of a Neo4j
 *     header is both id and property
 * @param declaredType the type a typed header gives it, as written there; null where the header gives none
 * @param list whether a typed header says it holds lists
 * @param space the id space of a Neo4j header, which names a node type: {@code Airport} in {@code :START_ID(Airport)};
 *     null where there is none
 */
public record Column(
        int index,
        String name,
        Role role,
        boolean property,
        @Nullable String declaredType,
        boolean list,
        @Nullable String space) {
    public Column {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(role, "role");
    }

    Column as(Role newRole) {
        return new Column(index, name, newRole, false, declaredType, list, space);
    }

    /** What a column is for. */
    public enum Role {
        /** Values of the property of its name. */
        PROPERTY("~property"),
        /** The row's id. */
        ID("~id"),
        /** Labels of nodes, or an edge's label. */
        LABEL("~label"),
        /** The id or key of an edge's source. */
        FROM("~from"),
        /** The id or key of an edge's destination. */
        TO("~to"),
        /** Nothing that is read. */
        IGNORED("~ignore");

        private final String written;

        Role(String written) {
            this.written = written;
        }

        /** How a header or a mapping writes the role. */
        public String written() {
            return written;
        }
    }
}
