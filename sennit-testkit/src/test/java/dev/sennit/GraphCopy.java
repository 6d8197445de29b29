package dev.sennit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Copies of a small graph, one for each state or cell of a matrix. */
final class GraphCopy {
    private GraphCopy() {}

    /** Makes a copy by hard links, which is as good where no file is ever changed. */
    static Path of(Path graph, Path to) {
        try (Stream<Path> paths = Files.walk(graph)) {
            for (Path path : paths.toList()) {
                Path copied = to.resolve(graph.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    Files.createDirectory(copied);
                } else {
                    Files.createLink(copied, path);
                }
            }
            return to;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void delete(Path root) {
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
