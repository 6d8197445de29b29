package dev.sennit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.stream.Stream;

/** Copies of small graphs, one for each state or cell of a matrix. */
final class GraphCopy {
    private GraphCopy() {}

    /** How one file is copied. */
    private interface FileCopy {
        void copy(Path from, Path to) throws IOException;
    }

    /** Makes a copy by hard links, which is as good where no file is ever changed. */
    static Path of(Path graph, Path to) {
        copy(graph, to, (file, copied) -> {
            if (Files.isDirectory(file)) {
                Files.createDirectory(copied);
            } else {
                Files.createLink(copied, file);
            }
        });
        return to;
    }

    /** Makes a copy whose files are as old as they were, and can be made older. */
    static void withAges(Path graph, Path to) {
        copy(graph, to, (file, copied) -> Files.copy(file, copied, StandardCopyOption.COPY_ATTRIBUTES));
    }

    static void delete(Path root) {
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Path graph, Path to, FileCopy how) {
        try (Stream<Path> paths = Files.walk(graph)) {
            for (Path path : paths.toList()) {
                how.copy(path, to.resolve(graph.relativize(path).toString()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
