package dev.sennit.store;

import dev.sennit.model.Durability;
import dev.sennit.model.ErrorText;
import dev.sennit.model.IdSource;
import dev.sennit.model.StoreException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Control objects as files below a directory. An object appears by linking a complete temporary file to its name, which
 * the file system refuses where the name exists. A temporary file that a killed process left behind is removed by a
 * later {@link #putIfAbsent} in the same directory once it is {@link #ABANDONED_AFTER} older than a file written then.
 */
public final class LocalObjectStore implements ObjectStore {
    /** How much older than a new file a temporary file must be to count as left behind. */
    static final Duration ABANDONED_AFTER = Duration.ofHours(1);

    private static final String TEMPORARY = ".tmp~";

    private final Path root;
    private final Durability durability;
    private final IdSource ids;
    private final Set<Path> durableDirectories = ConcurrentHashMap.newKeySet();

    /**
     * @param root the directory; it is created when the first object is put
     * @param durability whether objects are synced to the device before {@link #putIfAbsent} returns
     * @param ids mints the names of temporary files
     */
    public LocalObjectStore(Path root, Durability durability, IdSource ids) {
        this.root = root.toAbsolutePath().normalize();
        this.durability = durability;
        this.ids = ids;
    }

    @Override
    public boolean putIfAbsent(String path, byte[] body) {
        Path target = resolve(path);
        try {
            for (int attempt = 1; ; attempt++) {
                createDirectories(parent(target));
                try {
                    return put(target, body);
                } catch (NoSuchFileException e) {
                    // A delete may have removed the empty directory between the two steps.
                    if (attempt == 10) {
                        throw e;
                    }
                }
            }
        } catch (IOException e) {
            throw unavailable("write", path, e);
        }
    }

    private boolean put(Path target, byte[] body) throws IOException {
        if (Files.exists(target)) {
            syncDirectory(parent(target)); // its creator may not have got to it yet
            return false;
        }
        Path temporary = parent(target).resolve(TEMPORARY + ids.next());
        try {
            Files.write(temporary, body, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            if (durability == Durability.FULL) {
                FileSync.sync(temporary);
            }
            sweep(parent(target), temporary);
            try {
                Files.createLink(target, temporary);
            } catch (FileAlreadyExistsException e) {
                syncDirectory(parent(target));
                return false;
            } catch (UnsupportedOperationException e) {
                throw new IOException("the file system has no hard links, by which objects are created", e);
            }
        } finally {
            Files.deleteIfExists(temporary);
        }
        syncDirectory(parent(target));
        return true;
    }

    @Override
    public Optional<StoredObject> get(String path) {
        Path file = resolve(path);
        try {
            byte[] body = Files.readAllBytes(file);
            return Optional.of(new StoredObject(path, body, modified(file)));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            if (isMissing(file)) {
                return Optional.empty();
            }
            throw unavailable("read", path, e);
        }
    }

    @Override
    public List<ObjectEntry> list(String prefix) {
        int slash = prefix.lastIndexOf('/');
        Path directory = slash < 0 ? root : resolve(prefix.substring(0, slash));
        List<ObjectEntry> entries = new ArrayList<>();
        try {
            Files.walkFileTree(directory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    String path = name(file);
                    if (path.startsWith(prefix) && !isTemporary(file) && attributes.isRegularFile()) {
                        Instant modified = attributes.lastModifiedTime().toInstant();
                        entries.add(new ObjectEntry(path, attributes.size(), modified));
                    }
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                    if (e instanceof NoSuchFileException) {
                        return FileVisitResult.CONTINUE; // deleted meanwhile, or the directory does not exist yet
                    }
                    throw e;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException e) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw unavailable("list", prefix, e);
        }
        entries.sort(Comparator.comparing(ObjectEntry::path));
        return entries;
    }

    @Override
    public void delete(String path) {
        Path file = resolve(path);
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            if (!isMissing(file)) {
                throw unavailable("delete", path, e);
            }
        }
    }

    @Override
    public List<String> directories(String directory) {
        try (Stream<Path> children = Files.list(resolve(directory))) {
            return children.filter(Files::isDirectory)
                    .map(child -> String.valueOf(child.getFileName()))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw unavailable("list", directory, e);
        }
    }

    @Override
    public void prune(String directory, Instant changedBefore) {
        try {
            Files.walkFileTree(resolve(directory), new SimpleFileVisitor<>() {
                private final Map<Path, Instant> changed = new HashMap<>();

                @Override
                public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes) {
                    // Asked before those below it are removed, which changes it.
                    changed.put(visited, attributes.lastModifiedTime().toInstant());
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException e) {
                    Instant time = changed.remove(visited);
                    if (time != null && time.isBefore(changedBefore)) {
                        visited.toFile().delete(); // does nothing if it is not empty
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            // It stays, and holds nothing.
        }
    }

    /** Removes temporary files that no writer can still be writing. */
    private static void sweep(Path directory, Path newest) throws IOException {
        Instant limit = modified(newest).minus(ABANDONED_AFTER);
        try (var files = Files.newDirectoryStream(directory, TEMPORARY + "*")) {
            for (Path file : files) {
                deleteIfOlder(file, limit);
            }
        }
    }

    private static void deleteIfOlder(Path file, Instant limit) throws IOException {
        boolean abandoned;
        try {
            abandoned = modified(file).isBefore(limit);
        } catch (NoSuchFileException e) {
            abandoned = false; // its writer is done with it
        }
        if (abandoned) {
            Files.deleteIfExists(file);
        }
    }

    /** Creates the directory and its missing parents, and sees to it that the entry of each is durable. */
    private void createDirectories(Path directory) throws IOException {
        if (durableDirectories.contains(directory) && Files.isDirectory(directory)) {
            return;
        }
        Files.createDirectories(directory);
        Path topmost = root.getParent();
        for (Path each = directory.getParent(); each != null; each = each.getParent()) {
            syncDirectory(each);
            if (each.equals(topmost)) {
                break;
            }
        }
        durableDirectories.add(directory);
    }

    private void syncDirectory(Path directory) throws IOException {
        if (durability == Durability.FULL) {
            FileSync.sync(directory);
        }
    }

    private Path resolve(String path) {
        for (String segment : path.split("/", -1)) {
            if (segment.isEmpty()
                    || segment.equals(".")
                    || segment.equals("..")
                    || segment.startsWith(TEMPORARY)
                    || segment.indexOf('\\') >= 0
                    || segment.indexOf('\0') >= 0) {
                throw new IllegalArgumentException(
                        "not the path of an object: '" + path + "' (relative, with plain names between slashes)");
            }
        }
        return root.resolve(path);
    }

    private String name(Path file) {
        StringBuilder name = new StringBuilder();
        for (Path segment : root.relativize(file)) {
            name.append(name.isEmpty() ? "" : "/").append(segment);
        }
        return name.toString();
    }

    private static Path parent(Path file) {
        Path parent = file.getParent();
        if (parent == null) {
            throw new IllegalArgumentException(file + " has no directory");
        }
        return parent;
    }

    private static boolean isTemporary(Path file) {
        Path name = file.getFileName();
        return name != null && name.toString().startsWith(TEMPORARY);
    }

    private static boolean isMissing(Path file) {
        return !Files.isRegularFile(file);
    }

    private static Instant modified(Path file) throws IOException {
        return Files.getLastModifiedTime(file).toInstant();
    }

    private StoreException unavailable(String action, String path, IOException e) {
        ErrorText text =
                ErrorText.of("cannot " + action + " '" + path + "' in " + root).detail("path", path);
        return StoreException.unavailable(
                DiskTrouble.of(e).map(trouble -> trouble.explain(text)).orElseGet(() -> text.cause(e.toString())), e);
    }
}
