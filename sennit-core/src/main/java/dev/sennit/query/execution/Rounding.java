package dev.sennit.query.execution;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.Suggestion;
import dev.sennit.query.value.Blame;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** {@code round}: to whole numbers, or to a number of digits after the point. */
final class Rounding {
    private static final List<String> MODES = Stream.of(RoundingMode.values())
            .filter(mode -> mode != RoundingMode.UNNECESSARY)
            .map(Enum::name)
            .toList();

    private Rounding() {}

    /**
     * Without digits to the nearest whole number, halves upwards; with digits, halves away from zero unless a mode is
     * given. A DECIMAL stays one where the digits are given.
     */
    static Number round(Object[] arguments, Blame blame) {
        Number number = (Number) arguments[0];
        if (arguments.length == 1) {
            return upwards(number.doubleValue());
        }
        long digits = (Long) arguments[1];
        if (digits < 0) {
            throw blame.error(
                    ErrorCode.VALUE_OUT_OF_RANGE, ErrorText.of("a number cannot be rounded to " + digits + " digits"));
        }
        RoundingMode mode = arguments.length > 2 ? mode((String) arguments[2], blame) : RoundingMode.HALF_UP;
        if (number instanceof BigDecimal decimal) {
            return round(decimal, digits, mode);
        }
        double value = number.doubleValue();
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return value;
        }
        return digits == 0 && arguments.length == 2
                ? upwards(value)
                : round(BigDecimal.valueOf(value), digits, mode).doubleValue();
    }

    private static double upwards(double number) {
        double floor = Math.floor(number);
        return number - floor >= 0.5 ? floor + 1 : floor;
    }

    private static BigDecimal round(BigDecimal number, long digits, RoundingMode mode) {
        return digits >= number.scale() ? number : number.setScale((int) digits, mode);
    }

    private static RoundingMode mode(String text, Blame blame) {
        String name = text.toUpperCase(Locale.ROOT);
        if (!MODES.contains(name)) {
            ErrorText problem = ErrorText.of("there is no way to round called '" + text + "'")
                    .cause("there are " + String.join(", ", MODES));
            throw blame.error(
                    ErrorCode.VALUE_OUT_OF_RANGE,
                    Suggestion.didYouMean(name, MODES).map(problem::remedy).orElse(problem));
        }
        return RoundingMode.valueOf(name);
    }
}
