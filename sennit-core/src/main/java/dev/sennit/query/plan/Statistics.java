package dev.sennit.query.plan;

import dev.sennit.schema.ElementType;

/** What the planner knows of the data. */
@FunctionalInterface
public interface Statistics {
    /** Number of elements of the type. */
    long rowCount(ElementType type);
}
