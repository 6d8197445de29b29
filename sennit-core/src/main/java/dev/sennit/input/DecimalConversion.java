package dev.sennit.input;

import dev.sennit.model.PropertyType.Decimal;
import dev.sennit.model.Rule;
import java.math.BigDecimal;

/** Exact decimals: a number with more digits than the type has is refused, never rounded. */
final class DecimalConversion extends Conversion {
    /** More than any DECIMAL's digits, less than what makes exact arithmetic slow. */
    private static final int MAX_CHARS = 1000;

    private final int precision;
    private final int scale;

    DecimalConversion(Decimal type) {
        super(type);
        this.precision = type.precision();
        this.scale = type.scale();
    }

    @Override
    Object fromText(byte[] text, int from, int to) {
        int begin = skipSpace(text, from, to);
        return parse(text, begin, trimEnd(text, begin, to));
    }

    @Override
    Object fromJson(byte[] json, int from, int to) {
        return isString(json, from) ? parse(json, from + 1, to - 1) : parse(json, from, to);
    }

    private Object parse(byte[] text, int from, int to) {
        if (!DecimalText.isNumber(text, from, to)) {
            return problem(Rule.TYPE, text, from, to, "write a number such as 12.50");
        }
        BigDecimal exact;
        try {
            if (to - from > MAX_CHARS) {
                return tooLarge(text, from, to);
            }
            exact = new BigDecimal(DecimalText.ascii(text, from, to));
        } catch (NumberFormatException e) {
            return tooLarge(text, from, to); // the exponent is beyond an int
        }
        if (exact.signum() == 0) {
            return BigDecimal.ZERO.setScale(scale);
        }
        BigDecimal shortest = exact.stripTrailingZeros();
        if ((long) shortest.precision() - shortest.scale() > precision - scale) {
            return tooLarge(text, from, to);
        }
        return shortest.scale() > scale
                ? problem(
                        Rule.VALUE_RANGE, text, from, to, "it has " + scale + " digits after the point; round it first")
                : shortest.setScale(scale);
    }

    private ValueProblem tooLarge(byte[] text, int from, int to) {
        return problem(Rule.VALUE_RANGE, text, from, to, "it has " + (precision - scale) + " digits before the point");
    }
}
