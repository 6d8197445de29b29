package dev.sennit.store;

/**
 * Names one immutable version of a table: 1 for the empty table as it was created, negative for a detached commit.
 */
public record TablePin(long version) {
    /** The empty table as it was created. */
    public static final TablePin CREATED = new TablePin(1);

    @Override
    public String toString() {
        return version < 0 ? "d" + Long.toUnsignedString(version) : Long.toString(version);
    }
}
