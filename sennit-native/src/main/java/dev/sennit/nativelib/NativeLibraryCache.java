package dev.sennit.nativelib;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.UUID;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * A directory of unpacked files. The name of each carries the size and checksum that its jar states, so looking one up
 * reads neither. Safe when many processes unpack at once: each writes a temporary file, which it keeps locked, and renames
 * it. A temporary file that nobody locks was left by a process that died, and is removed by whoever unpacks next.
 */
final class NativeLibraryCache {
    private static final String TEMPORARY = ".unpacking";
    private static final int ATTEMPTS = 5;

    private final Path directory;

    NativeLibraryCache(Path directory) {
        this.directory = directory;
    }

    Path directory() {
        return directory;
    }

    /** The file that holds the resource's content, unpacked now or earlier. */
    Path unpack(URL packed) throws IOException {
        URLConnection connection = packed.openConnection();
        Identity identity = Identity.of(connection);
        Path target = directory.resolve(identity.fileName(packed.getPath()));
        for (int attempt = 1; !isComplete(target, identity); attempt++) {
            Files.createDirectories(directory);
            sweep();
            try {
                write(packed, target);
            } catch (NoSuchFileException e) {
                // Another process took our temporary file for abandoned before we had locked it.
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
        return target.toAbsolutePath();
    }

    private static boolean isComplete(Path target, Identity identity) throws IOException {
        try {
            return Files.size(target) == identity.sizeBytes();
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private void write(URL packed, Path target) throws IOException {
        Path temporary = directory.resolve(target.getFileName() + "." + UUID.randomUUID() + TEMPORARY);
        try (FileChannel channel =
                FileChannel.open(temporary, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
            try (FileLock lock = channel.lock()) {
                copy(packed, channel);
                channel.force(true);
                Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
                assert lock.isValid();
            }
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    private static void copy(URL packed, FileChannel channel) throws IOException {
        URLConnection connection = packed.openConnection();
        connection.setUseCaches(false);
        try (InputStream in = connection.getInputStream()) {
            OutputStream out = Channels.newOutputStream(channel); // closing it would give up the lock
            in.transferTo(out);
            out.flush();
        }
    }

    private void sweep() throws IOException {
        try (DirectoryStream<Path> temporaries = Files.newDirectoryStream(directory, "*" + TEMPORARY)) {
            for (Path temporary : temporaries) {
                if (isAbandoned(temporary)) {
                    Files.deleteIfExists(temporary);
                }
            }
        }
    }

    private static boolean isAbandoned(Path temporary) throws IOException {
        try (FileChannel channel = FileChannel.open(temporary, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock != null;
        } catch (NoSuchFileException | OverlappingFileLockException e) {
            return false; // finished meanwhile, or being written by another class loader of this process
        }
    }

    /** What tells one content from another without reading it. */
    private record Identity(long sizeBytes, String digest) {
        static Identity of(URLConnection connection) throws IOException {
            if (connection instanceof JarURLConnection jar) {
                jar.setUseCaches(false);
                try (JarFile file = jar.getJarFile()) {
                    JarEntry entry = file.getJarEntry(jar.getEntryName());
                    return new Identity(entry.getSize(), HexFormat.of().toHexDigits((int) entry.getCrc()));
                }
            }
            try (InputStream in = connection.getInputStream()) {
                long modified = connection.getLastModified();
                long size = connection.getContentLengthLong();
                return new Identity(size >= 0 ? size : in.readAllBytes().length, Long.toHexString(modified));
            }
        }

        String fileName(String path) {
            String name = path.substring(path.lastIndexOf('/') + 1);
            int dot = name.lastIndexOf('.');
            String stem = dot < 0 ? name : name.substring(0, dot);
            return stem + "-" + sizeBytes + "-" + digest + (dot < 0 ? "" : name.substring(dot));
        }
    }
}
