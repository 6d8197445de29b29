package dev.sennit.query.temporal;

import dev.sennit.model.CalendarDuration;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.Temporal;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes durations and computes with them. A part of a month counts as that part of 30.436875 days, a part of a day as
 * that part of 24 hours.
 */
public final class Durations {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long SECONDS_PER_DAY = 86_400;
    private static final BigDecimal NANOS_PER_DAY = BigDecimal.valueOf(SECONDS_PER_DAY * NANOS_PER_SECOND);
    private static final BigDecimal NANOS_PER_MONTH = BigDecimal.valueOf(2_629_746L * NANOS_PER_SECOND);
    private static final String AMOUNT = "([-+]?\\d+(?:[.,]\\d+)?)";
    private static final Pattern UNITS = Pattern.compile("([-+])?P(?:" + AMOUNT + "Y)?(?:" + AMOUNT + "M)?(?:" + AMOUNT
            + "W)?(?:" + AMOUNT + "D)?(?:T(?:" + AMOUNT + "H)?(?:" + AMOUNT + "M)?(?:" + AMOUNT + "S)?)?");
    private static final Pattern DATE_LIKE =
            Pattern.compile("P(\\d{4})-(\\d{2})-(\\d{2})T(\\d{2}):(\\d{2}):(\\d{2}(?:[.,]\\d{1,9})?)");

    private Durations() {}

    /**
     * Reads {@code P1Y2M3W4DT5H6M7.8S}, any part of it with a sign and a fraction, or {@code P0001-02-03T04:05:06}.
     *
     * @throws DateTimeException if the text is no duration
     */
    public static CalendarDuration parse(String text) {
        Matcher dateLike = DATE_LIKE.matcher(text);
        if (dateLike.matches()) {
            return of(
                    amount(dateLike, 1).multiply(BigDecimal.valueOf(12)).add(amount(dateLike, 2)),
                    amount(dateLike, 3),
                    amount(dateLike, 4)
                            .multiply(BigDecimal.valueOf(3600))
                            .add(amount(dateLike, 5).multiply(BigDecimal.valueOf(60)))
                            .add(amount(dateLike, 6)));
        }
        Matcher units = UNITS.matcher(text);
        if (!units.matches() || text.endsWith("P") || text.endsWith("T")) {
            throw new DateTimeException("'" + text + "' is no duration that ISO 8601 has");
        }
        BigDecimal sign = "-".equals(units.group(1)) ? BigDecimal.ONE.negate() : BigDecimal.ONE;
        return of(
                amount(units, 2)
                        .multiply(BigDecimal.valueOf(12))
                        .add(amount(units, 3))
                        .multiply(sign),
                amount(units, 4)
                        .multiply(BigDecimal.valueOf(7))
                        .add(amount(units, 5))
                        .multiply(sign),
                amount(units, 6)
                        .multiply(BigDecimal.valueOf(3600))
                        .add(amount(units, 7).multiply(BigDecimal.valueOf(60)))
                        .add(amount(units, 8))
                        .multiply(sign));
    }

    private static BigDecimal amount(Matcher matcher, int group) {
        String text = matcher.group(group);
        return text == null ? BigDecimal.ZERO : new BigDecimal(text.replace(',', '.'));
    }

    /**
     * Puts fields together.
     *
     * @throws DateTimeException if there are none, or one that durations do not have
     */
    public static CalendarDuration of(Map<?, ?> map) {
        FieldMap fields = new FieldMap(map);
        if (fields.isEmpty()) {
            throw new DateTimeException("no fields are given");
        }
        BigDecimal months = fields.amount("years")
                .multiply(BigDecimal.valueOf(12))
                .add(fields.amount("quarters").multiply(BigDecimal.valueOf(3)))
                .add(fields.amount("months"));
        BigDecimal days = fields.amount("weeks").multiply(BigDecimal.valueOf(7)).add(fields.amount("days"));
        BigDecimal seconds = fields.amount("hours")
                .multiply(BigDecimal.valueOf(3600))
                .add(fields.amount("minutes").multiply(BigDecimal.valueOf(60)))
                .add(fields.amount("seconds"))
                .add(fields.amount("milliseconds").movePointLeft(3))
                .add(fields.amount("microseconds").movePointLeft(6))
                .add(fields.amount("nanoseconds").movePointLeft(9));
        fields.requireAllAsked();
        return of(months, days, seconds);
    }

    private static CalendarDuration of(BigDecimal months, BigDecimal days, BigDecimal seconds) {
        BigDecimal wholeMonths = months.setScale(0, RoundingMode.DOWN);
        BigDecimal nanosOfMonth = months.subtract(wholeMonths).multiply(NANOS_PER_MONTH);
        BigDecimal allDays = days.add(nanosOfMonth.divide(NANOS_PER_DAY, 20, RoundingMode.HALF_EVEN));
        BigDecimal wholeDays = allDays.setScale(0, RoundingMode.DOWN);
        BigDecimal nanosOfDay =
                allDays.subtract(wholeDays).multiply(NANOS_PER_DAY).setScale(3, RoundingMode.HALF_EVEN);
        BigDecimal nanos = seconds.movePointRight(9).add(nanosOfDay).setScale(0, RoundingMode.DOWN);
        return new CalendarDuration(wholeMonths.longValueExact(), wholeDays.longValueExact(), nanos.longValueExact());
    }

    public static CalendarDuration plus(CalendarDuration left, CalendarDuration right) {
        return new CalendarDuration(
                Math.addExact(left.months(), right.months()),
                Math.addExact(left.days(), right.days()),
                Math.addExact(left.nanos(), right.nanos()));
    }

    public static CalendarDuration negate(CalendarDuration duration) {
        return new CalendarDuration(
                Math.negateExact(duration.months()),
                Math.negateExact(duration.days()),
                Math.negateExact(duration.nanos()));
    }

    public static CalendarDuration multiply(CalendarDuration duration, BigDecimal factor) {
        return of(
                BigDecimal.valueOf(duration.months()).multiply(factor),
                BigDecimal.valueOf(duration.days()).multiply(factor),
                BigDecimal.valueOf(duration.nanos()).movePointLeft(9).multiply(factor));
    }

    /** @throws ArithmeticException if the divisor is 0 */
    public static CalendarDuration divide(CalendarDuration duration, BigDecimal divisor) {
        return of(
                quotient(duration.months(), divisor),
                quotient(duration.days(), divisor),
                quotient(duration.nanos(), divisor).movePointLeft(9));
    }

    private static BigDecimal quotient(long amount, BigDecimal divisor) {
        return BigDecimal.valueOf(amount).divide(divisor, 20, RoundingMode.HALF_EVEN);
    }

    /** A point in time moved: by months, then days, then the rest. What it does not have, it is not moved by. */
    public static Temporal plus(Temporal value, CalendarDuration duration) {
        Temporal moved = value;
        if (moved.isSupported(ChronoUnit.MONTHS)) {
            moved = moved.plus(duration.months(), ChronoUnit.MONTHS).plus(duration.days(), ChronoUnit.DAYS);
        }
        if (moved.isSupported(ChronoUnit.NANOS)) {
            return moved.plus(duration.nanos(), ChronoUnit.NANOS);
        }
        return moved.plus(duration.nanos() / NANOS_PER_SECOND / SECONDS_PER_DAY, ChronoUnit.DAYS);
    }

    /** From one point in time to another: whole months, then whole days, then the rest. */
    public static CalendarDuration between(Temporal from, Temporal to) {
        Pair pair = Pair.of(from, to);
        if (!pair.dates) {
            return new CalendarDuration(0, 0, pair.from.until(pair.to, ChronoUnit.NANOS));
        }
        Temporal start = pair.from;
        long months = start.until(pair.to, ChronoUnit.MONTHS);
        start = start.plus(months, ChronoUnit.MONTHS);
        long days = start.until(pair.to, ChronoUnit.DAYS);
        start = start.plus(days, ChronoUnit.DAYS);
        return new CalendarDuration(months, days, start.until(pair.to, ChronoUnit.NANOS));
    }

    public static CalendarDuration inMonths(Temporal from, Temporal to) {
        Pair pair = Pair.of(from, to);
        return new CalendarDuration(pair.dates ? pair.from.until(pair.to, ChronoUnit.MONTHS) : 0, 0, 0);
    }

    public static CalendarDuration inDays(Temporal from, Temporal to) {
        Pair pair = Pair.of(from, to);
        return new CalendarDuration(0, pair.dates ? pair.from.until(pair.to, ChronoUnit.DAYS) : 0, 0);
    }

    public static CalendarDuration inSeconds(Temporal from, Temporal to) {
        Pair pair = Pair.of(from, to);
        return new CalendarDuration(0, 0, pair.from.until(pair.to, ChronoUnit.NANOS));
    }

    /**
     * Two points in time made alike: what only one of them says, its date or its zone, is taken to be so for both, and a
     * missing time is midnight.
     *
     * @param dates whether both had a date
     */
    private record Pair(Temporal from, Temporal to, boolean dates) {
        static Pair of(Temporal from, Temporal to) {
            Moment left = Moment.of(from);
            Moment right = Moment.of(to);
            Optional<ZoneId> zone = left.zone().isPresent() && right.zone().isPresent()
                    ? Optional.empty()
                    : left.zone().or(right::zone);
            return new Pair(
                    complete(left, right, zone),
                    complete(right, left, zone),
                    left.date().isPresent() && right.date().isPresent());
        }

        private static Temporal complete(Moment moment, Moment other, Optional<ZoneId> zone) {
            LocalDate date = moment.date().or(other::date).orElse(LocalDate.EPOCH);
            LocalTime time = moment.time().orElse(LocalTime.MIDNIGHT);
            Optional<ZoneId> in = zone.or(moment::zone);
            return in.isPresent() ? ZonedDateTime.of(date, time, in.get()) : LocalDateTime.of(date, time);
        }
    }
}
