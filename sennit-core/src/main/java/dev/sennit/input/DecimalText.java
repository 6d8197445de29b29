package dev.sennit.input;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Decimal numbers in bytes, as doubles and floats: digits, a fraction, an exponent. */
final class DecimalText {
    private static final double[] POWERS = powers();
    private static final int EXACT_DIGITS = 18;
    private static final long EXACT_DOUBLE = 1L << 53;
    private static final long BELOW_FLOAT = (1L << 29) - 1;
    private static final long HALF_FLOAT = 1L << 28;

    private DecimalText() {}

    /** Whether the bytes are a number: an optional sign, digits with an optional fraction, an optional exponent. */
    static boolean isNumber(byte[] text, int from, int to) {
        int i = from;
        if (i < to && (text[i] == '-' || text[i] == '+')) {
            i++;
        }
        int whole = digitsEnd(text, i, to) - i;
        i += whole;
        int fraction = 0;
        if (i < to && text[i] == '.') {
            fraction = digitsEnd(text, i + 1, to) - i - 1;
            i += 1 + fraction;
        }
        if (whole + fraction == 0) {
            return false;
        }
        if (i < to && (text[i] == 'e' || text[i] == 'E')) {
            i++;
            if (i < to && (text[i] == '-' || text[i] == '+')) {
                i++;
            }
            int exponent = digitsEnd(text, i, to);
            return exponent > i && exponent == to;
        }
        return i == to;
    }

    /** The double nearest to the number; infinite if none is near. */
    static double toDouble(byte[] text, int from, int to) {
        int i = from;
        boolean negative = text[i] == '-';
        if (negative || text[i] == '+') {
            i++;
        }
        long digits = 0;
        int significant = 0;
        int scale = 0;
        boolean fraction = false;
        for (; i < to && text[i] != 'e' && text[i] != 'E'; i++) {
            if (text[i] == '.') {
                fraction = true;
                continue;
            }
            digits = 10 * digits + (text[i] - '0');
            significant += digits == 0 ? 0 : 1;
            scale += fraction ? 1 : 0;
            if (significant > EXACT_DIGITS) {
                return slowly(text, from, to);
            }
        }
        if (i < to || digits >= EXACT_DOUBLE || scale >= POWERS.length) {
            return slowly(text, from, to);
        }
        // both operands are exact, so one rounded division gives the nearest double
        double value = digits / POWERS[scale];
        return negative ? -value : value;
    }

    /** The float nearest to the number; infinite if none is near. */
    static float toFloat(byte[] text, int from, int to) {
        double value = toDouble(text, from, to);
        double magnitude = Math.abs(value);
        boolean normal = magnitude == 0 || magnitude >= Float.MIN_NORMAL;
        boolean halfway = (Double.doubleToRawLongBits(value) & BELOW_FLOAT) == HALF_FLOAT;
        // rounding twice is wrong only where the double lies exactly between two floats
        return normal && !halfway ? (float) value : Float.parseFloat(ascii(text, from, to));
    }

    /** NaN or an infinity, in the spellings of Java, Python and JSON exporters; null if the text is none. */
    @Nullable
    static Double special(byte[] text, int from, int to) {
        return switch (ascii(text, from, to).toLowerCase(Locale.ROOT)) {
            case "nan" -> Double.NaN;
            case "infinity", "+infinity", "inf", "+inf" -> Double.POSITIVE_INFINITY;
            case "-infinity", "-inf" -> Double.NEGATIVE_INFINITY;
            default -> null;
        };
    }

    static String ascii(byte[] text, int from, int to) {
        return new String(text, from, to - from, StandardCharsets.ISO_8859_1);
    }

    private static double slowly(byte[] text, int from, int to) {
        return Double.parseDouble(ascii(text, from, to));
    }

    private static int digitsEnd(byte[] text, int from, int to) {
        int i = from;
        while (i < to && Conversion.isDigit(text[i])) {
            i++;
        }
        return i;
    }

    private static double[] powers() {
        double[] powers = new double[23];
        powers[0] = 1;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = 10 * powers[i - 1];
        }
        return powers;
    }
}
