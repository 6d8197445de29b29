package dev.sennit.model;

/** Kinds of errors, each with the exit code the command line ends with. */
public enum ErrorCategory {
    /** An I/O failure or a defect in Sennit. */
    INTERNAL(1),
    /** The call itself is wrong. */
    USAGE(2),
    NOT_FOUND(3),
    /** Data, schema or query break a rule. */
    INVALID(4),
    /** Another write came first, or what should be absent exists. */
    CONFLICT(5),
    /** Nothing is wrong; trying again later may succeed. */
    BUSY(6),
    OUTCOME_UNKNOWN(7),
    CORRUPTION(8),
    INTERRUPTED(130);

    private final int exitCode;

    ErrorCategory(int exitCode) {
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }
}
