package dev.sennit.merge;

/**
 * One element whose row is not the same everywhere: where its row lies in the base and in two versions that came from it.
 *
 * @param base the row's address in the base, or {@link #NONE}
 * @param ours the row's address in our version, or {@link #NONE}
 * @param theirs the row's address in their version, or {@link #NONE}
 * @param oursChanged whether our version has it otherwise than the base
 * @param theirsChanged whether their version has it otherwise than the base
 */
public record RowChange(long base, long ours, long theirs, boolean oursChanged, boolean theirsChanged) {
    /** There is no row. */
    public static final long NONE = -1;

    public boolean inBase() {
        return base != NONE;
    }

    public boolean inOurs() {
        return ours != NONE;
    }

    public boolean inTheirs() {
        return theirs != NONE;
    }
}
