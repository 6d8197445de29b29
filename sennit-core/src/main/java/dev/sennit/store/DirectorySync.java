package dev.sennit.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Makes new files of one dataset survive a loss of power: the files, the directories that list them, and above those what
 * lists the directories, which of the few that stay is done once. Thread-safe.
 */
final class DirectorySync {
    private final Set<Path> durable = ConcurrentHashMap.newKeySet();

    /**
     * Syncs files and every entry that leads to them.
     *
     * @param root the dataset's directory, whose own entry is durable
     */
    void sync(Path root, Collection<Path> files) throws IOException {
        Set<Path> directories = new LinkedHashSet<>();
        for (Path file : files) {
            FileSync.sync(file);
            for (Path above = file.getParent(); above != null && above.startsWith(root); above = above.getParent()) {
                directories.add(above);
                if (durable.contains(above)) {
                    break;
                }
            }
        }
        for (Path directory : directories) {
            FileSync.sync(directory);
        }
        directories.stream()
                .filter(directory -> root.equals(directory.getParent()))
                .forEach(durable::add);
    }
}
