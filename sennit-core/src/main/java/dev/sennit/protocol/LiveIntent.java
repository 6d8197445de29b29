package dev.sennit.protocol;

import dev.sennit.model.TableId;
import java.util.Collections;

/** An unresolved operation whose owner seems to live. */
record LiveIntent(ArmedIntent intent) {
    /**
     * Whether this operation and a prepared one depend on each other's tables, carry the same idempotency key, or one of
     * them changes the schema.
     */
    boolean overlaps(PreparedWrite<?> write) {
        ReadSet theirs = intent.readSet();
        return intent.delta().changesSchema()
                || write.delta().changesSchema()
                || !Collections.disjoint(
                        intent.delta().slots(), write.readSet().tables().keySet())
                || !Collections.disjoint(write.delta().slots(), theirs.tables().keySet())
                || theirs.absentKey().isPresent()
                        && theirs.absentKey().equals(write.readSet().absentKey());
    }

    /** Whether the operation writes the table. */
    boolean writes(TableId table) {
        return intent.delta().slots().contains(table);
    }
}
