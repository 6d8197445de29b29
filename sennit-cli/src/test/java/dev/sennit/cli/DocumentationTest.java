package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs every command that the documents show in {@code console} blocks, in order and in an empty directory, and
 * compares what it prints; ids, times and sizes may differ. {@code -Dsennit.docs.update=true} writes what is printed
 * into the documents instead.
 */
class DocumentationTest {
    private static final boolean UPDATE = Boolean.getBoolean("sennit.docs.update");

    @TempDir
    Path directory;

    /** README.md and the documents beside it that show commands. */
    static List<String> documents() throws IOException {
        List<String> documents = new ArrayList<>();
        Path project = projectDirectory();
        try (Stream<Path> files = Files.list(project.resolve("docs"))) {
            for (Path file : Stream.concat(Stream.of(project.resolve("README.md")), files.sorted())
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList()) {
                if (!ConsoleBlocks.of(Files.readAllLines(file)).steps().isEmpty()) {
                    documents.add(project.relativize(file).toString());
                }
            }
        }
        return documents;
    }

    @ParameterizedTest
    @MethodSource("documents")
    void commandsPrintWhatTheDocumentShows(String name) throws Exception {
        Path document = projectDirectory().resolve(name);
        String result = run(document, 0, UPDATE);
        assertThat(result).matches("[1-9][0-9]* commands\n");
    }

    @Test
    void aDifferenceIsFound() throws Exception {
        Path document = Files.writeString(directory.resolve("x.md"), """
                ```console
                $ cat x.sennit
                NODE A { k STRING KEY }
                $ sennit schema fmt x.sennit
                NODE A {
                  k STRING KEY
                }
                $ sennit schema show nothing
                all is well
                ```
                """);
        assertThat(run(document, 1, false))
                .startsWith("x.md:8: $ sennit schema show nothing\nexpected:\nall is well\nactual:\nerror: ")
                .endsWith("\n3 commands\n")
                .containsOnlyOnce("actual:");
    }

    @Test
    void shellLinesAreUnderstood() {
        assertThat(ShellLine.parse("sennit query air 'a > \"b\"' --param \"x=it's\" > out.txt"))
                .isEqualTo(new ShellLine(
                        List.of("sennit", "query", "air", "a > \"b\"", "--param", "x=it's"),
                        Optional.of("out.txt"),
                        Optional.empty()));
        assertThat(ShellLine.parse("sennit log air \\\n  -n 1 | head -n 3"))
                .isEqualTo(new ShellLine(List.of("sennit", "log", "air", "-n", "1"), Optional.empty(), Optional.of(3)));
        assertThat(ShellLine.parse("sennit info air  # with a comment").words())
                .containsExactly("sennit", "info", "air");
    }

    private String run(Path document, int exitCode, boolean update) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("--") || flag.startsWith("-Dsennit.native."))
                .forEach(command::add);
        String nativeCache = System.getProperty("sennit.native.cache");
        if (nativeCache != null) {
            command.add("-Dsennit.native.cache=" + nativeCache);
        }
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                absolute(System.getProperty("java.class.path")),
                ConsoleSession.class.getName(),
                document.toString()));
        if (update) {
            command.add("--update");
        }
        Path work = Files.createDirectory(directory.resolve("work"));
        Process process = new ProcessBuilder(command)
                .directory(work.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(exitCode);
        return output;
    }

    private static String absolute(String classPath) {
        String separator = System.getProperty("path.separator");
        return String.join(
                separator,
                Stream.of(classPath.split(Pattern.quote(separator)))
                        .map(entry -> Path.of(entry).toAbsolutePath().toString())
                        .toList());
    }

    private static Path projectDirectory() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("mvnw"))) {
            directory = Objects.requireNonNull(directory.getParent(), "the project's directory");
        }
        return directory;
    }
}
