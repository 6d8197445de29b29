package dev.sennit.model;

/** The rules data can break, in load, statements, transactions and merges alike. */
public enum Rule {
    /** The input cannot be parsed: broken JSON, wrong number of cells, bytes that are not UTF-8. */
    UNREADABLE,
    /** The input names a type, property or column the schema does not have. */
    UNKNOWN_NAME,
    /** A value is not of its property's type. */
    TYPE,
    /** A value does not fit the width, precision or length of its property's type. */
    VALUE_RANGE,
    /** A required property, a key component or an endpoint is missing. */
    REQUIRED,
    /** A key occurs twice, in the input or against the graph. */
    KEY,
    /** A UNIQUE tuple occurs twice. */
    UNIQUE,
    /** An edge's endpoint does not exist, or a node that edges need is missing. */
    ENDPOINT,
    /** An edge's endpoint was itself rejected. */
    ENDPOINT_REJECTED,
    /** A node has too few or too many edges of a type. */
    CARDINALITY,
    /** A RANGE is violated. */
    RANGE,
    /** A PATTERN is not matched. */
    PATTERN,
    /** A value is not listed by its ENUM. */
    ENUM,
    /** A key property or an endpoint would change. */
    KEY_IMMUTABLE
}
