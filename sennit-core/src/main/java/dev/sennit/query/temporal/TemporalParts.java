package dev.sennit.query.temporal;

import dev.sennit.model.CalendarDuration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.time.temporal.Temporal;
import java.util.Optional;

/** The parts of points in time and of durations, by the names queries have for them. */
public final class TemporalParts {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private TemporalParts() {}

    /** The part of that name, empty if such a value has none. */
    public static Optional<Object> of(Temporal value, String name) {
        return switch (value) {
            case LocalDate date -> ofDate(date, name);
            case LocalTime time -> ofTime(time, name);
            case OffsetTime time ->
                ofTime(time.toLocalTime(), name).or(() -> ofZone(time.getOffset(), time.getOffset(), name));
            case LocalDateTime dateTime ->
                ofDate(dateTime.toLocalDate(), name).or(() -> ofTime(dateTime.toLocalTime(), name));
            case ZonedDateTime dateTime ->
                ofDate(dateTime.toLocalDate(), name)
                        .or(() -> ofTime(dateTime.toLocalTime(), name))
                        .or(() -> ofZone(dateTime.getZone(), dateTime.getOffset(), name))
                        .or(() -> ofInstant(dateTime, name));
            default -> Optional.empty();
        };
    }

    private static Optional<Object> ofDate(LocalDate date, String name) {
        return switch (name) {
            case "year" -> Optional.of((long) date.getYear());
            case "quarter" -> Optional.of(date.getLong(IsoFields.QUARTER_OF_YEAR));
            case "month" -> Optional.of((long) date.getMonthValue());
            case "week" -> Optional.of(date.getLong(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
            case "weekYear" -> Optional.of(date.getLong(IsoFields.WEEK_BASED_YEAR));
            case "dayOfQuarter" -> Optional.of(date.getLong(IsoFields.DAY_OF_QUARTER));
            case "day" -> Optional.of((long) date.getDayOfMonth());
            case "ordinalDay" -> Optional.of((long) date.getDayOfYear());
            case "weekDay", "dayOfWeek" ->
                Optional.of((long) date.getDayOfWeek().getValue());
            default -> Optional.empty();
        };
    }

    private static Optional<Object> ofTime(LocalTime time, String name) {
        return switch (name) {
            case "hour" -> Optional.of((long) time.getHour());
            case "minute" -> Optional.of((long) time.getMinute());
            case "second" -> Optional.of((long) time.getSecond());
            case "millisecond" -> Optional.of(time.getLong(ChronoField.MILLI_OF_SECOND));
            case "microsecond" -> Optional.of(time.getLong(ChronoField.MICRO_OF_SECOND));
            case "nanosecond" -> Optional.of((long) time.getNano());
            default -> Optional.empty();
        };
    }

    private static Optional<Object> ofZone(ZoneId zone, ZoneOffset offset, String name) {
        return switch (name) {
            case "timezone" -> Optional.of(zone.getId());
            case "offset" -> Optional.of(offset.getId());
            case "offsetMinutes" -> Optional.of((long) offset.getTotalSeconds() / 60);
            case "offsetSeconds" -> Optional.of((long) offset.getTotalSeconds());
            default -> Optional.empty();
        };
    }

    private static Optional<Object> ofInstant(ZonedDateTime dateTime, String name) {
        return switch (name) {
            case "epochSeconds" -> Optional.of(dateTime.toEpochSecond());
            case "epochMillis" -> Optional.of(dateTime.toInstant().toEpochMilli());
            default -> Optional.empty();
        };
    }

    /** The part of that name, empty if durations have none. */
    public static Optional<Object> of(CalendarDuration duration, String name) {
        long months = duration.months();
        long days = duration.days();
        long seconds = Math.floorDiv(duration.nanos(), NANOS_PER_SECOND);
        long nanos = Math.floorMod(duration.nanos(), NANOS_PER_SECOND);
        return switch (name) {
            case "years" -> Optional.of(months / 12);
            case "quarters" -> Optional.of(months / 3);
            case "months" -> Optional.of(months);
            case "weeks" -> Optional.of(days / 7);
            case "days" -> Optional.of(days);
            case "hours" -> Optional.of(seconds / 3600);
            case "minutes" -> Optional.of(seconds / 60);
            case "seconds" -> Optional.of(seconds);
            case "milliseconds" -> Optional.of(Math.addExact(Math.multiplyExact(seconds, 1000L), nanos / 1_000_000));
            case "microseconds" -> Optional.of(Math.addExact(Math.multiplyExact(seconds, 1_000_000L), nanos / 1000));
            case "nanoseconds" -> Optional.of(duration.nanos());
            case "quartersOfYear" -> Optional.of(months / 3 % 4);
            case "monthsOfQuarter" -> Optional.of(months % 3);
            case "monthsOfYear" -> Optional.of(months % 12);
            case "daysOfWeek" -> Optional.of(days % 7);
            case "minutesOfHour" -> Optional.of(seconds / 60 % 60);
            case "secondsOfMinute" -> Optional.of(seconds % 60);
            case "millisecondsOfSecond" -> Optional.of(nanos / 1_000_000);
            case "microsecondsOfSecond" -> Optional.of(nanos / 1000);
            case "nanosecondsOfSecond" -> Optional.of(nanos);
            default -> Optional.empty();
        };
    }
}
