package dev.sennit.cli;

import dev.sennit.Load;
import dev.sennit.cli.print.Quantity;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Shows how far a command is, once it has taken a second: on a terminal as one line that is drawn over and removed at the
 * end, elsewhere as a line now and then. Not thread-safe, except that {@link #close} may come from another thread.
 */
final class ProgressLine implements Load.Progress, AutoCloseable {
    private static final Duration QUIET_TIME = Duration.ofSeconds(1);
    private static final Duration TIME_BETWEEN_LINES = Duration.ofSeconds(5);
    private static final int MAX_WIDTH = 79;
    private static final String TO_START = "\r";
    private static final String CLEAR_LINE = "\u001b[2K";

    private enum Form {
        NONE,
        IN_PLACE,
        LINES
    }

    private final PrintWriter out;
    private final Form form;
    private Duration lastLine = Duration.ZERO;
    private volatile boolean drawn;

    private ProgressLine(PrintWriter out, Form form) {
        this.out = out;
        this.form = form;
    }

    static ProgressLine none() {
        return new ProgressLine(new PrintWriter(java.io.Writer.nullWriter()), Form.NONE);
    }

    static ProgressLine inPlace(PrintWriter out) {
        return new ProgressLine(out, Form.IN_PLACE);
    }

    static ProgressLine lines(PrintWriter out) {
        return new ProgressLine(out, Form.LINES);
    }

    @Override
    public void at(long rows, long bytes, long totalBytes, Duration elapsed, String phase) {
        show(elapsed, () -> text(rows, bytes, totalBytes, elapsed, phase));
    }

    /** Shows how many of what a phase counts are done, of how many if that is known. */
    void step(String phase, long done, long total, Duration elapsed) {
        show(
                elapsed,
                () -> phase + "  " + Quantity.count(done)
                        + (total > 0 ? " of " + Quantity.count(total) + "  " + 100 * done / total + "%" : ""));
    }

    private void show(Duration elapsed, Supplier<String> text) {
        if (form == Form.NONE || elapsed.compareTo(QUIET_TIME) < 0) {
            return;
        }
        String line = text.get();
        if (form == Form.IN_PLACE) {
            drawn = true;
            out.print(TO_START + CLEAR_LINE + line.substring(0, Math.min(MAX_WIDTH, line.length())));
            out.flush();
        } else if (lastLine.isZero() || elapsed.minus(lastLine).compareTo(TIME_BETWEEN_LINES) >= 0) {
            lastLine = elapsed;
            out.println(line);
        }
    }

    /** Removes the line. */
    @Override
    public void close() {
        if (drawn) {
            drawn = false;
            out.print(TO_START + CLEAR_LINE);
            out.flush();
        }
    }

    private static String text(long rows, long bytes, long totalBytes, Duration elapsed, String phase) {
        double seconds = elapsed.toNanos() / 1e9;
        StringBuilder line = new StringBuilder(phase).append("  ").append(Quantity.count(rows, "row", "rows"));
        if (bytes > 0) {
            line.append("  ").append(Quantity.bytes(bytes));
            if (totalBytes > 0) {
                long percent = Math.min(100, 100 * bytes / totalBytes);
                line.append(" of ")
                        .append(Quantity.bytes(totalBytes))
                        .append("  ")
                        .append(percent)
                        .append('%');
            }
        }
        line.append("  ").append(Quantity.count(Math.round(rows / seconds))).append(" rows/s");
        if (bytes > 0 && totalBytes > bytes) {
            long left = Math.max(1, Math.round(seconds * (totalBytes - bytes) / bytes));
            line.append("  ")
                    .append(left < 60 ? left + " s" : Quantity.time(Duration.ofSeconds(left)))
                    .append(" left");
        }
        return line.toString();
    }
}
