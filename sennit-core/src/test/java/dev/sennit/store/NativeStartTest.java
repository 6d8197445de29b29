package dev.sennit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.Durability;
import dev.sennit.model.IdSource;
import dev.sennit.nativelib.NativeLibraries;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeStartTest {
    @TempDir
    Path directory;

    @Test
    void aStart_unpacksNothingIntoTheTemporaryDirectory() throws Exception {
        Path temporary = Files.createDirectory(directory.resolve("tmp"));
        Path output = directory.resolve("output.txt");
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("--"))
                .forEach(command::add);
        String cache = System.getProperty(NativeLibraries.CACHE_PROPERTY);
        if (cache != null) {
            command.add("-D" + NativeLibraries.CACHE_PROPERTY + "=" + cache);
        }
        command.addAll(List.of(
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                System.getProperty("java.class.path"),
                Child.class.getName(),
                directory.toString()));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();

        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as("%s", Files.readString(output)).isZero();
        assertThat(Files.readAllLines(output)).last().isEqualTo("rows 1, temporary files []");
    }

    /** Uses Lance and Arrow and says what is in the temporary directory before it ends. */
    static final class Child {
        private Child() {}

        public static void main(String[] arguments) throws Exception {
            Random random = new Random(1);
            IdSource ids = new IdSource(Clock.systemUTC(), random);
            StoreLocation location = StoreLocation.local(Path.of(arguments[0], "manifest"));
            try (LanceRuntime runtime = new LanceRuntime(ids, random, 1 << 20)) {
                LanceManifestTable manifest = LanceManifestTable.create(
                        runtime,
                        location,
                        List.of(new ManifestTable.StateRow("a", "b", "c")),
                        StoreFixture.identity(),
                        Durability.RELAXED);
                try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
                    System.out.println("rows " + manifest.latest().rows().size() + ", temporary files "
                            + files.map(Path::getFileName).toList());
                }
            }
        }
    }
}
