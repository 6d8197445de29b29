package dev.sennit.write;

/**
 * Where a row came from, packed into one long so that millions can be kept: the source's number in the high 16 bits,
 * the line in the low 48.
 */
final class RowOrigin {
    static final int MAX_SOURCES = 1 << 16;
    private static final int LINE_BITS = 48;

    private RowOrigin() {}

    static long pack(int source, long line) {
        return (long) source << LINE_BITS | line;
    }

    static int source(long origin) {
        return (int) (origin >>> LINE_BITS);
    }

    static long line(long origin) {
        return origin & (1L << LINE_BITS) - 1;
    }
}
