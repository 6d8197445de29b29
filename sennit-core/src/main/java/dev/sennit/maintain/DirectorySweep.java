package dev.sennit.maintain;

import dev.sennit.model.CollectReport.Directory;
import dev.sennit.model.CollectReport.Files;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.store.NeededFiles;
import dev.sennit.store.ObjectEntry;
import dev.sennit.store.ObjectStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Removes from directories what nothing needs and is older than a time. Removing what another collection has removed is
 * no failure. Not thread-safe.
 */
final class DirectorySweep {
    private final ObjectStore objects;
    private final Instant before;
    private final boolean dryRun;
    private final FailurePoints failurePoints;
    private final Runnable progress;

    /** @param progress told of each file that was removed, or would be */
    DirectorySweep(
            ObjectStore objects, Instant before, boolean dryRun, FailurePoints failurePoints, Runnable progress) {
        this.objects = objects;
        this.before = before;
        this.dryRun = dryRun;
        this.failurePoints = failurePoints;
        this.progress = progress;
    }

    /** What became of a directory, and of the directories of its indexes by name. */
    private record Swept(Directory directory, Set<String> indexesLeft, Set<String> indexesSwept) {}

    /**
     * Sweeps a table that states name.
     *
     * @param mustStay which files stay, by path relative to the directory
     */
    Directory sweepTable(String directory, Optional<String> type, Predicate<String> mustStay) {
        Swept swept = sweep(directory, type, mustStay);
        if (!dryRun) {
            pruneIndexes(directory + "/" + NeededFiles.INDEXES, swept);
        }
        return swept.directory();
    }

    /** Sweeps a directory that nothing names at all, and removes it once it is empty. */
    Directory sweepAbandoned(String directory) {
        Directory swept = sweep(directory, Optional.empty(), path -> false).directory();
        if (!dryRun && swept.young().count() == 0) {
            objects.prune(directory, Instant.MAX);
        }
        return swept;
    }

    private Swept sweep(String directory, Optional<String> type, Predicate<String> mustStay) {
        Files kept = Files.NONE;
        Files young = Files.NONE;
        Files removed = Files.NONE;
        Set<String> indexesLeft = new HashSet<>();
        Set<String> indexesSwept = new HashSet<>();
        // Manifests first: a version whose manifest is gone cannot be opened and then fail in the middle.
        List<ObjectEntry> manifests = new ArrayList<>();
        List<ObjectEntry> others = new ArrayList<>();
        for (ObjectEntry entry : objects.list(directory + "/")) {
            Files file = new Files(1, entry.sizeBytes());
            String path = entry.path().substring(directory.length() + 1);
            boolean stays = mustStay.test(path);
            boolean goes = !stays && entry.modified().isBefore(before);
            if (stays) {
                kept = kept.plus(file);
            } else if (goes) {
                removed = removed.plus(file);
                (NeededFiles.isManifest(path) ? manifests : others).add(entry);
            } else {
                young = young.plus(file);
            }
            index(path).ifPresent((goes ? indexesSwept : indexesLeft)::add);
        }
        manifests.forEach(this::remove);
        others.forEach(this::remove);
        return new Swept(new Directory(directory, type, kept, young, removed), indexesLeft, indexesSwept);
    }

    private void remove(ObjectEntry entry) {
        if (!dryRun) {
            objects.delete(entry.path());
            failurePoints.reached(FailurePoint.FILE_COLLECTED);
        }
        progress.run();
    }

    /** One that holds no file, and whose files were not removed just now, may be about to get some. */
    private void pruneIndexes(String indexes, Swept swept) {
        for (String index : objects.directories(indexes)) {
            if (!swept.indexesLeft().contains(index)) {
                objects.prune(indexes + "/" + index, swept.indexesSwept().contains(index) ? Instant.MAX : before);
            }
        }
    }

    /** The index a file is part of. */
    private static Optional<String> index(String path) {
        String[] segments = path.split("/", 3);
        return segments.length == 3 && segments[0].equals(NeededFiles.INDEXES)
                ? Optional.of(segments[1])
                : Optional.empty();
    }
}
