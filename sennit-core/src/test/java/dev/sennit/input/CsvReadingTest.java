package dev.sennit.input;

import static dev.sennit.input.InputTestFiles.bad;
import static dev.sennit.input.InputTestFiles.cells;
import static dev.sennit.input.InputTestFiles.edge;
import static dev.sennit.input.InputTestFiles.node;
import static dev.sennit.input.InputTestFiles.nodes;
import static dev.sennit.input.InputTestFiles.read;
import static dev.sennit.input.InputTestFiles.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.InvalidDataException;
import dev.sennit.model.Rule;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvReadingTest {
    private static final InputTarget A = new InputTarget.Nodes("A");

    @Test
    void emptyCellIsNull_quotedEmptyCellIsEmptyString() {
        assertThat(nodes("x,y,z\n,\"\",v\n").stream().map(InputTestFiles::texts))
                .containsExactly(mapOf("x", null, "y", "", "z", "v"));
    }

    @Test
    void nullTextIsNullOnlyWithoutQuotes() {
        InputOptions options = InputOptions.DEFAULTS.withNullText("\\N");
        List<InputRow> rows = read("a.csv", "x,y,z\n\\N,\"\\N\",\n", A, options);
        assertThat(texts(rows.getFirst())).isEqualTo(mapOf("x", null, "y", "\\N", "z", null));
    }

    @Test
    void byteOrderMarkIsNotPartOfTheFirstColumnName() {
        assertThat(texts(nodes("\uFEFFcode,name\nAMS,Schiphol\n").getFirst())).containsEntry("code", "AMS");
    }

    @Test
    void byteOrderMarkBeforeAQuotedNameIsSkippedToo() {
        assertThat(texts(nodes("\uFEFF\"code\"\nAMS\n").getFirst())).containsEntry("code", "AMS");
    }

    @Test
    void quotedCellsKeepDelimitersQuotesAndLineBreaks_andLinesAreThoseRecordsBeginOn() {
        List<InputRow> rows = nodes("x,y\n\"a,b\",\"say \"\"hi\"\"\"\n\"one\ntwo\r\nthree\",2\nlast,3\n");
        assertThat(rows.stream().map(InputTestFiles::texts))
                .containsExactly(
                        mapOf("x", "a,b", "y", "say \"hi\""),
                        mapOf("x", "one\ntwo\r\nthree", "y", "2"),
                        mapOf("x", "last", "y", "3"));
        assertThat(rows.stream().map(InputRow::line)).containsExactly(2L, 3L, 6L);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void everyLineBreakEndsARecordAndCountsOnce_emptyLinesAreSkipped(String lineBreak) {
        String csv = String.join(lineBreak, "x,y", "1,2", "", "3,4", "\"5" + lineBreak + "6\",7", "8,9");
        List<InputRow> rows = nodes(csv);
        assertThat(rows.stream().map(InputRow::line)).containsExactly(2L, 4L, 5L, 7L);
        assertThat(rows.stream().map(row -> cells(row).text(0))).containsExactly("1", "3", "5" + lineBreak + "6", "8");
    }

    @Test
    void lastRecordNeedsNoLineBreak_andATrailingDelimiterIsANullCell() {
        assertThat(texts(nodes("x,y\n1,").getFirst())).isEqualTo(mapOf("x", "1", "y", null));
        assertThat(texts(nodes("x,y\n1,\"2\"").getFirst())).isEqualTo(mapOf("x", "1", "y", "2"));
    }

    @Test
    void raggedRowsAreProblemsOfTheirOwn_andTheRestIsRead() {
        List<InputRow> rows = nodes("x,y\n1\n1,2,3\nok,4\n");
        assertThat(bad(rows.get(0)).problem()).isEqualTo("the row has 1 cells, the header 2");
        assertThat(bad(rows.get(1)).problem()).isEqualTo("the row has 3 cells, the header 2");
        assertThat(bad(rows.get(1)).raw()).isEqualTo("1,2,3");
        assertThat(bad(rows.get(1)).line()).isEqualTo(3);
        assertThat(texts(rows.get(2))).containsEntry("x", "ok");
    }

    @Test
    void textAfterAClosingQuoteIsAProblem_andTheNextRowIsRead() {
        List<InputRow> rows = nodes("x,y\n\"a\"b,1\nok,2\n");
        assertThat(bad(rows.get(0)).problem()).isEqualTo("cell 1 has text after its closing quote");
        assertThat(bad(rows.get(0)).raw()).isEqualTo("\"a\"b,1");
        assertThat(texts(rows.get(1))).containsEntry("x", "ok");
    }

    @Test
    void aQuoteInsideAnUnquotedCellIsText() {
        assertThat(texts(nodes("x\n5\" pipe\n").getFirst())).containsEntry("x", "5\" pipe");
    }

    @Test
    void anUnclosedQuoteNamesFileAndLine() {
        assertThatThrownBy(() -> nodes("x,y\nok,1\n2,\"open\nand on\n"))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("a.csv, line 3: the quote that begins cell 2 is not closed");
    }

    @Test
    void withoutAQuoteCharacterQuotesAreText() {
        InputOptions options = InputOptions.DEFAULTS.withQuote(Optional.empty());
        assertThat(texts(read("a.csv", "x,y\n\"a,b\n", A, options).getFirst())).isEqualTo(mapOf("x", "\"a", "y", "b"));
    }

    @Test
    void bytesThatAreNotUtf8AreAProblemOfTheirRow() {
        byte[] csv = "x,y\nNa\u00efve,1\nok,2\n".getBytes(StandardCharsets.ISO_8859_1);
        List<InputRow> rows = read("a.csv", csv, A, InputOptions.DEFAULTS);
        assertThat(bad(rows.get(0)).rule()).isEqualTo(Rule.UNREADABLE);
        assertThat(bad(rows.get(0)).problem()).startsWith("byte 0xEF at offset 2 of the row is not UTF-8");
        assertThat(texts(rows.get(1))).containsEntry("x", "ok");
    }

    @Test
    void otherEncodingsAreReadStrictly() {
        byte[] latin = "x\nNa\u00efve\n".getBytes(StandardCharsets.ISO_8859_1);
        InputOptions latinOptions = InputOptions.DEFAULTS.withEncoding(StandardCharsets.ISO_8859_1);
        assertThat(texts(read("a.csv", latin, A, latinOptions).getFirst())).containsEntry("x", "Na\u00efve");

        byte[] utf16 = "\uFEFFx\n\uD83D\uDE00\n".getBytes(StandardCharsets.UTF_16LE);
        InputOptions utf16Options = InputOptions.DEFAULTS.withEncoding(StandardCharsets.UTF_16LE);
        assertThat(texts(read("a.csv", utf16, A, utf16Options).getFirst())).containsEntry("x", "\uD83D\uDE00");

        InputOptions windows = InputOptions.DEFAULTS.withEncoding(Charset.forName("US-ASCII"));
        assertThatThrownBy(() -> read("a.csv", latin, A, windows))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("a.csv")
                .hasMessageContaining("US-ASCII");
    }

    @Test
    void recordsAreBounded_andTheRowAfterALongOneIsRead() {
        InputOptions options = InputOptions.DEFAULTS.withMaxRecordBytes(16);
        String csv = "x,y\n" + "a".repeat(16) + "\n" + "b".repeat(14) + ",1\n" + "c".repeat(100) + "\n1,2\n";
        List<InputRow> rows = read("a.csv", csv, A, options);
        assertThat(bad(rows.get(0)).problem()).isEqualTo("the row has 1 cells, the header 2");
        assertThat(texts(rows.get(1))).containsEntry("y", "1");
        assertThat(bad(rows.get(2)).problem()).isEqualTo("the record is longer than 16 bytes");
        assertThat(texts(rows.get(3))).isEqualTo(mapOf("x", "1", "y", "2"));
        assertThat(rows.get(3).line()).isEqualTo(5);
    }

    @Test
    void aQuotedCellBeyondTheBoundEndsTheFile() {
        InputOptions options = InputOptions.DEFAULTS.withMaxRecordBytes(16);
        assertThatThrownBy(() -> read("a.csv", "x\n\"" + "a".repeat(100) + "\"\n", A, options))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("line 2")
                .hasMessageContaining("within 16 bytes");
    }

    @Test
    void tabSeparatedFilesAndOtherDelimitersAreRead() {
        assertThat(texts(read("a.tsv", "x\ty\n1\t2,3\n", A, InputOptions.DEFAULTS)
                        .getFirst()))
                .containsEntry("y", "2,3");
        InputOptions options = InputOptions.DEFAULTS.withDelimiter(';').withQuote(Optional.of('\''));
        assertThat(texts(read("a.csv", "x;y\n'1;''2';3\n", A, options).getFirst()))
                .isEqualTo(mapOf("x", "1;'2", "y", "3"));
    }

    @Test
    void delimiterAndQuoteMustDiffer() {
        InputOptions options = InputOptions.DEFAULTS.withDelimiter('"');
        assertThatThrownBy(() -> read("a.csv", "x\n", A, options)).isInstanceOf(InvalidArgumentException.class);
    }

    @Test
    void columnsCanBeGivenForFilesWithoutHeader_andUnderscoreIgnoresOne() {
        InputOptions options = InputOptions.DEFAULTS.withColumns(List.of("code", "_", "_", "name"));
        List<InputRow> rows = read("airports.dat", "AMS,1,2,Schiphol\n", A, options);
        assertThat(rows.getFirst().line()).isEqualTo(1);
        assertThat(cells(rows.getFirst()).columns().propertiesOf("A").stream().map(PropertyColumn::property))
                .containsExactly("code", "name");
    }

    @Test
    void anEmptyFileNeedsAHeader() {
        assertThatThrownBy(() -> nodes(""))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("a.csv is empty");
        assertThat(nodes("x,y\n")).isEmpty();
    }

    @Test
    void theRawRowIsKept() {
        assertThat(nodes("x,y\r\n\"a\"\"\n b\", é\r\n").getFirst().raw()).isEqualTo("\"a\"\"\n b\", é");
    }

    @Test
    void plainEdgesTakeFromAndTo() {
        List<InputRow> rows = read(
                "r.csv", "from,to,dist\nAMS,LHR,371\n,LHR,1\n", new InputTarget.Edges("ROUTE"), InputOptions.DEFAULTS);
        assertThat(edge(rows.getFirst()).from()).isEqualTo(new EndpointRef.Id(null, "AMS"));
        assertThat(edge(rows.getFirst()).to()).isEqualTo(new EndpointRef.Id(null, "LHR"));
        assertThat(cells(rows.getFirst()).columns().propertiesOf("ROUTE").stream()
                        .map(PropertyColumn::property))
                .containsExactly("dist");
        assertThat(bad(rows.get(1)).rule()).isEqualTo(Rule.REQUIRED);
    }

    /** Any cells, written by the rules of RFC 4180, are read back, wherever buffers end. */
    @Test
    void randomTablesAreReadBack() {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            int width = 1 + random.nextInt(6);
            int height = random.nextInt(40);
            String header = java.util.stream.IntStream.range(0, width)
                    .mapToObj(i -> "c" + i)
                    .collect(Collectors.joining(","));
            StringBuilder csv = new StringBuilder(header);
            List<List<@Nullable String>> expected = new ArrayList<>();
            String lineBreak = List.of("\n", "\r\n", "\r").get(random.nextInt(3));
            for (int r = 0; r < height; r++) {
                csv.append(lineBreak);
                List<@Nullable String> row = new ArrayList<>();
                for (int c = 0; c < width; c++) {
                    csv.append(c == 0 ? "" : ",");
                    String cell = randomCell(random, width == 1);
                    row.add(cell);
                    csv.append(cell == null ? "" : written(cell, random));
                }
                expected.add(row);
            }
            InputOptions options = InputOptions.DEFAULTS.withMaxRecordBytes(6 * 4100);
            List<List<@Nullable String>> actual = new ArrayList<>();
            for (InputRow row : read("a.csv", csv.toString(), A, options)) {
                actual.add(new ArrayList<>(texts(row).values()));
            }
            assertThat(actual).as("seed " + seed).isEqualTo(expected);
        }
    }

    @Test
    void largeFilesCrossBuffersAtEveryPlace() {
        StringBuilder csv = new StringBuilder("x,y\n");
        int rows = 60_000;
        for (int i = 0; i < rows; i++) {
            csv.append(i).append(i % 7 == 0 ? ",\"q\"\"\r\n" : ",p").append(i).append(i % 7 == 0 ? "\"\r\n" : "\r\n");
        }
        int index = 0;
        for (InputRow row : nodes(csv.toString())) {
            assertThat(cells(row).text(0)).isEqualTo(Integer.toString(index));
            assertThat(cells(row).text(1)).isEqualTo(index % 7 == 0 ? "q\"\r\n" + index : "p" + index);
            index++;
        }
        assertThat(index).isEqualTo(rows);
    }

    @Test
    void nodesOfASelfDescribedFileCarryTheirLabels() {
        List<InputRow> rows = read(
                "n.csv",
                "~id,~label,name:string\n1,airport;place,AMS\n2,,X\n",
                InputTarget.SELF_DESCRIBED,
                InputOptions.DEFAULTS);
        assertThat(node(rows.getFirst()).labels()).containsExactly("airport", "place");
        assertThat(node(rows.getFirst()).type()).isNull();
        assertThat(node(rows.getFirst()).id()).isEqualTo("1");
        assertThat(bad(rows.get(1)).problem()).isEqualTo("the row has no label");
    }

    @Nullable
    private static String randomCell(Random random, boolean neverNull) {
        if (!neverNull && random.nextInt(5) == 0) {
            return null;
        }
        String alphabet = "ab ,\"\n\r\té€\uD83D\uDE00";
        int length = random.nextInt(20) == 0 ? random.nextInt(400) : random.nextInt(8);
        int[] codePoints = alphabet.codePoints().toArray();
        StringBuilder cell = new StringBuilder();
        for (int i = 0; i < length; i++) {
            cell.appendCodePoint(codePoints[random.nextInt(codePoints.length)]);
        }
        return cell.toString();
    }

    private static String written(String cell, Random random) {
        boolean needed = cell.isEmpty() || cell.chars().anyMatch(c -> ",\"\n\r".indexOf(c) >= 0);
        return needed || random.nextInt(3) == 0 ? "\"" + cell.replace("\"", "\"\"") + "\"" : cell;
    }

    private static Map<String, @Nullable String> mapOf(@Nullable String... entries) {
        Map<String, @Nullable String> map = new java.util.LinkedHashMap<>();
        for (int i = 0; i < entries.length; i += 2) {
            map.put(String.valueOf(entries[i]), entries[i + 1]);
        }
        return map;
    }
}
