package dev.sennit.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
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
    static final String TRANSACTIONS = "_transactions";

    private TableFiles() {}

    static String data(DataFile file) {
        return DATA + "/" + file.getPath();
    }

    /** A staged file as a file of a fragment. */
    static DataFile dataFile(StagedFragment staged) {
        return new DataFile(
                staged.path(),
                staged.fieldIds().stream().mapToInt(Integer::intValue).toArray(),
                staged.columnIndices().stream().mapToInt(Integer::intValue).toArray(),
                LanceFragmentWriter.FORMAT_MAJOR,
                LanceFragmentWriter.FORMAT_MINOR,
                staged.sizeBytes() == 0 ? null : staged.sizeBytes(),
                null);
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
                fragment.getFiles().stream()
                        .map(file -> Arrays.stream(file.getFields()).boxed().toList())
                        .toList(),
                deletions == null ? "" : deletions(fragment.getId(), deletions),
                fragment.getFiles().stream()
                        .map(DataFile::getFileSizeBytes)
                        .filter(Objects::nonNull)
                        .mapToLong(Long::longValue)
                        .sum());
    }

    /**
     * Everything the version needs to be read, and its checksums; what an index consists of only where it can be listed.
     */
    static List<TableFile> of(LanceTableVersion version) {
        List<TableFile> files = new ArrayList<>();
        files.add(TableFile.unrecorded(manifest(version.pin())));
        for (FragmentMetadata fragment : version.fragmentMetadata()) {
            for (DataFile file : fragment.getFiles()) {
                files.add(new TableFile(data(file), size(file), OptionalLong.empty()));
            }
            String deletions = describe(fragment).deletionFile();
            if (!deletions.isEmpty()) {
                files.add(TableFile.unrecorded(deletions));
            }
        }
        Optional<Path> root = version.location().localPath();
        String checksums = Checksums.path(version.pin().toString());
        if (root.isPresent() && Files.exists(root.get().resolve(checksums))) {
            files.add(TableFile.unrecorded(checksums));
        }
        for (Index index : version.indexes()) {
            String directory = INDEXES + "/" + index.uuid();
            root.ifPresent(path -> list(path, directory).forEach(file -> files.add(TableFile.unrecorded(file))));
        }
        return files;
    }

    /** The same without looking at the disk; a path that ends with a slash stands for all below it. */
    static Set<String> needs(LanceTableVersion version) {
        Set<String> needs = needs(version.fragmentMetadata(), version.indexes());
        needs.add(manifest(version.pin()));
        needs.add(Checksums.path(version.pin().toString()));
        return needs;
    }

    private static Set<String> needs(List<FragmentMetadata> fragments, List<Index> indexes) {
        Set<String> needs = new HashSet<>();
        for (FragmentMetadata fragment : fragments) {
            FragmentInfo info = describe(fragment);
            needs.addAll(info.files());
            if (!info.deletionFile().isEmpty()) {
                needs.add(info.deletionFile());
            }
        }
        indexes.forEach(index -> needs.add(INDEXES + "/" + index.uuid() + "/"));
        return needs;
    }

    private static OptionalLong size(DataFile file) {
        @Nullable Long size = file.getFileSizeBytes();
        return size == null || size == 0 ? OptionalLong.empty() : OptionalLong.of(size);
    }

    /** Whether a file that an earlier version needed is needed by one that consists of these. */
    static Predicate<TableFile> neededBy(List<FragmentMetadata> fragments, List<Index> indexes) {
        Set<String> needs = needs(fragments, indexes);
        return file -> needs.contains(file.path())
                || needs.contains(file.path().substring(0, file.path().lastIndexOf('/') + 1));
    }

    static long sizeBytes(LanceTableVersion version) {
        Optional<Path> root = version.location().localPath();
        if (root.isEmpty()) {
            return LanceErrors.call(version.doing("measure"), version.dataset()::calculateDataSize);
        }
        long bytes = 0;
        for (TableFile file : of(version)) {
            bytes += LanceErrors.call(
                    version.doing("measure"), () -> Files.size(root.get().resolve(file.path())));
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
