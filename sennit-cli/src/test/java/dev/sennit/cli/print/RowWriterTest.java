package dev.sennit.cli.print;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.CalendarDuration;
import dev.sennit.model.Edge;
import dev.sennit.model.GraphPath;
import dev.sennit.model.Node;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowWriterTest {
    private static final Node AMS = new Node("Airport", List.of("Airport"), "AMS", Map.of("code", "AMS"));
    private static final Node LHR = new Node("Airport", List.of("Airport", "Big Place"), "LHR", Map.of());
    private static final Edge ROUTE = new Edge("ROUTE", "1", "Airport", "AMS", "Airport", "LHR", Map.of("dist", 370L));

    @Test
    void table_showsValuesAsPeopleReadThem() {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        map.put("a b", 1L);
        map.put("c", null);
        map.put("d", "it's");
        assertThat(table("plain 'text'")).isEqualTo("plain 'text'");
        assertThat(table((Object) null)).isEqualTo("null");
        assertThat(table("two\nlines\tand \u001b[31m \u202E")).isEqualTo("two\\nlines\\tand \\u001b[31m \\u202e");
        assertThat(table(true)).isEqualTo("true");
        assertThat(table(new BigDecimal("1E+3"))).isEqualTo("1000");
        assertThat(table(LocalDate.of(2026, 11, 29))).isEqualTo("2026-11-29");
        assertThat(table(new CalendarDuration(14, 3, 0))).isEqualTo("P1Y2M3D");
        assertThat(table(new byte[] {1, 2, 3})).isEqualTo("AQID");
        assertThat(table(List.of("x", 1L))).isEqualTo("['x', 1]");
        assertThat(table(map)).isEqualTo("{`a b`: 1, c: null, d: 'it\\'s'}");
        assertThat(table(new float[] {0.5f, 1f})).isEqualTo("[0.5, 1.0]");
        assertThat(table(new float[384])).isEqualTo("[0.0, 0.0, 0.0, … 384 numbers]");
        assertThat(table(LHR)).isEqualTo("(:Airport:`Big Place`)");
        assertThat(table(new GraphPath(List.of(LHR, AMS), List.of(ROUTE))))
                .isEqualTo("(:Airport:`Big Place`)<-[:ROUTE {dist: 370}]-(:Airport {code: 'AMS'})");
        assertThat(table(new GraphPath(List.of(AMS, LHR), List.of(ROUTE))))
                .isEqualTo("(:Airport {code: 'AMS'})-[:ROUTE {dist: 370}]->(:Airport:`Big Place`)");
    }

    @Test
    void table_alignsNumbersAtTheirRight_mixedColumnsAtTheirLeft() {
        StringWriter out = new StringWriter();
        RowWriter writer = RowWriter.table(new PrintWriter(out), List.of("number", "mixed"));
        writer.row(Arrays.asList(1L, 1L));
        writer.row(Arrays.asList(null, "text"));
        writer.row(Arrays.asList(2.5, null));
        writer.end();
        assertThat(out.toString()).isEqualTo("number  mixed\n------  -----\n     1  1\n  null  text\n   2.5  null\n");
    }

    @Test
    void csv_quotesAsRfc4180AndWritesWhatLoadReads() {
        assertThat(csv((Object) null)).isEmpty();
        assertThat(csv("")).isEqualTo("\"\"");
        assertThat(csv("a \"b\"")).isEqualTo("\"a \"\"b\"\"\"");
        assertThat(csv("a,b")).isEqualTo("\"a,b\"");
        assertThat(csv("a\nb")).isEqualTo("\"a\nb\"");
        assertThat(csv(" a")).isEqualTo("\" a\"");
        assertThat(csv(5L)).isEqualTo("5");
        assertThat(csv(Double.NaN)).isEqualTo("NaN");
        assertThat(csv(new BigDecimal("1.50"))).isEqualTo("1.50");
        assertThat(csv(LocalDateTime.of(2026, 11, 29, 12, 0))).isEqualTo("2026-11-29T12:00:00");
        assertThat(csv(ZonedDateTime.of(2026, 11, 29, 12, 0, 0, 0, ZoneId.of("Europe/Oslo"))))
                .isEqualTo("2026-11-29T12:00:00+01:00[Europe/Oslo]");
        assertThat(csv(List.of("a;b", "c\\d", "e"))).isEqualTo("a\\;b;c\\\\d;e");
        assertThat(csv(List.of(1L, 2L))).isEqualTo("1;2");
        assertThat(csv(List.of())).isEqualTo("\"\"");
        assertThat(csv(List.of(""))).isEqualTo("\"[\"\"\"\"]\"");
        assertThat(csv(Map.of("a", 1L))).isEqualTo("\"{\"\"a\"\":1}\"");
        assertThat(csv(new float[] {1f, 2f})).isEqualTo("\"[1.0,2.0]\"");
        assertThat(csv(AMS)).startsWith("\"{\"\"node\"\":\"\"Airport\"\",");
    }

    @Test
    void json_keepsNullsAndColumnOrder() {
        StringWriter out = new StringWriter();
        RowWriter writer = RowWriter.json(new PrintWriter(out), List.of("b", "a"));
        writer.row(Arrays.asList(null, "x\n"));
        writer.row(Arrays.asList(Double.POSITIVE_INFINITY, new byte[] {1, 2, 3}));
        writer.end();
        assertThat(out.toString()).isEqualTo("{\"b\":null,\"a\":\"x\\n\"}\n{\"b\":\"Infinity\",\"a\":\"AQID\"}\n");
    }

    private static String table(@Nullable Object value) {
        return lastLine(RowWriter::table, value);
    }

    private static String csv(@Nullable Object value) {
        StringWriter out = new StringWriter();
        RowWriter writer = RowWriter.csv(new PrintWriter(out), List.of("v"));
        writer.row(Arrays.asList(value));
        writer.end();
        assertThat(out.toString()).startsWith("v\n").endsWith("\n");
        return out.toString().substring(2, out.toString().length() - 1);
    }

    private static String lastLine(BiFunction<PrintWriter, List<String>, RowWriter> form, @Nullable Object value) {
        StringWriter out = new StringWriter();
        RowWriter writer = form.apply(new PrintWriter(out), List.of("v"));
        writer.row(Arrays.asList(value));
        writer.end();
        return out.toString().lines().toList().getLast();
    }
}
