package dev.sennit.schema.migration;

/** What one step of a migration costs. */
public sealed interface StepCost {
    /** Only the schema changes, or the names of columns. */
    record MetadataOnly() implements StepCost {}

    /** The rows of tables are read, to see whether they allow the step. */
    record ReadsRows(long rows) implements StepCost {}

    /** The values of one property are written anew, those of other properties stay where they are. */
    record RewritesRows(long rows) implements StepCost {}

    /** Reading so many rows, which is nothing if there are none. */
    static StepCost reading(long rows) {
        return rows == 0 ? new MetadataOnly() : new ReadsRows(rows);
    }

    /** Rewriting so many rows, which is nothing if there are none. */
    static StepCost rewriting(long rows) {
        return rows == 0 ? new MetadataOnly() : new RewritesRows(rows);
    }

    /** The rows concerned. */
    default long rowCount() {
        return switch (this) {
            case MetadataOnly ignored -> 0;
            case ReadsRows reads -> reads.rows();
            case RewritesRows rewrites -> rewrites.rows();
        };
    }
}
