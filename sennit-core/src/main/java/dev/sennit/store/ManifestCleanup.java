package dev.sennit.store;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.lance.Dataset;
import org.lance.cleanup.CleanupPolicy;

/**
 * Removes old versions of one manifest with all that only they need. Version 1, from which branches are made, always stays.
 * Lance's own cleanup would keep the data and transaction files of every version after that one, and list them all each
 * time. Thread-safe, and safe beside writers, which go on from newer versions.
 */
final class ManifestCleanup {
    private final LanceRuntime runtime;
    private final StoreLocation location;
    private final VersionOpener versions;
    private final Optional<ManifestChain> chain;
    private final Optional<Consumer<String>> remover;

    /** @param remover removes a file below the location; without one, files of cleaned versions stay for seven days */
    ManifestCleanup(
            LanceRuntime runtime, StoreLocation location, VersionOpener versions, Optional<Consumer<String>> remover) {
        this.runtime = runtime;
        this.location = location;
        this.versions = versions;
        this.chain = location.localPath().map(ManifestChain::new);
        this.remover = remover;
    }

    /** Removes files at once. */
    static Consumer<String> removingBelow(Path root) {
        return file -> LanceErrors.run("remove " + file, () -> Files.deleteIfExists(root.resolve(file)));
    }

    /** Removes the versions before that one, but for the first; {@link ManifestTable#cleanBefore(long, LongFunction)}. */
    void before(long version, LongFunction<Optional<String>> uuids) {
        if (remover.isEmpty()) {
            cleanManifestsBefore(version);
            return;
        }
        Map<Long, List<String>> removable = new TreeMap<>();
        if (chain.isPresent()) {
            chain.get().versions().headSet(version).stream()
                    .filter(each -> each > ManifestTable.FIRST)
                    .forEach(each -> uuids.apply(each)
                            .flatMap(uuid -> recordedFilesOf(each, uuid))
                            .or(() -> filesOf(each))
                            .ifPresent(files -> removable.put(each, files)));
        } else {
            for (long each = version - 1; each > ManifestTable.FIRST; each--) {
                Optional<List<String>> files = filesOf(each);
                if (files.isEmpty()) {
                    break;
                }
                removable.put(each, files.get());
            }
        }
        // Oldest first, so that whoever stops here leaves a whole chain; and no manifest may come back after a loss of
        // power once what it names is gone.
        removable
                .keySet()
                .forEach(each -> remover.get()
                        .accept(TableFiles.VERSIONS + "/" + ManifestFiles.baseName(each) + ManifestFiles.SUFFIX));
        if (chain.isPresent() && !removable.isEmpty()) {
            LanceErrors.run(
                    "clean versions of " + location,
                    () -> FileSync.sync(chain.get().directory()));
        }
        removable.values().forEach(files -> files.forEach(remover.get()));
    }

    /** The same files without opening the version; empty if they are not recorded. */
    private Optional<List<String>> recordedFilesOf(long version, String uuid) {
        return location.localPath()
                .flatMap(root -> new Checksums(root).read(Long.toString(version)))
                .map(recorded -> {
                    List<String> files = new ArrayList<>();
                    files.add(transactionFile(version, uuid));
                    files.add(Checksums.path(Long.toString(version)));
                    recorded.stream()
                            .map(TableFile::path)
                            .filter(path -> !path.startsWith(TableFiles.VERSIONS + "/"))
                            .forEach(files::add);
                    return files;
                });
    }

    private static String transactionFile(long version, String uuid) {
        return TableFiles.TRANSACTIONS + "/" + (version - 1) + "-" + uuid + ".txn";
    }

    /** The data and transaction files that only this version needs; empty if it is not there. */
    private Optional<List<String>> filesOf(long version) {
        String doing = "look at version " + version + " of " + location;
        Optional<Dataset> opened = versions.open(version, doing);
        if (opened.isEmpty()) {
            return Optional.empty();
        }
        try (Dataset dataset = opened.get()) {
            List<String> files = new ArrayList<>();
            files.add(transactionFile(version, versions.uuid(dataset)));
            files.add(Checksums.path(Long.toString(version)));
            dataset.getFragments()
                    .forEach(fragment -> files.addAll(
                            TableFiles.describe(fragment.metadata()).files()));
            return Optional.of(files);
        } catch (Exception e) {
            if (versions.isMissing(version, e)) {
                return Optional.empty();
            }
            throw LanceErrors.classify(doing, e);
        }
    }

    private void cleanManifestsBefore(long version) {
        String doing = "clean versions before " + version + " of " + location;
        try (Dataset dataset = LanceErrors.call(doing, () -> runtime.openLatest(location))) {
            LanceErrors.run(
                    doing,
                    () -> dataset.cleanupWithPolicy(CleanupPolicy.builder()
                            .withBeforeVersion(version)
                            .withErrorIfTaggedOldVersions(false)
                            .build()));
        }
    }
}
