package dev.sennit.write;

/** Hears how far a load is; called often, on the loading thread, and must be quick. */
@FunctionalInterface
public interface LoadProgress {
    /**
     * @param phase what is being done
     * @param rows rows read so far
     */
    void at(Phase phase, long rows);

    /** What a load does, in order. */
    enum Phase {
        READING,
        CHECKING,
        WRITING,
        INDEXING
    }
}
