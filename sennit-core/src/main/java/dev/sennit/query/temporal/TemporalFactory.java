package dev.sennit.query.temporal;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalField;
import java.util.Map;
import java.util.Optional;

/** Makes points in time of one kind. */
public final class TemporalFactory {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long NANOS_PER_MICRO = 1_000;
    private final TemporalKind kind;

    public TemporalFactory(TemporalKind kind) {
        this.kind = kind;
    }

    /**
     * Reads a text.
     *
     * @throws DateTimeException if it is none of such a point in time
     */
    public Temporal parse(String text) {
        return TemporalText.parse(kind, text);
    }

    /**
     * Takes what it needs of another point in time. What that lacks is midnight, and UTC.
     *
     * @throws DateTimeException if it has no date or no time and one is needed
     */
    public Temporal of(Temporal other) {
        return Moment.of(other).as(kind);
    }

    /**
     * Puts fields together, over what a point in time in {@code date}, {@code time} or {@code datetime} says.
     *
     * @throws DateTimeException if fields do not fit together
     */
    public Temporal of(Map<?, ?> map) {
        FieldMap fields = new FieldMap(map);
        if (fields.isEmpty()) {
            throw new DateTimeException("no fields are given");
        }
        Temporal made = assemble(fields, base(fields), true);
        fields.requireAllAsked();
        return made;
    }

    /**
     * Cuts a point in time down to a unit and puts fields over the rest.
     *
     * @throws DateTimeException if the unit does not exist or is finer than what this kind has
     */
    public Temporal truncate(String unit, Temporal value, Map<?, ?> map) {
        Moment moment = Moment.of(value);
        Moment cut = Truncation.named(unit).apply(moment, kind);
        FieldMap fields = new FieldMap(map);
        Temporal made = assemble(fields, cut, false);
        fields.requireAllAsked();
        return made;
    }

    /** The datetime so many seconds and nanoseconds after 1970 began in UTC. */
    public static Temporal ofEpoch(long seconds, long nanos) {
        return ZonedDateTime.ofInstant(Instant.ofEpochSecond(seconds, nanos), ZoneOffset.UTC);
    }

    private Moment base(FieldMap fields) {
        Optional<Moment> dateTime = kind.hasDate() || kind.hasTime() ? fields.moment("datetime") : Optional.empty();
        Optional<Moment> date = kind.hasDate() ? fields.moment("date") : Optional.empty();
        Optional<Moment> time = kind.hasTime() ? fields.moment("time") : Optional.empty();
        if (kind.hasZone() && kind.hasDate() && fields.has("epochSeconds", "epochMillis")) {
            return epoch(fields);
        }
        date.or(() -> dateTime).ifPresent(m -> {
            if (m.date().isEmpty()) {
                throw new DateTimeException("a time alone has no date");
            }
        });
        return new Moment(
                date.or(() -> dateTime).flatMap(Moment::date),
                time.or(() -> dateTime).flatMap(m -> Optional.of(m.time().orElse(LocalTime.MIDNIGHT))),
                time.or(() -> dateTime).flatMap(this::zone));
    }

    /** A time alone has an offset, whatever region a datetime was in. */
    private Optional<ZoneId> zone(Moment moment) {
        return kind.hasDate() || moment.zone().isEmpty() ? moment.zone() : Optional.of(moment.offset());
    }

    private static Moment epoch(FieldMap fields) {
        long seconds = fields.number("epochSeconds").orElse(0L);
        long millis = fields.number("epochMillis").orElse(0L);
        Instant instant = Instant.ofEpochSecond(seconds).plusMillis(millis);
        return Moment.of(ZonedDateTime.ofInstant(instant, ZoneOffset.UTC));
    }

    /** @param convert whether a time zone among the fields keeps the instant that the base is */
    private Temporal assemble(FieldMap fields, Moment base, boolean convert) {
        Optional<ZoneId> given = kind.hasZone() ? fields.text("timezone").map(TemporalText::zone) : Optional.empty();
        Optional<LocalDate> date = kind.hasDate() ? Optional.of(date(fields, base.date())) : base.date();
        Moment moment = new Moment(date, base.time(), base.zone());
        if (given.isPresent()
                && convert
                && base.zone().isPresent()
                && base.time().isPresent()) {
            moment = inZone(moment, given.get());
        }
        Optional<LocalTime> time = kind.hasTime() ? Optional.of(time(fields, moment.time())) : Optional.empty();
        return new Moment(moment.date(), time, given.or(base::zone)).as(kind);
    }

    /** The same instant on another zone's clock. Without a date the day does not matter. */
    private static Moment inZone(Moment moment, ZoneId zone) {
        LocalDate day = moment.date().orElse(LocalDate.EPOCH);
        ZonedDateTime then = ZonedDateTime.of(
                        day, moment.time().orElseThrow(), moment.zone().orElseThrow())
                .withZoneSameInstant(zone);
        return new Moment(
                moment.date().map(d -> then.toLocalDate()), Optional.of(then.toLocalTime()), Optional.of(zone));
    }

    private static LocalDate date(FieldMap fields, Optional<LocalDate> base) {
        Optional<Long> year = fields.number("year");
        Optional<Long> month = fields.number("month");
        Optional<Long> day = fields.number("day");
        Optional<Long> week = fields.number("week");
        Optional<Long> dayOfWeek = fields.number("dayOfWeek");
        Optional<Long> quarter = fields.number("quarter");
        Optional<Long> dayOfQuarter = fields.number("dayOfQuarter");
        Optional<Long> ordinalDay = fields.number("ordinalDay");
        if (base.isEmpty() && year.isEmpty()) {
            throw new DateTimeException("a date needs a year");
        }
        if (week.isPresent() || dayOfWeek.isPresent()) {
            refuse("a week", month, day, quarter, dayOfQuarter, ordinalDay);
            if (week.isEmpty() && base.isEmpty()) {
                throw new DateTimeException("a day of the week needs a week");
            }
            return Weeks.date(
                    year.orElseGet(() -> field(base, IsoFields.WEEK_BASED_YEAR)),
                    week.orElseGet(() -> field(base, IsoFields.WEEK_OF_WEEK_BASED_YEAR)),
                    dayOfWeek.orElseGet(() -> base.isPresent() ? field(base, ChronoField.DAY_OF_WEEK) : 1));
        }
        int inYear = Math.toIntExact(year.orElseGet(() -> field(base, ChronoField.YEAR)));
        if (quarter.isPresent() || dayOfQuarter.isPresent()) {
            refuse("a quarter", month, day, ordinalDay);
            return LocalDate.of(inYear, 1, 1)
                    .with(
                            IsoFields.QUARTER_OF_YEAR,
                            quarter.orElseGet(() -> needed(base, IsoFields.QUARTER_OF_YEAR, "quarter")))
                    .with(
                            IsoFields.DAY_OF_QUARTER,
                            dayOfQuarter.orElseGet(() -> base.isPresent() ? field(base, IsoFields.DAY_OF_QUARTER) : 1));
        }
        if (ordinalDay.isPresent()) {
            refuse("a day of the year", month, day);
            return LocalDate.ofYearDay(inYear, Math.toIntExact(ordinalDay.get()));
        }
        if (day.isPresent() && month.isEmpty() && base.isEmpty()) {
            throw new DateTimeException("a day needs a month");
        }
        return LocalDate.of(
                inYear,
                Math.toIntExact(month.orElseGet(() -> base.isPresent() ? field(base, ChronoField.MONTH_OF_YEAR) : 1)),
                Math.toIntExact(day.orElseGet(() -> base.isPresent() ? field(base, ChronoField.DAY_OF_MONTH) : 1)));
    }

    @SafeVarargs
    private static void refuse(String what, Optional<Long>... others) {
        for (Optional<Long> other : others) {
            if (other.isPresent()) {
                throw new DateTimeException(what + " does not go with the other fields of the date");
            }
        }
    }

    private static long field(Optional<LocalDate> date, TemporalField field) {
        return date.orElseThrow().getLong(field);
    }

    private static long needed(Optional<LocalDate> date, TemporalField field, String name) {
        if (date.isEmpty()) {
            throw new DateTimeException("a date needs a " + name + " here");
        }
        return field(date, field);
    }

    private static LocalTime time(FieldMap fields, Optional<LocalTime> base) {
        Optional<Long> hour = fields.number("hour");
        Optional<Long> minute = fields.number("minute");
        Optional<Long> second = fields.number("second");
        if (base.isEmpty()) {
            requireCoarser(hour, minute, "an hour", "minutes");
            requireCoarser(minute, second, "minutes", "seconds");
        }
        return LocalTime.of(
                Math.toIntExact(hour.orElse(base.map(t -> (long) t.getHour()).orElse(0L))),
                Math.toIntExact(
                        minute.orElse(base.map(t -> (long) t.getMinute()).orElse(0L))),
                Math.toIntExact(
                        second.orElse(base.map(t -> (long) t.getSecond()).orElse(0L))),
                Math.toIntExact(nanos(fields, base.map(t -> (long) t.getNano()).orElse(0L))));
    }

    private static void requireCoarser(Optional<Long> coarse, Optional<Long> fine, String coarseName, String fineName) {
        if (fine.isPresent() && coarse.isEmpty()) {
            throw new DateTimeException(fineName + " need " + coarseName);
        }
    }

    /** Milliseconds, microseconds and nanoseconds add up; each finer one counts within the coarser one if that is given. */
    private static long nanos(FieldMap fields, long base) {
        Optional<Long> milli = fields.number("millisecond");
        Optional<Long> micro = fields.number("microsecond");
        Optional<Long> nano = fields.number("nanosecond");
        if (milli.isEmpty() && micro.isEmpty() && nano.isEmpty()) {
            return base;
        }
        long keptMillis = base / NANOS_PER_MILLI;
        long keptMicros = base / NANOS_PER_MICRO % 1000;
        long millis = milli.orElse(micro.isEmpty() || micro.get() < 1000 ? keptMillis : 0);
        long micros = micro.orElse(milli.isEmpty() && nano.isPresent() && nano.get() < 1000 ? keptMicros : 0);
        requireBelow(millis, 1000, "millisecond");
        requireBelow(micros, milli.isPresent() ? 1000 : 1_000_000, "microsecond");
        long nanos = nano.orElse(0L);
        requireBelow(nanos, micro.isPresent() ? 1000 : milli.isPresent() ? 1_000_000 : 1_000_000_000, "nanosecond");
        if (milli.isEmpty() && nanos >= 1000 && micro.isEmpty()) {
            return nanos;
        }
        return millis * NANOS_PER_MILLI + micros * NANOS_PER_MICRO + nanos;
    }

    private static void requireBelow(long value, long limit, String name) {
        if (value < 0 || value >= limit) {
            throw new DateTimeException("'" + name + "' is " + value + ", not from 0 to " + (limit - 1));
        }
    }
}
