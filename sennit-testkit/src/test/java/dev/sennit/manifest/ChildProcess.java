package dev.sennit.manifest;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM like this one, told what to do line by line and answering so. Closing it ends it. */
public final class ChildProcess implements AutoCloseable {
    private final Process process;
    private final PrintWriter orders;
    private final BufferedReader answers;

    /** Starts a main class with this JVM's class path and flags. */
    public ChildProcess(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> !flag.startsWith("-agentlib") && !flag.startsWith("-javaagent"))
                .forEach(command::add);
        // Of an -Xmx given twice the last one counts: several children must fit beside their parent.
        command.addAll(List.of("-Xmx192m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        try {
            this.process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.orders = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        this.answers = process.inputReader(StandardCharsets.UTF_8);
    }

    public void tell(String order) {
        orders.println(order);
    }

    /** The next line the child says. */
    public String hear() {
        try {
            String line = answers.readLine();
            if (line == null) {
                throw new IllegalStateException("child " + process.pid() + " ended without an answer");
            }
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Kills the child where it stands. */
    public void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() throws InterruptedException {
        orders.close(); // a child ends when it hears nothing more
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }
}
