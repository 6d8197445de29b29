package dev.sennit.testkit.power;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Records the file operations of processes, with strace. Linux only. */
public final class FileTracer {
    private static final String STRACE = "strace";

    private final Path root;
    private final Path marks;

    /**
     * @param root an existing directory; what happens below it is recorded
     * @param marks a file elsewhere: what processes write to it becomes a mark of the log, one by each write
     */
    public FileTracer(Path root, Path marks) {
        this.root = root;
        this.marks = marks;
    }

    /** Whether processes can be traced here: strace is installed and may. */
    public static boolean isAvailable() {
        try {
            return new ProcessBuilder(STRACE, "-f", "-qq", "-e", "trace=none", "true")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /**
     * Runs a command to its end and returns what it and its children did.
     *
     * @param output takes what the command prints
     * @param trace a file for strace's own output
     * @throws IOException also if the command ends with a status that is not expected
     */
    public List<FileOperation> record(List<String> command, int expectedStatus, Path output, Path trace)
            throws IOException, InterruptedException {
        Set<String> present = files();
        List<String> traced = new ArrayList<>(
                List.of(STRACE, "-f", "--seccomp-bpf", "-qq", "-y", "-xx", "-s", "1000000000", "-o", trace.toString()));
        traced.add("-e");
        traced.add("trace=" + FileLogReader.CALLS);
        traced.addAll(command);
        int status = new ProcessBuilder(traced)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start()
                .waitFor();
        if (status != expectedStatus) {
            throw new IOException("status " + status + ": " + Files.readString(output));
        }
        return new FileLogReader(root, marks, present).read(trace);
    }

    private Set<String> files() throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            Set<String> files = new HashSet<>();
            all.filter(Files::isRegularFile)
                    .forEach(file -> files.add(root.relativize(file).toString()));
            return files;
        }
    }
}
