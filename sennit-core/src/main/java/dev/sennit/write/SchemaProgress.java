package dev.sennit.write;

/** Hears how far a schema change is; called often, on the writing thread, and must be quick. */
@FunctionalInterface
public interface SchemaProgress {
    /** Tells nobody. */
    SchemaProgress NONE = (rows, total) -> {};

    /**
     * @param rows rows looked at so far
     * @param total rows to look at
     */
    void at(long rows, long total);
}
