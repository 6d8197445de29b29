package dev.sennit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Lets time pass for the store: makes files older. */
final class Aging {
    private Aging() {}

    /** Makes every file of a graph older, as if nothing had happened for so long. Times in archived states stay. */
    static void age(Path root, Duration by) {
        for (Path file : files(root)) {
            try {
                FileTime time = Files.getLastModifiedTime(file);
                Files.setLastModifiedTime(file, FileTime.from(time.toInstant().minus(by)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    static List<Path> files(Path directory) {
        try (Stream<Path> paths = Files.walk(directory)) {
            return paths.filter(Files::isRegularFile).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
