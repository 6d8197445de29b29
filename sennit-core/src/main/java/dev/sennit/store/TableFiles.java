package dev.sennit.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.lance.FragmentMetadata;
import org.lance.fragment.DataFile;
import org.lance.fragment.DeletionFile;
import org.lance.fragment.DeletionFileType;
import org.lance.index.Index;

/** The names of the files of a table, relative to it, as Lance gives them. */
final class TableFiles {
    static final String DATA = "data";
    static final String DELETIONS = "_deletions";
    static final String INDEXES = "_indices";
    static final String VERSIONS = "_versions";

    private TableFiles() {}

    static String data(DataFile file) {
        return DATA + "/" + file.getPath();
    }

    static String deletions(int fragment, DeletionFile file) {
        return DELETIONS + "/" + fragment + "-" + Long.toUnsignedString(file.getReadVersion()) + "-"
                + Long.toUnsignedString(file.getId())
                + (file.getFileType() == DeletionFileType.ARRAY ? ".arrow" : ".bin");
    }

    /** The manifest of a linear or detached version of a table. */
    static String manifest(TablePin pin) {
        return VERSIONS + "/"
                + (pin.version() < 0 ? pin.toString() : ManifestFiles.baseName(pin.version()))
                + ManifestFiles.SUFFIX;
    }

    static FragmentInfo describe(FragmentMetadata fragment) {
        @Nullable DeletionFile deletions = fragment.getDeletionFile();
        return new FragmentInfo(
                fragment.getId(),
                fragment.getPhysicalRows(),
                fragment.getNumDeletions(),
                fragment.getFiles().stream().map(TableFiles::data).toList(),
                deletions == null ? "" : deletions(fragment.getId(), deletions),
                fragment.getFiles().stream()
                        .map(DataFile::getFileSizeBytes)
                        .filter(Objects::nonNull)
                        .mapToLong(Long::longValue)
                        .sum());
    }

    /** Everything the version needs to be read; what an index consists of only where it can be listed. */
    static List<String> of(LanceTableVersion version) {
        List<String> files = new ArrayList<>();
        files.add(manifest(version.pin()));
        for (FragmentInfo fragment : version.fragments()) {
            files.addAll(fragment.files());
            if (!fragment.deletionFile().isEmpty()) {
                files.add(fragment.deletionFile());
            }
        }
        Optional<Path> root = version.location().localPath();
        for (Index index : version.indexes()) {
            String directory = INDEXES + "/" + index.uuid();
            root.ifPresent(path -> files.addAll(list(path, directory)));
        }
        return files;
    }

    static long sizeBytes(LanceTableVersion version) {
        Optional<Path> root = version.location().localPath();
        if (root.isEmpty()) {
            return LanceErrors.call(version.doing("measure"), version.dataset()::calculateDataSize);
        }
        long bytes = 0;
        for (String file : of(version)) {
            bytes += LanceErrors.call(
                    version.doing("measure"), () -> Files.size(root.get().resolve(file)));
        }
        return bytes;
    }

    /** The files in a directory below {@code root}, relative to {@code root}, sorted. */
    static List<String> list(Path root, String directory) {
        try (Stream<Path> files = Files.list(root.resolve(directory))) {
            return files.map(file -> directory + "/" + file.getFileName())
                    .sorted()
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw LanceErrors.classify("list " + root.resolve(directory), e);
        }
    }
}
