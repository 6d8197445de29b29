package dev.sennit.validate;

/**
 * Where a hash comes from, packed into a long that sorts by origin, type, constraint and ordinal: 3, 12, 8 and 40 bits.
 */
final class RowTag {
    /** A row of the base state. */
    static final int BASE = 0;
    /** The deletion of a base row. */
    static final int DELETED = 1;
    /** A row of the delta. */
    static final int DELTA = 2;
    /** A row that was rejected before it came here. */
    static final int REJECTED = 3;

    static final long MAX_ORDINAL = (1L << 40) - 1;
    static final int MAX_TYPES = 1 << 12;
    static final int MAX_CONSTRAINTS = 1 << 8;

    private RowTag() {}

    static long of(int origin, int type, int constraint, long ordinal) {
        return (long) origin << 60 | (long) type << 48 | (long) constraint << 40 | ordinal;
    }

    static int origin(long tag) {
        return (int) (tag >>> 60);
    }

    static int type(long tag) {
        return (int) (tag >>> 48) & MAX_TYPES - 1;
    }

    static int constraint(long tag) {
        return (int) (tag >>> 40) & MAX_CONSTRAINTS - 1;
    }

    static long ordinal(long tag) {
        return tag & MAX_ORDINAL;
    }

    /** An endpoint's tag sorts by edge type and side before origin. */
    static long endpoint(int type, boolean source, int origin, long ordinal) {
        return (long) type << 45 | (source ? 0L : 1L << 44) | (long) origin << 41 | ordinal;
    }

    static int endpointType(long tag) {
        return (int) (tag >>> 45);
    }

    static boolean isSource(long tag) {
        return (tag >>> 44 & 1) == 0;
    }

    static int endpointOrigin(long tag) {
        return (int) (tag >>> 41) & 7;
    }

    /** Edge type and side alone. */
    static long endpointSide(long tag) {
        return tag >>> 44;
    }
}
