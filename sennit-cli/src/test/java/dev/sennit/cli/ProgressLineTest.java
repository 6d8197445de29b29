package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
    private final StringWriter out = new StringWriter();
    private final PrintWriter printer = new PrintWriter(out, true);

    @Test
    void onATerminal_oneLineIsDrawnOverAndRemoved() {
        try (ProgressLine line = ProgressLine.inPlace(printer)) {
            line.at(1_000, 1_000_000, 4_000_000, Duration.ofMillis(900), "reading");
            assertThat(out.toString()).as("within the first second").isEmpty();
            line.at(2_000, 2_000_000, 4_000_000, Duration.ofSeconds(2), "reading");
            line.at(4_000, 4_000_000, 4_000_000, Duration.ofSeconds(4), "indexing");
        }
        assertThat(out.toString())
                .isEqualTo("\r\u001b[2Kreading  2,000 rows  2.0 MB of 4.0 MB  50%  1,000 rows/s  2 s left"
                        + "\r\u001b[2Kindexing  4,000 rows  4.0 MB of 4.0 MB  100%  1,000 rows/s"
                        + "\r\u001b[2K");
    }

    @Test
    void elsewhere_aLineNowAndThen() {
        try (ProgressLine line = ProgressLine.lines(printer)) {
            line.at(1_000, 0, 0, Duration.ofSeconds(1), "reading");
            line.at(2_000, 0, 0, Duration.ofSeconds(2), "reading");
            line.at(6_000, 0, 0, Duration.ofSeconds(6), "reading");
        }
        assertThat(out.toString()).isEqualTo("reading  1,000 rows  1,000 rows/s\nreading  6,000 rows  1,000 rows/s\n");
    }

    @Test
    void shortWorkShowsNothing() {
        try (ProgressLine line = ProgressLine.inPlace(printer)) {
            line.at(1, 1, 1, Duration.ofMillis(999), "reading");
        }
        assertThat(out.toString()).isEmpty();
    }
}
