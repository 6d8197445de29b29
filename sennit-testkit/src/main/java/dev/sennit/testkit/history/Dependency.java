package dev.sennit.testkit.history;

/**
 * Why one transaction comes before another.
 *
 * @param reason in words
 */
record Dependency(Kind kind, String reason) {
    enum Kind {
        /** Its write was overwritten by the other's. */
        WRITE_WRITE,
        /** Its write was read by the other. */
        WRITE_READ,
        /** It read what the other's write replaced. */
        READ_WRITE,
        /** It had ended when the other began. */
        TIME
    }
}
