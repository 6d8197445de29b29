package dev.sennit.model;

import java.time.Duration;
import java.time.Period;
import java.time.format.DateTimeParseException;
import java.util.Locale;

/**
 * A duration of openCypher: months, days and nanoseconds, which do not convert into each other. Seconds are held as
 * nanoseconds, so that equality is by component.
 */
public record CalendarDuration(long months, long days, long nanos) {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /**
     * Reads the ISO 8601 form, for example {@code P1Y2M3DT4H5M6.5S} or {@code P2W}.
     *
     * @throws DateTimeParseException if the text is no duration
     */
    public static CalendarDuration parse(String text) {
        String upper = text.toUpperCase(Locale.ROOT);
        int time = upper.indexOf('T');
        boolean negated = upper.startsWith("-");
        String unsigned = negated ? upper.substring(1) : upper;
        if (!unsigned.startsWith("P") || unsigned.length() < 3) {
            throw new DateTimeParseException("not an ISO 8601 duration", text, 0);
        }
        String datePart = time < 0 ? upper : upper.substring(0, time);
        Period period = datePart.endsWith("P") ? Period.ZERO : Period.parse(datePart);
        Duration rest = time < 0 ? Duration.ZERO : Duration.parse((negated ? "-P" : "P") + upper.substring(time));
        return new CalendarDuration(period.toTotalMonths(), period.getDays(), rest.toNanos());
    }

    @Override
    public String toString() {
        if (months == 0 && days == 0 && nanos == 0) {
            return "PT0S";
        }
        StringBuilder text = new StringBuilder("P");
        append(text, months / 12, 'Y');
        append(text, months % 12, 'M');
        append(text, days, 'D');
        if (nanos != 0) {
            text.append('T');
            long seconds = nanos / NANOS_PER_SECOND;
            append(text, seconds / 3600, 'H');
            append(text, seconds % 3600 / 60, 'M');
            appendSeconds(text, seconds % 60, nanos % NANOS_PER_SECOND);
        }
        return text.toString();
    }

    private static void append(StringBuilder text, long amount, char unit) {
        if (amount != 0) {
            text.append(amount).append(unit);
        }
    }

    private static void appendSeconds(StringBuilder text, long seconds, long fraction) {
        if (seconds == 0 && fraction == 0) {
            return;
        }
        if (seconds == 0 && fraction < 0) {
            text.append('-');
        }
        text.append(seconds);
        if (fraction != 0) {
            String digits = String.format(Locale.ROOT, "%09d", Math.abs(fraction));
            int end = digits.length();
            while (digits.charAt(end - 1) == '0') {
                end--;
            }
            text.append('.').append(digits, 0, end);
        }
        text.append('S');
    }
}
