package dev.sennit.write;

/** Hears how far a load is; called often, on the loading thread, and must be quick. */
@FunctionalInterface
public interface LoadProgress {
    /** Tells nobody. */
    LoadProgress NONE = (phase, rows, bytes) -> {};

    /**
     * @param phase what is being done
     * @param rows rows read so far
     * @param bytes bytes of the inputs read so far; a file that is read twice counts once
     */
    void at(Phase phase, long rows, long bytes);

    /** What a load does, in order. */
    enum Phase {
        READING,
        CHECKING,
        WRITING,
        INDEXING
    }
}
