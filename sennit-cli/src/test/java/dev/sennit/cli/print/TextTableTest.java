package dev.sennit.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
    private final StringWriter out = new StringWriter();
    private final PrintWriter printer = new PrintWriter(out);

    @Test
    void wideCharactersTakeTwoColumns_combiningMarksNone() {
        TextTable table = new TextTable(printer, List.of("name", "n"));
        table.row(List.of("東京", "1"));
        table.row(List.of("e\u0301te\u0301", "2"));
        table.row(List.of("👍🏽 ok", "3"));
        table.row(List.of("Zürich", "4"));
        table.end();
        assertThat(out.toString())
                .isEqualTo("name    n\n------  -\n東京    1\ne\u0301te\u0301     2\n👍🏽 ok   3\nZürich  4\n");
    }

    @Test
    void rowsAreHeldBackOnlyForTheWidths() {
        TextTable table = new TextTable(printer, List.of("a", "b"));
        for (int i = 0; i < TextTable.SAMPLE_ROWS - 1; i++) {
            table.row(List.of("x", "y"));
        }
        assertThat(out.toString()).isEmpty();
        table.row(List.of("xxx", "y"));
        assertThat(out.toString()).startsWith("a    b\n---  -\nx    y\n").endsWith("xxx  y\n");
        table.row(List.of("too long", "y"));
        assertThat(out.toString()).endsWith("\ntoo long  y\n");
        table.end();
        assertThat(out.toString().lines()).hasSize(TextTable.SAMPLE_ROWS + 3);
    }

    @Test
    void aVeryLongCellDoesNotPushTheOtherRows() {
        TextTable table = new TextTable(printer, List.of("a", "b"));
        table.row(List.of("x".repeat(500), "1"));
        table.row(List.of("y", "2"));
        table.end();
        assertThat(out.toString().lines().toList())
                .containsExactly(
                        "a" + " ".repeat(61) + "b",
                        "-".repeat(60) + "  -",
                        "x".repeat(500) + "  1",
                        "y" + " ".repeat(61) + "2");
    }

    @Test
    void aTableWithoutColumnsPrintsNothing() {
        new TextTable(printer, List.of()).end();
        assertThat(out.toString()).isEmpty();
    }
}
