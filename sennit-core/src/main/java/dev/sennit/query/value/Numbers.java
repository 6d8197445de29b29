package dev.sennit.query.value;

import java.math.BigDecimal;

/** Comparison of numbers by their exact values, whatever their classes. */
final class Numbers {
    private static final long EXACT_IN_DOUBLE = 1L << 53;

    private Numbers() {}

    static boolean isNumber(Object value) {
        return value instanceof Long || value instanceof Double || value instanceof BigDecimal;
    }

    static boolean isNaN(Object value) {
        return value instanceof Double number && Double.isNaN(number);
    }

    /** Compares two numbers neither of which is NaN; negative zero equals zero. */
    static int compare(Object left, Object right) {
        if (left instanceof Long a && right instanceof Long b) {
            return Long.compare(a, b);
        }
        if (left instanceof Double a && right instanceof Double b) {
            return compareDoubles(a, b);
        }
        if (left instanceof Long a && right instanceof Double b) {
            return compare(a.longValue(), b.doubleValue());
        }
        if (left instanceof Double a && right instanceof Long b) {
            return -compare(b.longValue(), a.doubleValue());
        }
        if (left instanceof Double a && Double.isInfinite(a)) {
            return a > 0 ? 1 : -1;
        }
        if (right instanceof Double b && Double.isInfinite(b)) {
            return b > 0 ? -1 : 1;
        }
        return exact(left).compareTo(exact(right));
    }

    private static int compareDoubles(double a, double b) {
        return a < b ? -1 : a > b ? 1 : 0;
    }

    private static int compare(long integer, double floating) {
        if (Math.abs(integer) <= EXACT_IN_DOUBLE && integer != Long.MIN_VALUE || Double.isInfinite(floating)) {
            return compareDoubles((double) integer, floating);
        }
        return BigDecimal.valueOf(integer).compareTo(new BigDecimal(floating));
    }

    private static BigDecimal exact(Object number) {
        return switch (number) {
            case Long integer -> BigDecimal.valueOf(integer);
            // As it is written, so that the literal 19.99 equals the decimal 19.99.
            case Double floating -> BigDecimal.valueOf(floating);
            default -> (BigDecimal) number;
        };
    }

    /** One object for all numbers of the same value, to hash by; NaN is one value. */
    static Object canonical(Object number) {
        return switch (number) {
            case Double floating -> {
                double d = floating;
                if (d == Math.rint(d) && Math.abs(d) < 0x1p63) {
                    yield (Object) (long) d;
                }
                yield floating;
            }
            case BigDecimal decimal -> {
                BigDecimal stripped = decimal.stripTrailingZeros();
                if (stripped.scale() <= 0 && stripped.precision() - stripped.scale() <= 18) {
                    yield stripped.longValueExact();
                }
                double near = stripped.doubleValue();
                yield !Double.isInfinite(near) && BigDecimal.valueOf(near).compareTo(stripped) == 0
                        ? canonical(near)
                        : stripped;
            }
            default -> number;
        };
    }
}
