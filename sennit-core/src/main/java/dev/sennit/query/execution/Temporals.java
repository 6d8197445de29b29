package dev.sennit.query.execution;

import dev.sennit.model.CalendarDuration;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.query.analysis.ScalarFunction;
import dev.sennit.query.temporal.Durations;
import dev.sennit.query.temporal.TemporalFactory;
import dev.sennit.query.temporal.TemporalKind;
import dev.sennit.query.value.Blame;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.Temporal;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The functions of points in time and durations. */
final class Temporals {
    /** How java.time begins what it says of the 29th of February of most years, and of the 31st of some months. */
    private static final String NO_SUCH_DAY = "Invalid date ";

    private final Instant now;

    /** @param now when the statement began, which its clock functions tell throughout */
    Temporals(Instant now) {
        this.now = now;
    }

    Object call(ScalarFunction function, Object[] arguments, Blame blame) {
        try {
            return switch (function) {
                case DURATION -> duration(arguments[0]);
                case DURATION_BETWEEN -> Durations.between((Temporal) arguments[0], (Temporal) arguments[1]);
                case DURATION_IN_MONTHS -> Durations.inMonths((Temporal) arguments[0], (Temporal) arguments[1]);
                case DURATION_IN_DAYS -> Durations.inDays((Temporal) arguments[0], (Temporal) arguments[1]);
                case DURATION_IN_SECONDS -> Durations.inSeconds((Temporal) arguments[0], (Temporal) arguments[1]);
                case DATETIME_FROM_EPOCH -> TemporalFactory.ofEpoch((Long) arguments[0], (Long) arguments[1]);
                case DATETIME_FROM_EPOCH_MILLIS ->
                    Instant.ofEpochMilli((Long) arguments[0]).atZone(ZoneOffset.UTC);
                case DATE_TRUNCATE, LOCAL_TIME_TRUNCATE, TIME_TRUNCATE, LOCAL_DATETIME_TRUNCATE, DATETIME_TRUNCATE ->
                    new TemporalFactory(kind(function))
                            .truncate(
                                    (String) arguments[0],
                                    (Temporal) arguments[1],
                                    arguments.length > 2 ? (Map<?, ?>) arguments[2] : Map.of());
                case DATE, LOCAL_TIME, TIME, LOCAL_DATETIME, DATETIME ->
                    arguments.length == 0
                            ? clock(kind(function), ZoneOffset.UTC)
                            : make(new TemporalFactory(kind(function)), arguments[0]);
                default ->
                    clock(kind(function), arguments.length == 0 ? ZoneOffset.UTC : ZoneId.of((String) arguments[0]));
            };
        } catch (ArithmeticException tooLarge) {
            throw blame.error(
                    ErrorCode.UNSUPPORTED,
                    ErrorText.of(function.text() + " gives more than 64 bits of nanoseconds")
                            .cause("the time of a duration is at most 292 years")
                            .detail("construct", "a duration of more than 292 years of seconds"));
        } catch (DateTimeException invalid) {
            String cause = String.valueOf(invalid.getMessage());
            if (cause.startsWith(NO_SUCH_DAY)) {
                throw blame.error(
                        ErrorCode.VALUE_OUT_OF_RANGE,
                        ErrorText.of(function.text() + " is given a day that does not exist")
                                .cause(cause));
            }
            throw blame.error(
                    ErrorCode.TYPE_MISMATCH,
                    ErrorText.of(function.text() + " cannot make a value of this")
                            .cause(cause)
                            .remedy("write it as ISO 8601 has it, like '" + example(function) + "'"));
        }
    }

    private static CalendarDuration duration(Object value) {
        return switch (value) {
            case String text -> Durations.parse(text);
            case Map<?, ?> fields -> Durations.of(fields);
            default -> (CalendarDuration) value;
        };
    }

    private static Object make(TemporalFactory factory, Object value) {
        return switch (value) {
            case String text -> factory.parse(text);
            case Map<?, ?> fields -> factory.of(fields);
            default -> factory.of((Temporal) value);
        };
    }

    private Object clock(TemporalKind kind, ZoneId zone) {
        return new TemporalFactory(kind).of(now.atZone(zone));
    }

    long timestamp() {
        return now.toEpochMilli();
    }

    private static TemporalKind kind(ScalarFunction function) {
        return switch (function) {
            case DATE, DATE_TRUNCATE, DATE_TRANSACTION, DATE_STATEMENT, DATE_REALTIME -> TemporalKind.DATE;
            case LOCAL_TIME, LOCAL_TIME_TRUNCATE, LOCAL_TIME_TRANSACTION, LOCAL_TIME_STATEMENT, LOCAL_TIME_REALTIME ->
                TemporalKind.LOCAL_TIME;
            case TIME, TIME_TRUNCATE, TIME_TRANSACTION, TIME_STATEMENT, TIME_REALTIME -> TemporalKind.ZONED_TIME;
            case LOCAL_DATETIME,
                    LOCAL_DATETIME_TRUNCATE,
                    LOCAL_DATETIME_TRANSACTION,
                    LOCAL_DATETIME_STATEMENT,
                    LOCAL_DATETIME_REALTIME -> TemporalKind.LOCAL_DATETIME;
            case DATETIME, DATETIME_TRUNCATE, DATETIME_TRANSACTION, DATETIME_STATEMENT, DATETIME_REALTIME ->
                TemporalKind.ZONED_DATETIME;
            default -> throw new IllegalArgumentException(function + " makes no point in time");
        };
    }

    @Nullable
    private static String example(ScalarFunction function) {
        return switch (function.text().split("\\.", -1)[0]) {
            case "date" -> "2026-11-30";
            case "localtime" -> "12:30:15";
            case "time" -> "12:30:15+01:00";
            case "localdatetime" -> "2026-11-30T12:30:15";
            case "datetime" -> "2026-11-30T12:30:15+01:00";
            default -> "P1Y2M3DT4H5M6S";
        };
    }
}
