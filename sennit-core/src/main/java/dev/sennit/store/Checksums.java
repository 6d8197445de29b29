package dev.sennit.store;

import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.zip.CRC32C;

/**
 * Sizes and checksums of the files of a dataset's versions, one small file per version beside them: Lance keeps none, and
 * ends the process over some damaged files. On the local file system only; object stores keep checksums themselves.
 *
 * <p>They are written after a version and not synced, so a version may be without: it then cannot be compared, and
 * nothing else depends on them.
 */
final class Checksums {
    static final String DIRECTORY = "_checksums";

    private static final String HEADER = "sennit-checksums 1";
    private static final int BUFFER_BYTES = 1 << 18;

    private final Path root;

    Checksums(Path root) {
        this.root = root;
    }

    /** The file that has the checksums of a version, relative to the dataset. */
    static String path(String version) {
        return DIRECTORY + "/" + version;
    }

    /**
     * The checksums a version had when it was written.
     *
     * @return empty if it has none, or they cannot be read
     */
    Optional<List<TableFile>> read(String version) {
        try {
            return parse(Files.readAllBytes(root.resolve(path(version))));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /**
     * Computes and keeps the checksums of a version. Best effort.
     *
     * @param written files to compute them of, the version's manifest first
     * @param earlier other files, whose checksums are known
     */
    void write(String version, Collection<String> written, Collection<TableFile> earlier) {
        try {
            List<TableFile> files = new ArrayList<>();
            ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
            for (String path : written) {
                long size = Files.size(root.resolve(path));
                files.add(new TableFile(
                        path, OptionalLong.of(size), OptionalLong.of(crc32c(root.resolve(path), buffer))));
            }
            files.addAll(earlier);
            Path file = root.resolve(path(version));
            try {
                Files.write(file, format(files));
            } catch (NoSuchFileException e) {
                Files.createDirectories(root.resolve(DIRECTORY));
                Files.write(file, format(files));
            }
        } catch (IOException e) {
            remove(version); // none are better than wrong ones
        }
    }

    void remove(String version) {
        try {
            Files.deleteIfExists(root.resolve(path(version)));
        } catch (IOException e) {
            // Left over. Nothing names it.
        }
    }

    /** Compares a file with what is recorded of it; its content only if that was asked for. */
    FileCondition condition(TableFile file, boolean contents) {
        Path path = root.resolve(file.path());
        try {
            long actual = Files.size(path);
            long expected = file.sizeBytes().orElse(actual);
            if (actual != expected) {
                return new FileCondition.Resized(expected, actual);
            }
            boolean altered = contents
                    && file.crc32c().isPresent()
                    && file.crc32c().getAsLong() != crc32c(path, ByteBuffer.allocate(BUFFER_BYTES));
            return altered ? new FileCondition.Altered() : new FileCondition.Intact(actual);
        } catch (NoSuchFileException e) {
            return new FileCondition.Missing();
        } catch (IOException e) {
            return new FileCondition.Unreadable(e.toString());
        }
    }

    /**
     * Compares a version's manifest, and all its files if that was asked for, before Lance reads them: it may end the process
     * over damaged ones. What is missing, or has no checksum, passes.
     *
     * @throws StoreException CORRUPTION that names the damaged file
     */
    void requireUndamaged(String version, boolean all) {
        for (TableFile file : read(version).orElse(List.of())) {
            FileCondition condition = condition(file, true);
            if (condition instanceof FileCondition.Resized || condition instanceof FileCondition.Altered) {
                throw StoreException.corruption(
                        ErrorText.of("cannot read " + root.resolve(file.path()))
                                .cause(condition.description())
                                .remedy("copy the file from a backup of the graph; 'sennit check' says what else is"
                                        + " damaged")
                                .detail("file", root.resolve(file.path()).toString()),
                        null);
            }
            if (!all) {
                return;
            }
        }
    }

    private static long crc32c(Path path, ByteBuffer buffer) throws IOException {
        CRC32C sum = new CRC32C();
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            while (channel.read(buffer.clear()) >= 0) {
                sum.update(buffer.flip());
            }
        }
        return sum.getValue();
    }

    /** A header, a line per file, and the checksum of all that: whoever was killed in the middle leaves no end. */
    private static byte[] format(List<TableFile> files) {
        StringBuilder text = new StringBuilder(HEADER).append('\n');
        for (TableFile file : files) {
            text.append(HexFormat.of().toHexDigits(file.crc32c().orElseThrow(), 8))
                    .append(' ')
                    .append(file.sizeBytes().orElseThrow())
                    .append(' ')
                    .append(file.path())
                    .append('\n');
        }
        return text.append(end(text.toString())).append('\n').toString().getBytes(StandardCharsets.UTF_8);
    }

    private static String end(String text) {
        CRC32C sum = new CRC32C();
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        return "end " + HexFormat.of().toHexDigits(sum.getValue(), 8);
    }

    private static Optional<List<TableFile>> parse(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        int end = text.lastIndexOf("end ");
        if (!text.startsWith(HEADER + "\n")
                || end < 0
                || !text.substring(end).equals(end(text.substring(0, end)) + "\n")) {
            return Optional.empty();
        }
        return Optional.of(text.substring(0, end)
                .lines()
                .skip(1)
                .map(line -> line.split(" ", 3))
                .map(parts -> new TableFile(
                        parts[2],
                        OptionalLong.of(Long.parseLong(parts[1])),
                        OptionalLong.of(Long.parseLong(parts[0], 16))))
                .toList());
    }
}
