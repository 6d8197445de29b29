package dev.sennit.protocol;

/** What a recoverer does with an operation that it finds unfinished (§2.5). */
public enum RecoveryStrategy {
    /**
     * Undecided: decide {@code abort} and forget the effects, which nothing names. Decided {@code publish}: complete
     * exactly that commit from the confirmed state in the decision, or find it superseded.
     */
    COMPLETE_OR_FORGET
}
