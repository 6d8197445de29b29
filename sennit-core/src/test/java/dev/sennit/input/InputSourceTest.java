package dev.sennit.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.InvalidDataException;
import dev.sennit.model.NotFoundException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputSourceTest {
    private static final InputTarget A = new InputTarget.Nodes("A");

    @TempDir
    Path directory;

    @Test
    void globsFindFilesInOrderOfTheirNames() throws IOException {
        for (String name : List.of("b.csv", "a.csv", "c.txt", "sub/d.csv")) {
            Files.createDirectories(directory.resolve(name).getParent());
            Files.writeString(directory.resolve(name), "x\n1\n");
        }
        assertThat(names("*.csv")).containsExactly("a.csv", "b.csv");
        assertThat(names("{a,c}.*")).containsExactly("a.csv", "c.txt");
        assertThat(names("*/*.csv")).containsExactly("d.csv");
        assertThat(names("a.csv")).containsExactly("a.csv");
        assertThatThrownBy(() -> names("*.json"))
                .isInstanceOf(NotFoundException.class)
                .hasMessageContaining("*.json");
        assertThatThrownBy(() -> names("none.csv"))
                .isInstanceOf(NotFoundException.class)
                .hasMessageContaining("none.csv");
        assertThatThrownBy(() -> names("sub"))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("sub");
    }

    @Test
    void aFileWhoseNameLooksLikeAGlobIsThatFile() throws IOException {
        Files.writeString(directory.resolve("a[1].csv"), "x\n1\n");
        assertThat(names("a[1].csv")).containsExactly("a[1].csv");
    }

    @Test
    void gzippedFilesAreDecompressed_alsoInSeveralMembers() throws IOException {
        Path file = directory.resolve("a.csv.gz");
        byte[] first = gzip("x\n1\n");
        byte[] second = gzip("2\n");
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        Files.write(file, both);
        assertThat(firstCells(file)).containsExactly("1", "2");
    }

    @Test
    void brokenAndCutArchivesNameTheFile() throws IOException {
        Path broken = directory.resolve("a.csv.gz");
        Files.writeString(broken, "x\n1\n");
        assertThatThrownBy(() -> firstCells(broken))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining(broken.toString())
                .hasMessageContaining("not a gzip file");

        Path cut = directory.resolve("b.csv.gz");
        byte[] whole = gzip("x\n" + "1234\n".repeat(10_000));
        Files.write(cut, Arrays.copyOf(whole, whole.length - 12));
        assertThatThrownBy(() -> firstCells(cut))
                .isInstanceOf(InvalidDataException.class)
                .hasMessageContaining("cut off");
    }

    @Test
    void theStandardInputIsReadUnderItsOwnName() {
        InputStream in = new ByteArrayInputStream("x\n1\n".getBytes(StandardCharsets.UTF_8));
        InputSource source = InputSource.find("-", in).getFirst();
        assertThat(source.isRereadable()).isFalse();
        assertThatThrownBy(() -> source.format(InputOptions.DEFAULTS)).isInstanceOf(InvalidArgumentException.class);
        assertThat(source.format(InputOptions.DEFAULTS.withFormat(InputFormat.CSV)))
                .isEqualTo(InputFormat.CSV);
    }

    @Test
    void theNameTellsTheFormat_unlessTheOptionsDo() {
        assertThat(format("a.csv")).isEqualTo(InputFormat.CSV);
        assertThat(format("a.TSV.gz")).isEqualTo(InputFormat.TSV);
        assertThat(format("a.jsonl")).isEqualTo(InputFormat.JSON_LINES);
        assertThat(format("a.ndjson.gz")).isEqualTo(InputFormat.JSON_LINES);
        assertThatThrownBy(() -> format("routes.dat"))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("routes.dat")
                .hasMessageContaining("--delimiter");
        assertThat(InputSource.of(Path.of("routes.dat")).format(InputOptions.DEFAULTS.withDelimiter(',')))
                .isEqualTo(InputFormat.CSV);
    }

    @Test
    void aMissingFileIsNotFound() {
        assertThatThrownBy(() -> firstCells(directory.resolve("none.csv")))
                .isInstanceOf(NotFoundException.class)
                .hasMessageContaining("none.csv");
    }

    private static InputFormat format(String name) {
        return InputSource.of(Path.of(name)).format(InputOptions.DEFAULTS);
    }

    private List<String> names(String pattern) {
        return InputSource.find(directory + "/" + pattern, InputStream.nullInputStream()).stream()
                .map(source -> Path.of(source.name()).getFileName().toString())
                .toList();
    }

    private static List<String> firstCells(Path file) {
        try (InputReader reader = InputReader.open(InputSource.of(file), A, InputOptions.DEFAULTS)) {
            List<String> cells = new java.util.ArrayList<>();
            for (InputRow row = reader.next(); row != null; row = reader.next()) {
                cells.add(InputTestFiles.cells(row).text(0));
            }
            return cells;
        }
    }

    private static byte[] gzip(String text) throws IOException {
        var bytes = new java.io.ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
