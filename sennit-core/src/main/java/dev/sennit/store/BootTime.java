package dev.sennit.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/** When the operating system started, where it says so: nothing written before was written by a process of today. */
public final class BootTime {
    private static final Path STATISTICS = Path.of("/proc/stat");
    private static final String LINE = "btime ";

    private BootTime() {}

    /** Empty where the system does not say. */
    public static Optional<Instant> read() {
        try (Stream<String> lines = Files.lines(STATISTICS)) {
            return lines.filter(line -> line.startsWith(LINE))
                    .map(line -> Instant.ofEpochSecond(
                            Long.parseLong(line.substring(LINE.length()).trim())))
                    .findFirst();
        } catch (IOException | RuntimeException e) {
            return Optional.empty(); // not Linux, or hidden from us
        }
    }
}
