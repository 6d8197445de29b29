package dev.sennit.input;

import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.Rule;

/** Binary floating-point numbers, NaN and the infinities among them. FLOAT32 is rounded once, from the text. */
final class FloatConversion extends Conversion {
    private static final String REMEDY = "write a number such as 1.5 or -2e-7, or NaN, Infinity, -Infinity";

    private final boolean single;

    FloatConversion(Scalar type) {
        super(type);
        this.single = type == Scalar.FLOAT32;
    }

    @Override
    Object fromText(byte[] text, int from, int to) {
        int begin = skipSpace(text, from, to);
        int end = trimEnd(text, begin, to);
        if (DecimalText.isNumber(text, begin, end)) {
            return number(text, begin, end);
        }
        Double special = DecimalText.special(text, begin, end);
        return special != null ? special : problem(Rule.TYPE, text, from, to, REMEDY);
    }

    @Override
    Object fromJson(byte[] json, int from, int to) {
        if (isNumber(json, from)) {
            return number(json, from, to);
        }
        Double special = isString(json, from) ? DecimalText.special(json, from + 1, to - 1) : null;
        return special != null ? special : problem(Rule.TYPE, json, from, to, REMEDY);
    }

    private Object number(byte[] text, int from, int to) {
        double value = single ? DecimalText.toFloat(text, from, to) : DecimalText.toDouble(text, from, to);
        return Double.isInfinite(value)
                ? problem(
                        Rule.VALUE_RANGE,
                        text,
                        from,
                        to,
                        "its largest number is " + (single ? Float.MAX_VALUE : Double.MAX_VALUE))
                : (Object) value;
    }
}
