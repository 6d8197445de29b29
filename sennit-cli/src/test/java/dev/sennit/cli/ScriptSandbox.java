package dev.sennit.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A directory with copies of the project's shell scripts and with stand-ins for what they start, so that tests see
 * exactly what is passed to Java and Maven without starting either.
 */
final class ScriptSandbox {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final Path root;
    private final Map<String, String> environment = new TreeMap<>();

    /** What a script did: its exit code, the lines it printed, and the process number it had. */
    record Outcome(int exitCode, List<String> out, String err, long pid) {}

    ScriptSandbox(Path root) {
        this.root = root;
        Path project = projectDirectory();
        for (String script : List.of("sennit", "mvnw", "build/select-jdk.sh")) {
            write("project/" + script, read(project.resolve(script)), true);
        }
        write("project/pom.xml", "<project/>", false);
        environment.put("HOME", directory("home").toString());
        environment.put("PATH", System.getenv("PATH"));
    }

    /** The root of the source tree that this test was compiled from. */
    private static Path projectDirectory() {
        Path directory = Path.of("").toAbsolutePath();
        while (!Files.exists(directory.resolve("mvnw"))) {
            Path parent = directory.getParent();
            if (parent == null) {
                throw new IllegalStateException(
                        "no directory with mvnw above " + Path.of("").toAbsolutePath());
            }
            directory = parent;
        }
        return directory;
    }

    Path path(String relative) {
        return root.resolve(relative);
    }

    Path directory(String relative) {
        try {
            return Files.createDirectories(path(relative));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path write(String relative, String text, boolean executable) {
        try {
            Path file = path(relative);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            if (executable && !file.toFile().setExecutable(true)) {
                throw new IOException("cannot make " + file + " executable");
            }
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A directory that looks like a JDK; its {@code java} prints the locale and its arguments, one line each in brackets,
     * and ends with 99 if its standard input is closed.
     */
    Path jdk(String relative, String version) {
        write(relative + "/release", "IMPLEMENTOR=\"Test\"\nJAVA_VERSION=\"" + version + "\"\n", false);
        write(relative + "/bin/java", """
                #!/bin/sh
                { true 3<&0; } 2>/dev/null || FAKE_EXIT=99
                printf '<%s>\\n' "LC_ALL=${LC_ALL:-}" "$@" "TMPDIR=$TMPDIR"
                exit ${FAKE_EXIT:-0}
                """, true);
        write(relative + "/bin/javac", "#!/bin/sh\n", true);
        return path(relative);
    }

    ScriptSandbox with(String variable, Object value) {
        environment.put(variable, value.toString());
        return this;
    }

    void setAge(Path file, Duration age) {
        try {
            Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Process start(Path directory, List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        return process;
    }

    Outcome finish(Process process) throws IOException, InterruptedException {
        // Neither stream can fill its pipe: the scripts print a few lines.
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("still running after " + PATIENCE + ": " + process.info());
        }
        return new Outcome(process.exitValue(), out.lines().toList(), err, process.pid());
    }

    Outcome run(String script, String... arguments) throws IOException, InterruptedException {
        return runIn(root, path(script).toString(), arguments);
    }

    Outcome runIn(Path directory, String program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(program);
        command.addAll(List.of(arguments));
        return finish(start(directory, command));
    }
}
