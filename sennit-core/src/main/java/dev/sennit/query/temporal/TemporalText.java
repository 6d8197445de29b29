package dev.sennit.query.temporal;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.IsoFields;
import java.time.temporal.Temporal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads points in time as ISO 8601 writes them, with and without separators, and with parts left out at the end. */
final class TemporalText {
    private static final String YEAR = "(?<year>\\d{4}|[+-]\\d{1,9})";
    private static final String SHORT_YEAR = "(?<year>\\d{4})";
    private static final Pattern CALENDAR = Pattern.compile(YEAR + "(?:-(?<month>\\d{2})(?:-(?<day>\\d{2}))?)?");
    private static final Pattern CALENDAR_BASIC = Pattern.compile(SHORT_YEAR + "(?<month>\\d{2})(?<day>\\d{2})?");
    private static final Pattern WEEK = Pattern.compile(YEAR + "-?W(?<week>\\d{2})(?:-?(?<weekDay>\\d))?");
    private static final Pattern QUARTER = Pattern.compile(YEAR + "-?Q(?<quarter>\\d)(?:-?(?<quarterDay>\\d{2}))?");
    private static final Pattern ORDINAL = Pattern.compile(YEAR + "-(?<ordinal>\\d{3})");
    private static final Pattern ORDINAL_BASIC = Pattern.compile(SHORT_YEAR + "(?<ordinal>\\d{3})");
    private static final Pattern TIME = Pattern.compile("(?<hour>\\d{2})(?:(?::(?<minute>\\d{2})"
            + "(?::(?<second>\\d{2})(?:[.,](?<fraction>\\d{1,9}))?)?)"
            + "|(?<minute2>\\d{2})(?:(?<second2>\\d{2})(?:[.,](?<fraction2>\\d{1,9}))?)?)?");
    private static final Pattern ZONE = Pattern.compile(
            "(?<local>[^Z+\\[-]*)(?<offset>Z|[+-]\\d{2}(?::?\\d{2}(?::?\\d{2})?)?)?(?:\\[(?<region>[^\\]]+)\\])?");

    private TemporalText() {}

    static Temporal parse(TemporalKind kind, String text) {
        return switch (kind) {
            case DATE -> date(text);
            case LOCAL_TIME -> time(text);
            case ZONED_TIME -> {
                Zoned zoned = zoned(text);
                yield new Moment(Optional.empty(), Optional.of(time(zoned.local)), zoned.zone).as(kind);
            }
            case LOCAL_DATETIME -> {
                int t = separator(text);
                LocalTime time = t < 0 ? LocalTime.MIDNIGHT : time(text.substring(t + 1));
                yield date(t < 0 ? text : text.substring(0, t)).atTime(time);
            }
            case ZONED_DATETIME -> {
                int t = separator(text);
                if (t < 0) {
                    yield new Moment(Optional.of(date(text)), Optional.empty(), Optional.empty()).as(kind);
                }
                Zoned zoned = zoned(text.substring(t + 1));
                yield new Moment(Optional.of(date(text.substring(0, t))), Optional.of(time(zoned.local)), zoned.zone)
                        .as(kind);
            }
        };
    }

    private static int separator(String text) {
        return text.indexOf('T');
    }

    private record Zoned(String local, Optional<ZoneId> zone) {}

    private static Zoned zoned(String text) {
        Matcher matcher = ZONE.matcher(text);
        if (!matcher.matches()) {
            throw unreadable(text);
        }
        String region = matcher.group("region");
        String offset = matcher.group("offset");
        Optional<ZoneId> zone = region != null
                ? Optional.of(ZoneId.of(region))
                : Optional.ofNullable(offset).map(ZoneOffset::of);
        return new Zoned(matcher.group("local"), zone);
    }

    /** A time zone as its name or its offset. */
    static ZoneId zone(String text) {
        return ZoneId.of(text);
    }

    private static LocalDate date(String text) {
        Matcher calendar = CALENDAR.matcher(text);
        if (calendar.matches()) {
            return LocalDate.of(Math.toIntExact(number(calendar, "year", 0)), (int) number(calendar, "month", 1), (int)
                    number(calendar, "day", 1));
        }
        Matcher basic = CALENDAR_BASIC.matcher(text);
        if (basic.matches()) {
            return LocalDate.of(
                    (int) number(basic, "year", 0), (int) number(basic, "month", 1), (int) number(basic, "day", 1));
        }
        Matcher week = WEEK.matcher(text);
        if (week.matches()) {
            return Weeks.date(number(week, "year", 0), number(week, "week", 1), number(week, "weekDay", 1));
        }
        Matcher quarter = QUARTER.matcher(text);
        if (quarter.matches()) {
            return LocalDate.of((int) number(quarter, "year", 0), 1, 1)
                    .with(IsoFields.QUARTER_OF_YEAR, number(quarter, "quarter", 1))
                    .with(IsoFields.DAY_OF_QUARTER, number(quarter, "quarterDay", 1));
        }
        Matcher ordinal = ORDINAL.matcher(text);
        if (ordinal.matches()) {
            return LocalDate.ofYearDay((int) number(ordinal, "year", 0), (int) number(ordinal, "ordinal", 1));
        }
        Matcher ordinalBasic = ORDINAL_BASIC.matcher(text);
        if (ordinalBasic.matches()) {
            return LocalDate.ofYearDay((int) number(ordinalBasic, "year", 0), (int) number(ordinalBasic, "ordinal", 1));
        }
        throw unreadable(text);
    }

    private static LocalTime time(String text) {
        Matcher matcher = TIME.matcher(text);
        if (!matcher.matches()) {
            throw unreadable(text);
        }
        String minute = either(matcher, "minute");
        String second = either(matcher, "second");
        String fraction = either(matcher, "fraction");
        return LocalTime.of(
                (int) number(matcher, "hour", 0),
                minute.isEmpty() ? 0 : Integer.parseInt(minute),
                second.isEmpty() ? 0 : Integer.parseInt(second),
                fraction.isEmpty() ? 0 : Integer.parseInt((fraction + "00000000").substring(0, 9)));
    }

    private static String either(Matcher matcher, String group) {
        String extended = matcher.group(group);
        String basic = matcher.group(group + "2");
        return extended != null ? extended : basic != null ? basic : "";
    }

    private static long number(Matcher matcher, String group, long otherwise) {
        String text = matcher.group(group);
        return text == null ? otherwise : Long.parseLong(text);
    }

    private static DateTimeException unreadable(String text) {
        return new DateTimeException("'" + text + "' is not of a form that ISO 8601 has");
    }
}
