package dev.sennit.testkit.history;

import java.util.List;

/**
 * Something that no serial execution of the transactions could have shown.
 *
 * @param inTimeOnly whether it is one only because what ended before something else began must come before it
 * @param explanation in words, several lines
 * @param transactions those that show it
 */
public record Anomaly(Kind kind, boolean inTimeOnly, String explanation, List<Transaction> transactions) {
    /** Kinds, from those that every level of isolation forbids to those that only serializability does. */
    public enum Kind {
        /** A list holds an element twice, or one that nobody appended; a register a value nobody wrote. */
        IMPOSSIBLE_VALUE,
        /** A transaction does not see its own writes, or sees a key change without writing it. */
        INTERNAL,
        /** Two reads of a list disagree about the order of its elements. */
        INCOMPATIBLE_ORDER,
        /** G0: transactions overwrite each other in a circle. */
        DIRTY_WRITE,
        /** G1a: what a failed transaction wrote was read. */
        ABORTED_READ,
        /** G1b: a state was read that its writer had left behind before it committed. */
        INTERMEDIATE_READ,
        /** G1c: transactions see each other's writes, or overwrite them, in a circle. */
        CIRCULAR_INFORMATION_FLOW,
        /** Two transactions read the same version of a key, and both replaced it. */
        LOST_UPDATE,
        /** G-single: a circle with one read of a version that was replaced: read skew, among others. */
        READ_SKEW,
        /** G2: a circle with several such reads: write skew, among others. */
        WRITE_SKEW,
        /** An acknowledged write is not in the final state. */
        LOST_WRITE,
        /** A failed write is in the final state. */
        FAILED_WRITE_SURVIVED,
        /** Of a transaction with unknown outcome some writes are in the final state and some are not. */
        HALF_A_TRANSACTION
    }

    Anomaly(Kind kind, String explanation, List<Transaction> transactions) {
        this(kind, false, explanation, transactions);
    }

    public Anomaly {
        transactions = List.copyOf(transactions);
    }

    @Override
    public String toString() {
        return kind + (inTimeOnly ? " (in time): " : ": ") + explanation;
    }
}
