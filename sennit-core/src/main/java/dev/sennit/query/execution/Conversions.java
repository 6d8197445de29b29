package dev.sennit.query.execution;

import dev.sennit.model.CalendarDuration;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidTextException;
import dev.sennit.query.value.Blame;
import dev.sennit.query.value.Sequences;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Conversions between strings, numbers and booleans. A string that is no number is null as a number. */
final class Conversions {
    private Conversions() {}

    static String toText(Object value, Blame blame) {
        return switch (value) {
            case String text -> text;
            case BigDecimal decimal -> decimal.toPlainString();
            case Long ignored -> value.toString();
            case Double ignored -> value.toString();
            case Boolean ignored -> value.toString();
            case Temporal ignored -> value.toString();
            case CalendarDuration ignored -> value.toString();
            default ->
                throw blame.error(
                        ErrorCode.TYPE_MISMATCH, ErrorText.of("toString has no meaning for " + KindNames.of(value)));
        };
    }

    @Nullable
    static Long toInteger(Object value, Blame blame) {
        return switch (value) {
            case Long integer -> integer;
            case Boolean bool -> bool ? 1L : 0L;
            case Double floating ->
                Double.isNaN(floating) || Double.isInfinite(floating) ? null : whole(new BigDecimal(floating), blame);
            case BigDecimal decimal -> whole(decimal, blame);
            case String text -> {
                try {
                    yield whole(new BigDecimal(text.strip()), blame);
                } catch (NumberFormatException notANumber) {
                    yield null;
                }
            }
            default ->
                throw blame.error(
                        ErrorCode.TYPE_MISMATCH, ErrorText.of("toInteger has no meaning for " + KindNames.of(value)));
        };
    }

    private static Long whole(BigDecimal number, Blame blame) {
        boolean large = number.precision() - (long) number.scale() > 20;
        BigDecimal whole = large ? number : number.setScale(0, RoundingMode.DOWN);
        if (large || whole.unscaledValue().bitLength() > 63) {
            throw blame.error(
                    ErrorCode.VALUE_OUT_OF_RANGE,
                    ErrorText.of(number + " is out of range for an integer").cause("integers have 64 bits"));
        }
        return whole.longValueExact();
    }

    @Nullable
    static Double toFloat(Object value) {
        if (value instanceof String text) {
            try {
                return new BigDecimal(text.strip()).doubleValue();
            } catch (NumberFormatException notANumber) {
                return null;
            }
        }
        return ((Number) value).doubleValue();
    }

    /** One of the conversions, which refuses some values. */
    @FunctionalInterface
    interface Conversion {
        @Nullable
        Object of(Object value, Blame blame);
    }

    /** What the conversion makes of the value, null if it refuses it. */
    @Nullable
    static Object orNull(Conversion conversion, @Nullable Object value, Blame blame) {
        try {
            return value == null ? null : conversion.of(value, blame);
        } catch (InvalidTextException | ClassCastException refused) {
            return null;
        }
    }

    /** The list of what the conversion makes of each element, null where it refuses it. */
    static List<@Nullable Object> each(Conversion conversion, Object list, Blame blame) {
        List<@Nullable Object> converted = new ArrayList<>();
        Sequences.elements(list).forEach(element -> converted.add(orNull(conversion, element, blame)));
        return converted;
    }

    @Nullable
    static Boolean toBoolean(Object value) {
        return switch (value) {
            case Boolean bool -> bool;
            case Long integer -> integer != 0;
            default ->
                switch (((String) value).strip().toLowerCase(Locale.ROOT)) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> null;
                };
        };
    }
}
