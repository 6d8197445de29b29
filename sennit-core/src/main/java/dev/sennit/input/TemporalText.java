package dev.sennit.input;

import dev.sennit.input.ParsedConversion.TooFineException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.chrono.ChronoLocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Locale;
import java.util.Objects;

/**
 * Dates and times from ISO 8601 texts, strictly: no day 31 of February, nothing finer than a microsecond. A space may
 * stand for the T between date and time.
 */
final class TemporalText {
    private static final long MICROS_PER_SECOND = 1_000_000L;
    private static final int NANOS_PER_MICRO = 1_000;
    private static final int DATE_CHARS = 10;

    private static final DateTimeFormatter OFFSET_TIME = strict(new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .parseLenient()
            .appendOffset("+HH:mm:ss", "Z"));

    private static final DateTimeFormatter ZONED_DATE_TIME = strict(new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
            .optionalStart()
            .parseLenient()
            .appendOffset("+HH:mm:ss", "Z")
            .parseStrict()
            .optionalEnd()
            .optionalStart()
            .appendLiteral('[')
            .parseCaseSensitive()
            .appendZoneRegionId()
            .appendLiteral(']')
            .optionalEnd());

    private TemporalText() {}

    /**
     * The format a pattern of {@link DateTimeFormatter} describes; years may be written {@code yyyy}, months by their
     * English names.
     *
     * @throws IllegalArgumentException if it is no such pattern
     */
    static DateTimeFormatter dateFormat(String pattern) {
        return strict(new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendPattern(pattern)
                .parseDefaulting(ChronoField.ERA, 1));
    }

    static LocalDate date(String text, DateTimeFormatter format) {
        LocalDate date = LocalDate.parse(text, format);
        if (date.toEpochDay() != (int) date.toEpochDay()) {
            throw new TooFineException("a DATE lies within about 5.8 million years of 1970");
        }
        return date;
    }

    static LocalTime time(String text) {
        LocalTime time = LocalTime.parse(text);
        requireMicros(time.get(ChronoField.NANO_OF_SECOND));
        return time;
    }

    static OffsetTime offsetTime(String text) {
        OffsetTime time = OffsetTime.from(OFFSET_TIME.parse(text));
        requireMicros(time.get(ChronoField.NANO_OF_SECOND));
        return time;
    }

    static LocalDateTime dateTime(String text) {
        LocalDateTime time = LocalDateTime.parse(withT(text));
        requireStorable(time, ZoneOffset.UTC);
        return time;
    }

    static ZonedDateTime zonedDateTime(String text) {
        TemporalAccessor parsed = ZONED_DATE_TIME.parse(withT(text));
        LocalDateTime local = LocalDateTime.from(parsed);
        ZoneOffset offset = parsed.query(TemporalQueries.offset());
        ZoneId zone = parsed.query(TemporalQueries.zoneId());
        if (zone == null) {
            zone = offset;
        }
        if (zone == null) {
            throw new DateTimeException("neither offset nor zone");
        }
        if (offset == null) {
            var offsets = zone.getRules().getValidOffsets(local);
            if (offsets.isEmpty()) {
                throw new DateTimeException("skipped by " + zone);
            }
            offset = offsets.getFirst();
        }
        requireStorable(local, offset);
        return ZonedDateTime.ofStrict(local, offset, Objects.requireNonNull(zone));
    }

    private static String withT(String text) {
        return text.length() > DATE_CHARS && text.charAt(DATE_CHARS) == ' '
                ? text.substring(0, DATE_CHARS) + "T" + text.substring(DATE_CHARS + 1)
                : text;
    }

    private static void requireStorable(ChronoLocalDateTime<?> time, ZoneOffset offset) {
        requireMicros(time.get(ChronoField.NANO_OF_SECOND));
        long seconds = time.toEpochSecond(offset);
        if (Math.abs(seconds) >= Long.MAX_VALUE / MICROS_PER_SECOND) {
            throw new TooFineException("a datetime lies within about 290,000 years of 1970");
        }
    }

    private static void requireMicros(int nanos) {
        if (nanos % NANOS_PER_MICRO != 0) {
            throw new TooFineException("times are kept in microseconds; round it first");
        }
    }

    private static DateTimeFormatter strict(DateTimeFormatterBuilder builder) {
        return builder.toFormatter(Locale.ENGLISH).withResolverStyle(ResolverStyle.STRICT);
    }
}
