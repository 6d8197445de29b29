package dev.sennit.input;

import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.model.Rule;
import java.util.Locale;

/**
 * Truth values: {@code true} and {@code false}, in CSV in any case. {@code 1}, {@code t} or {@code Y} are refused:
 * files disagree on what they mean.
 */
final class BoolConversion extends Conversion {
    BoolConversion() {
        super(Scalar.BOOL);
    }

    @Override
    Object fromText(byte[] text, int from, int to) {
        int begin = skipSpace(text, from, to);
        int end = trimEnd(text, begin, to);
        return switch (DecimalText.ascii(text, begin, end).toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> problem(Rule.TYPE, text, from, to, "write true or false");
        };
    }

    @Override
    Object fromJson(byte[] json, int from, int to) {
        return switch (json[from]) {
            case 't' -> true;
            case 'f' -> false;
            default -> problem(Rule.TYPE, json, from, to, "write true or false without quotes");
        };
    }
}
