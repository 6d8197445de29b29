package dev.sennit.maintain;

/** Hears how far a check is; called often, on the checking thread, and must be quick. */
@FunctionalInterface
public interface CheckProgress {
    /**
     * @param done of what the phase counts: states, table versions, rows
     * @param total how many there are; 0 if not known
     */
    void at(Phase phase, long done, long total);

    /** What a check does, in order. */
    enum Phase {
        HISTORY,
        FILES,
        ROWS,
        RULES,
        INDEXES
    }
}
