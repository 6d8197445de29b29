package dev.sennit.cli.print;

import java.time.Duration;
import java.util.Locale;

/** Counts, sizes and times as people read them. */
public final class Quantity {
    private static final String[] SIZES = {"kB", "MB", "GB", "TB", "PB"};

    private Quantity() {}

    /** {@code 50,637}. */
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** {@code 1 row}, {@code 50,637 rows}. */
    public static String count(long number, String one, String many) {
        return count(number) + " " + (number == 1 ? one : many);
    }

    /** {@code 840 B}, {@code 3.4 MB}; units of 1,000. */
    public static String bytes(long bytes) {
        if (bytes < 1000) {
            return bytes + " B";
        }
        double size = bytes;
        int unit = -1;
        while (size >= 999.5 && unit < SIZES.length - 1) {
            size /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, size < 10 ? "%.1f %s" : "%.0f %s", size, SIZES[unit]);
    }

    /** {@code 12 ms}, {@code 3.4 s}, {@code 2 min 5 s}. */
    public static String time(Duration time) {
        long millis = time.toMillis();
        if (millis < 1000) {
            return millis + " ms";
        }
        if (millis < 60_000) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1000.0);
        }
        return time.toMinutes() < 60
                ? time.toMinutes() + " min " + time.toSecondsPart() + " s"
                : time.toHours() + " h " + time.toMinutesPart() + " min";
    }
}
