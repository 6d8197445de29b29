package dev.sennit.query.execution;

import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.store.TableVersion;

/** The state of a graph a query reads: a schema, and one version of each type's table. Thread-safe. */
public interface GraphSource {
    GraphSchema schema();

    /** Number of elements of the type, without opening its table. */
    long rowCount(ElementType type);

    /**
     * Opens the version of the type's table that belongs to this state. The table has the column {@code _id}, for edges
     * {@code _src} and {@code _dst}, and one column per property.
     *
     * @return a version the caller closes
     */
    TableVersion open(ElementType type);

    /**
     * Whether this is what a transaction has made so far and nobody has checked: edges may be there before their nodes.
     */
    default boolean isUnchecked() {
        return false;
    }

    /** What is kept of the type's table between queries. */
    ReadCaches caches(ElementType type);
}
