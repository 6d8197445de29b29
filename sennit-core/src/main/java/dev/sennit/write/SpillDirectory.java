package dev.sennit.write;

import dev.sennit.model.ErrorText;
import dev.sennit.model.FileTrouble;
import dev.sennit.model.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** The directory of an operation's temporary files. */
final class SpillDirectory {
    private SpillDirectory() {}

    static void create(Path directory) {
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw failed(directory, e);
        }
    }

    /** Deletes the directory and all that is in it. */
    static void delete(Path directory) {
        try (var files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw failed(directory, e);
        }
    }

    private static StoreException failed(Path directory, IOException e) {
        return StoreException.unavailable(
                ErrorText.of("cannot use the temporary directory " + directory)
                        .cause(FileTrouble.of(e))
                        .remedy("free space there, or name another with -Djava.io.tmpdir"),
                e);
    }
}
