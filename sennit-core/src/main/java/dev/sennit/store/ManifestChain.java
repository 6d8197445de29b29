package dev.sennit.store;

import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import java.io.IOException;
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

    /** The least that disks write as a whole. */
    private static final int SECTOR_BYTES = 512;

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

    /** The numbers of all versions. */
    NavigableSet<Long> versions() {
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
     * name only then, so only a loss of power leaves one without, or with a sector that the disk never wrote. A manifest
     * holds no sector of zeros by itself.
     */
    boolean isTorn(long version) {
        byte[] content;
        try {
            content = Files.readAllBytes(manifest(version));
        } catch (NoSuchFileException e) {
            return false; // cleaned meanwhile
        } catch (IOException e) {
            throw LanceErrors.classify("look at version " + version + " of " + root, e);
        }
        int end = content.length - MAGIC.length;
        return end < 0
                || !Arrays.equals(content, end, content.length, MAGIC, 0, MAGIC.length)
                || hasSectorOfZeros(content);
    }

    private static boolean hasSectorOfZeros(byte[] content) {
        for (int sector = 0; sector < content.length; sector += SECTOR_BYTES) {
            int end = Math.min(sector + SECTOR_BYTES, content.length);
            int at = sector;
            while (at < end && content[at] == 0) {
                at++;
            }
            if (at == end) {
                return true;
            }
        }
        return false;
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
