package dev.sennit.query.execution;

import dev.sennit.model.CalendarDuration;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.query.analysis.ScalarFunction;
import dev.sennit.query.value.Blame;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;

/** Points in time and durations from their ISO 8601 texts. Times have whole microseconds. */
final class Temporals {
    private Temporals() {}

    static Object convert(ScalarFunction function, Object value, Blame blame) {
        if (!(value instanceof String text)) {
            return value;
        }
        Object parsed;
        try {
            parsed = parse(function, text);
        } catch (DateTimeException | ArithmeticException invalid) {
            throw blame.error(
                    ErrorCode.TYPE_MISMATCH,
                    ErrorText.of("'" + text + "' cannot be read by " + function.text())
                            .remedy("write it as ISO 8601 has it, like '" + example(function) + "'"));
        }
        if (parsed instanceof TemporalAccessor temporal
                && temporal.isSupported(ChronoField.NANO_OF_SECOND)
                && temporal.get(ChronoField.NANO_OF_SECOND) % 1000 != 0) {
            throw blame.error(
                    ErrorCode.VALUE_OUT_OF_RANGE,
                    ErrorText.of("'" + text + "' is finer than a microsecond").cause("times have microseconds"));
        }
        return parsed;
    }

    private static Object parse(ScalarFunction function, String text) {
        return switch (function) {
            case DATE -> LocalDate.parse(text);
            case LOCAL_TIME -> LocalTime.parse(text);
            case TIME -> OffsetTime.parse(text);
            case LOCAL_DATETIME -> LocalDateTime.parse(text);
            case DATETIME -> ZonedDateTime.parse(text);
            case DURATION -> CalendarDuration.parse(text);
            default -> throw new IllegalArgumentException(function + " makes no temporal value");
        };
    }

    private static String example(ScalarFunction function) {
        return switch (function) {
            case DATE -> "2026-11-30";
            case LOCAL_TIME -> "12:30:15";
            case TIME -> "12:30:15+01:00";
            case LOCAL_DATETIME -> "2026-11-30T12:30:15";
            case DATETIME -> "2026-11-30T12:30:15+01:00";
            default -> "P1Y2M3DT4H5M6S";
        };
    }
}
