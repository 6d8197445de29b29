package dev.sennit.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** Makes files and directory entries survive a loss of power. */
final class FileSync {
    private FileSync() {}

    /** Syncs a file's content, or a directory's entries. */
    static void sync(Path fileOrDirectory) throws IOException {
        try (FileChannel channel = FileChannel.open(fileOrDirectory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /**
     * Syncs everything below a directory, what is inside first, and the entries of the directory and of all above it:
     * whoever creates a directory in a new place may have created those, too.
     */
    static void syncTree(Path directory) throws IOException {
        List<Path> all;
        try (Stream<Path> paths = Files.walk(directory)) {
            all = paths.toList();
        }
        for (Path path : all.reversed()) {
            sync(path);
        }
        for (Path above = directory.toAbsolutePath().getParent(); above != null; above = above.getParent()) {
            if (Files.isReadable(above)) {
                sync(above); // one that may not even be read is nobody's new one
            }
        }
    }
}
