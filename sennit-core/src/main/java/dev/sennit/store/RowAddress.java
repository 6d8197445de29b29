package dev.sennit.store;

/**
 * Where a row lies in a version of a table: the fragment's number in the upper half of a {@code long}, and the row's offset
 * in the fragment, which has no sign, in the lower. Scans tell it, and {@link TableVersion#take} takes it.
 */
public final class RowAddress {
    private RowAddress() {}

    /** @param offset without a sign, as bitmaps of offsets have it */
    public static long of(int fragment, int offset) {
        return (long) fragment << Integer.SIZE | Integer.toUnsignedLong(offset);
    }

    public static int fragment(long address) {
        return (int) (address >>> Integer.SIZE);
    }

    /** The offset without a sign, as bitmaps of offsets have it. */
    public static int offset(long address) {
        return (int) address;
    }

    /** The offset as a number, from 0. */
    public static long unsignedOffset(long address) {
        return Integer.toUnsignedLong(offset(address));
    }
}
