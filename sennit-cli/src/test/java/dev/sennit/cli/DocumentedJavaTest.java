package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.ErrorCode;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compiles and runs the {@code java} blocks of documents beside the files that their {@code console} blocks show, and
 * compares what they print with the {@code output} block that follows each.
 */
class DocumentedJavaTest {
    private static final String FENCE = "```";
    private static final String END_OF_BLOCK = "-- end of block --";

    @TempDir
    Path directory;

    /** A {@code java} block, and the {@code output} block before the next one, if there is one. */
    private record JavaBlock(List<String> code, Optional<List<String>> output) {}

    @Test
    void programOfTheReadmePrintsWhatTheReadmeShows() throws Exception {
        List<String> lines = Files.readAllLines(document("README.md"));
        List<JavaBlock> programs = javaBlocks(lines);
        assertThat(programs).hasSize(1);

        writeFilesShownBy(lines);
        assertThat(run("FirstGraph", programs.getFirst().code()))
                .isEqualTo(programs.getFirst().output().orElseThrow());
    }

    @Test
    void blocksOfTheLibraryTourAreOneProgram_whichPrintsWhatTheTourShows() throws Exception {
        List<String> lines = Files.readAllLines(document("docs/library.md"));
        List<JavaBlock> blocks = javaBlocks(lines);
        assertThat(blocks.stream().filter(block -> block.output().isPresent())).isNotEmpty();

        writeFilesShownBy(lines);
        List<String> printed = run("LibraryTour", oneProgram("LibraryTour", blocks));

        List<String> expected = new ArrayList<>();
        for (JavaBlock block : blocks) {
            expected.addAll(block.output().orElse(List.of()));
            expected.add(END_OF_BLOCK);
        }
        assertThat(printed).isEqualTo(expected);
    }

    @Test
    void tableOfErrorCodesIsComplete() throws IOException {
        List<String> rows = Files.readAllLines(document("docs/library.md")).stream()
                .filter(line -> line.matches("\\| `[A-Z_]+` \\|[^|]*\\|[^|]*\\|[^|]*\\|"))
                .map(line -> line.replaceAll("^(\\|[^|]*\\|[^|]*\\|[^|]*\\|).*$", "$1"))
                .toList();
        assertThat(rows)
                .containsExactlyElementsOf(Arrays.stream(ErrorCode.values())
                        .map(code -> "| `" + code + "` | " + code.gqlStatus().orElse("") + " | "
                                + code.category().exitCode() + " |")
                        .map(row -> row.replace("|  |", "| |"))
                        .toList());
    }

    private static List<JavaBlock> javaBlocks(List<String> lines) {
        List<JavaBlock> blocks = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).startsWith(FENCE)) {
                String kind = lines.get(i).substring(FENCE.length());
                int end = i + 1 + lines.subList(i + 1, lines.size()).indexOf(FENCE);
                List<String> content = lines.subList(i + 1, end);
                if (kind.equals("java")) {
                    blocks.add(new JavaBlock(content, Optional.empty()));
                } else if (kind.equals("output")) {
                    JavaBlock block = blocks.removeLast();
                    assertThat(block.output()).as("two outputs of one block").isEmpty();
                    blocks.add(new JavaBlock(block.code(), Optional.of(content)));
                }
                i = end;
            }
        }
        return blocks;
    }

    /** The blocks as the body of one main method, imports pulled to the front. */
    private static List<String> oneProgram(String name, List<JavaBlock> blocks) {
        List<String> program = new ArrayList<>();
        blocks.stream()
                .flatMap(block -> block.code().stream())
                .filter(line -> line.startsWith("import "))
                .distinct()
                .forEach(program::add);
        program.add("class " + name + " { public static void main(String[] args) throws Exception {");
        for (JavaBlock block : blocks) {
            block.code().stream().filter(line -> !line.startsWith("import ")).forEach(program::add);
            program.add("System.out.println(\"" + END_OF_BLOCK + "\");");
        }
        program.add("}}");
        return program;
    }

    private void writeFilesShownBy(List<String> lines) throws IOException {
        for (ConsoleBlocks.Step step : ConsoleBlocks.of(lines).steps()) {
            if (step.command().startsWith("cat ")) {
                Files.write(directory.resolve(step.command().substring("cat ".length())), step.output());
            }
        }
    }

    /** Runs a source file as {@code java File.java} does. */
    private List<String> run(String name, List<String> program) throws Exception {
        Path source = Files.write(directory.resolve(name + ".java"), program);
        Path output = directory.resolve("output.txt");
        Path errors = directory.resolve("errors.txt");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("--") || flag.startsWith("-Dsennit.native."))
                .forEach(command::add);
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dstdout.encoding=UTF-8",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                absolute(System.getProperty("java.class.path")),
                source.toString()));
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        assertThat(process.waitFor()).as(Files.readString(errors)).isZero();
        return Files.readAllLines(output);
    }

    private static String absolute(String classPath) {
        String separator = System.getProperty("path.separator");
        return String.join(
                separator,
                Stream.of(classPath.split(separator))
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .toList());
    }

    private static Path document(String name) {
        Path project = Path.of("").toAbsolutePath();
        while (!Files.exists(project.resolve("mvnw"))) {
            project = Objects.requireNonNull(project.getParent(), "the project's directory");
        }
        return project.resolve(name);
    }
}
