package dev.sennit.input;

import dev.sennit.model.PropertyType;
import dev.sennit.model.Rule;
import java.nio.charset.StandardCharsets;

/**
 * Turns texts and JSON values into values of one property type. Both methods return the value, or a
 * {@link ValueProblem}: an exception per bad cell would cost more than the file it is in.
 */
abstract class Conversion {
    final PropertyType type;

    Conversion(PropertyType type) {
        this.type = type;
    }

    /** The value of a CSV text that is not null. */
    abstract Object fromText(byte[] text, int from, int to);

    /** The value of a well-formed JSON value that is not {@code null}. */
    abstract Object fromJson(byte[] json, int from, int to);

    final ValueProblem problem(Rule rule, String value, String cause) {
        return new ValueProblem(rule, type, ValueProblem.shown(value), cause);
    }

    final ValueProblem problem(Rule rule, byte[] bytes, int from, int to, String cause) {
        return problem(rule, new String(bytes, from, to - from, StandardCharsets.UTF_8), cause);
    }

    static boolean isString(byte[] json, int from) {
        return json[from] == '"';
    }

    static boolean isNumber(byte[] json, int from) {
        return json[from] == '-' || isDigit(json[from]);
    }

    static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    static boolean isSpace(byte b) {
        return b == ' ' || b == '\t' || b == '\n' || b == '\r';
    }

    static int skipSpace(byte[] text, int from, int to) {
        int i = from;
        while (i < to && isSpace(text[i])) {
            i++;
        }
        return i;
    }

    static int trimEnd(byte[] text, int from, int to) {
        int i = to;
        while (i > from && isSpace(text[i - 1])) {
            i--;
        }
        return i;
    }
}
