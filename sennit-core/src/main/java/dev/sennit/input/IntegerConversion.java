package dev.sennit.input;

import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.Rule;

/** Whole numbers, written as such: {@code 2.7}, {@code 2.0} and {@code 1e3} are none. */
final class IntegerConversion extends Conversion {
    private static final int LONG_DIGITS = 19;

    private final long minimum;
    private final long maximum;

    IntegerConversion(Scalar type) {
        super(type);
        int bits = switch (type) {
            case INT8 -> 8;
            case INT16 -> 16;
            case INT32 -> 32;
            case INT64 -> 64;
            default -> throw new IllegalArgumentException(type + " is no integer type");
        };
        this.maximum = Long.MAX_VALUE >> 64 - bits;
        this.minimum = -maximum - 1;
    }

    @Override
    Object fromText(byte[] text, int from, int to) {
        int begin = skipSpace(text, from, to);
        return parse(text, begin, trimEnd(text, begin, to));
    }

    @Override
    Object fromJson(byte[] json, int from, int to) {
        return isNumber(json, from)
                ? parse(json, from, to)
                : problem(Rule.TYPE, json, from, to, "write a JSON number without quotes");
    }

    private Object parse(byte[] text, int from, int to) {
        int i = from;
        boolean negative = i < to && text[i] == '-';
        if (negative || i < to && text[i] == '+') {
            i++;
        }
        int digits = i;
        while (i < to && isDigit(text[i])) {
            i++;
        }
        if (i < to || i == digits) {
            return problem(Rule.TYPE, text, from, to, "write a whole number such as 42");
        }
        while (digits < to - 1 && text[digits] == '0') {
            digits++;
        }
        // negative numbers reach one further, so accumulate below zero
        long value = 0;
        boolean fits = to - digits <= LONG_DIGITS;
        for (int k = digits; k < to && fits; k++) {
            int digit = text[k] - '0';
            fits = value > Long.MIN_VALUE / 10 || value == Long.MIN_VALUE / 10 && digit <= 8;
            value = 10 * value - digit;
        }
        fits &= negative || value != Long.MIN_VALUE;
        long signed = negative ? value : -value;
        return fits && signed >= minimum && signed <= maximum
                ? (Object) signed
                : problem(Rule.VALUE_RANGE, text, from, to, "it holds " + minimum + " to " + maximum);
    }
}
