package dev.sennit.schema;

import java.util.List;

/** An index that the schema asks for. Queries are right with it, without it and while it is being built. */
public sealed interface IndexDeclaration {
    /** FULLTEXT over STRING properties. */
    record Fulltext(List<String> properties) implements IndexDeclaration {
        public Fulltext {
            properties = List.copyOf(properties);
        }
    }

    /** VECTOR INDEX over one VECTOR property. */
    record VectorIndex(String property, Metric metric) implements IndexDeclaration {}

    /** Distances between vectors. */
    enum Metric {
        L2,
        COSINE,
        DOT
    }
}
