package dev.sennit.store;

import static dev.sennit.store.RawLance.adding;
import static dev.sennit.store.RawLance.commit;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.lance.Dataset;
import org.lance.Ref;

/** Calls of Lance 7.0.0 that end the process. Each is made in a process of its own; Sennit never makes them. */
class LanceAbortGuardTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"transactionOfABranchsFirstVersion", "takeRowsOfAnUnknownColumn", "flatChainOfOrs"})
    void theCall_endsTheProcess(String call) throws Exception {
        assertThat(exitOf(call)).as("exit code of %s", call).isGreaterThanOrEqualTo(128);
    }

    @Test
    void aProcessThatMakesNoSuchCall_endsWell() throws Exception {
        assertThat(exitOf("nothing")).isZero();
    }

    private int exitOf(String call) throws Exception {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--") || argument.startsWith("-Djava.io.tmpdir"))
                .forEach(command::add);
        command.addAll(List.of(
                "-Xmx128m",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + directory.resolve("crash.log"),
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                directory.toString(),
                call));
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output.txt").toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    /** The process that makes the call. */
    static final class Child {
        private Child() {}

        public static void main(String[] arguments) throws Exception {
            try (RawLance lance = new RawLance(Path.of(arguments[0], "t"));
                    Dataset base = lance.create();
                    Dataset filled = lance.open(commit(base, true, adding(lance.stage("a", "b"))))) {
                switch (arguments[1]) {
                    case "transactionOfABranchsFirstVersion" -> {
                        base.createBranch("b", Ref.ofMain(1)).close();
                        try (Dataset branch = base.checkout(Ref.ofBranch("b"))) {
                            System.out.println(branch.readTransaction());
                        }
                    }
                    case "takeRowsOfAnUnknownColumn" ->
                        filled.takeRows(List.of(0L), List.of("nope")).close();
                    case "flatChainOfOrs" -> overflow(filled);
                    default -> System.out.println(filled.countRows());
                }
            }
        }

        private static void overflow(Dataset dataset) throws InterruptedException {
            StringBuilder filter = new StringBuilder("`n` = -1");
            for (int i = 0; i < 3_000; i++) {
                filter.append(" OR `n` = ").append(i);
            }
            Thread thread = new Thread(null, () -> dataset.countRows(filter.toString()), "small", 1 << 20);
            thread.start();
            thread.join();
        }
    }
}
