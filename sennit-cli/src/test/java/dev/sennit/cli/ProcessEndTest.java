package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.condition.OS;

class ProcessEndTest {
    @Test
    void withoutAnArchiveInUse_theJvmEndsAsAlways() throws Exception {
        assertThat(run("")).isEqualTo("5 hook");
        assertThat(run("/no/such/archive.jsa")).isEqualTo("5 hook");
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    @EnabledForJreRange(min = JRE.JAVA_22)
    void withAnArchiveInUse_theProcessEndsAtOnceWithItsExitCode() throws Exception {
        // The JDK's own archive is one that every JVM has in use.
        Path archive = Path.of(System.getProperty("java.home"), "lib", "server", "classes.jsa");
        assertThat(run(archive.toRealPath().toString())).isEqualTo("5 ");
    }

    private static String run(String archive) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        if (Runtime.version().feature() >= 22) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of(
                "-XX:+UseParallelGC",
                "-D" + ProcessEnd.ARCHIVE + "=" + archive,
                "-cp",
                System.getProperty("java.class.path"),
                Ending.class.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.waitFor() + " " + output;
    }

    /** Ends with 5. */
    static final class Ending {
        private Ending() {}

        public static void main(String[] args) {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.print("hook")));
            ProcessEnd.exit(5);
        }
    }
}
