package dev.sennit.store;

import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Arrays;
import java.util.NavigableSet;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The {@code _versions} directory of a manifest on the local file system, read without Lance. */
final class ManifestChain {
    private static final byte[] MAGIC = {'L', 'A', 'N', 'C'};
    private static final String LOCK = "repair.lock";
    private static final String TORN = ".torn";

    private final Path root;

    ManifestChain(Path root) {
        this.root = root;
    }

    /** All versions with the times their manifests were written, oldest first. */
    SortedMap<Long, Instant> list() {
        SortedMap<Long, Instant> versions = new TreeMap<>();
        for (long version : versions()) {
            try {
                versions.put(version, modified(manifest(version)));
            } catch (NoSuchFileException e) {
                versions.remove(version); // cleaned meanwhile
            } catch (IOException e) {
                throw LanceErrors.classify("list the versions of " + root, e);
            }
        }
        return versions;
    }

    /** The newest version; empty if there is none. */
    OptionalLong newest() {
        NavigableSet<Long> versions = versions();
        return versions.isEmpty() ? OptionalLong.empty() : OptionalLong.of(versions.last());
    }

    private NavigableSet<Long> versions() {
        NavigableSet<Long> versions = new TreeSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory())) {
            for (Path file : files) {
                ManifestFiles.version(String.valueOf(file.getFileName())).ifPresent(versions::add);
            }
        } catch (IOException | DirectoryIteratorException e) {
            throw LanceErrors.classify("list the versions of " + root, e);
        }
        return versions;
    }

    /** When the version's manifest was written. */
    Instant stored(long version) {
        return LanceErrors.call("look at version " + version + " of " + root, () -> modified(manifest(version)));
    }

    boolean contains(long version) {
        return Files.exists(manifest(version));
    }

    Path manifest(long version) {
        return directory().resolve(ManifestFiles.baseName(version) + ManifestFiles.SUFFIX);
    }

    Path directory() {
        return root.resolve(TableFiles.VERSIONS);
    }

    /**
     * Whether the manifest cannot have been written whole: Lance writes the mark at its end last, and links a file to its
     * name only then, so only a loss of power leaves one without.
     */
    boolean isTorn(long version) {
        try (RandomAccessFile file = new RandomAccessFile(manifest(version).toFile(), "r")) {
            if (file.length() < MAGIC.length) {
                return true;
            }
            byte[] end = new byte[MAGIC.length];
            file.seek(file.length() - MAGIC.length);
            file.readFully(end);
            return !Arrays.equals(end, MAGIC);
        } catch (FileNotFoundException e) {
            return false; // cleaned meanwhile
        } catch (IOException e) {
            throw LanceErrors.classify("look at version " + version + " of " + root, e);
        }
    }

    /**
     * Renames the newest version's manifest so that it is none any more, if it is torn and was written before
     * {@code boot}. Nobody was told of its commit: that is done only once it is durable.
     *
     * @return whether the newest version is another one now
     */
    boolean setAsideIfTorn(long version, Instant boot) {
        String doing = "set aside the torn version " + version + " of " + root;
        try (FileChannel channel =
                        FileChannel.open(root.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (!lock.isValid()) {
                throw StoreException.unavailable(ErrorText.of("cannot " + doing).cause("the lock was lost"), null);
            }
            OptionalLong newest = newest();
            if (newest.isEmpty() || newest.getAsLong() != version) {
                return true; // someone else was here
            }
            if (!isTorn(version) || !stored(version).isBefore(boot)) {
                return false;
            }
            new Checksums(root).remove(Long.toString(version));
            Path manifest = manifest(version);
            Files.move(
                    manifest, manifest.resolveSibling(manifest.getFileName() + TORN), StandardCopyOption.ATOMIC_MOVE);
            FileSync.sync(directory());
            return true;
        } catch (IOException e) {
            throw LanceErrors.classify(doing, e);
        }
    }

    private static Instant modified(Path file) throws IOException {
        return Files.getLastModifiedTime(file).toInstant();
    }
}
