package dev.sennit.testkit;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts JVMs like this one: the same java, class path and flags. */
public final class ChildJvm {
    private ChildJvm() {}

    /**
     * Starts a main class. Its output goes to a file.
     *
     * @param temporary the child's {@code java.io.tmpdir}
     */
    public static Process start(Path temporary, Path output, Class<?> main, List<String> flags, String... args)
            throws IOException {
        return new ProcessBuilder(command(temporary, main, flags, args))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    /**
     * The command that {@link #start} runs.
     *
     * @param temporary the child's {@code java.io.tmpdir}; created
     */
    public static List<String> command(Path temporary, Class<?> main, List<String> flags, String... args)
            throws IOException {
        Files.createDirectories(temporary);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (!flag.startsWith("-Djava.io.tmpdir")
                    && !flag.startsWith("-agentlib")
                    && !flag.startsWith("-javaagent")) {
                command.add(flag);
            }
        }
        command.addAll(flags);
        command.add("-Djava.io.tmpdir=" + temporary);
        command.add("-cp");
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))
                .replace('\n', File.pathSeparatorChar));
        command.add(main.getName());
        command.addAll(List.of(args));
        return command;
    }
}
