package dev.sennit.maintain;

/** Hears how far a collection is; called often, on the collecting thread, and must be quick. */
@FunctionalInterface
public interface CollectProgress {
    /**
     * @param done of what the phase counts: states, table versions, files
     * @param total how many there are; 0 if not known
     */
    void at(Phase phase, long done, long total);

    /** What a collection does, in order. */
    enum Phase {
        HISTORY,
        VERSIONS,
        FILES
    }
}
