package dev.sennit.write;

/** Hears how far an optimization is; called often, on its thread, and must be quick. */
@FunctionalInterface
public interface OptimizeProgress {
    /** Tells nobody. */
    OptimizeProgress NONE = (phase, rows, total) -> {};

    /**
     * @param rows rows done in this phase
     * @param total of how many
     */
    void at(Phase phase, long rows, long total);

    /** What is done for one commit, in order. */
    enum Phase {
        COPYING,
        COMPARING,
        INDEXING
    }
}
