package dev.sennit.model;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a collection of unreachable versions and files kept and removed, or would.
 *
 * @param graph the graph
 * @param dryRun whether nothing was changed, and {@code removed} says what would be
 * @param branches what is kept of each branch's history
 * @param directories what was looked at, tables first
 * @param settled unfinished operations that were too old for their files, and were settled; 0 in a dry run
 */
public record CollectReport(
        GraphId graph, boolean dryRun, List<Branch> branches, List<Directory> directories, long settled) {
    /**
     * The history of a branch.
     *
     * @param name its name
     * @param kept states that can be read
     * @param expired states whose rows are gone, now or since earlier; their commits stay in the log
     * @param oldest the oldest commit that can be read
     * @param oldestTime when it was committed
     */
    public record Branch(String name, long kept, long expired, CommitId oldest, Instant oldestTime) {
        public Branch {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(oldest, "oldest");
            Objects.requireNonNull(oldestTime, "oldestTime");
        }
    }

    /** Some files and their bytes. */
    public record Files(long count, long bytes) {
        public static final Files NONE = new Files(0, 0);

        public Files plus(Files other) {
            return new Files(count + other.count, bytes + other.bytes);
        }
    }

    /**
     * A directory of the graph.
     *
     * @param path relative to the graph
     * @param type the type whose rows it holds; empty if no state that is kept names it
     * @param kept files that states or unfinished operations need
     * @param young files that nothing needs and a write may still count on, because of their age
     * @param removed files that nothing needs
     */
    public record Directory(String path, Optional<String> type, Files kept, Files young, Files removed) {
        public Directory {
            Objects.requireNonNull(path, "path");
            Objects.requireNonNull(type, "type");
        }
    }

    public CollectReport {
        Objects.requireNonNull(graph, "graph");
        branches = List.copyOf(branches);
        // By type, those of none last: the order of paths is that in which tables happened to be made.
        directories = directories.stream()
                .sorted(Comparator.comparing(
                                (Directory directory) -> directory.type().isEmpty())
                        .thenComparing(directory -> directory.type().orElse(""))
                        .thenComparing(Directory::path))
                .toList();
    }

    /** What was removed in all, or would be. */
    public Files removed() {
        return directories.stream().map(Directory::removed).reduce(Files.NONE, Files::plus);
    }

    /** What is needed in all. */
    public Files kept() {
        return directories.stream().map(Directory::kept).reduce(Files.NONE, Files::plus);
    }

    /** What was spared in all because of its age. */
    public Files young() {
        return directories.stream().map(Directory::young).reduce(Files.NONE, Files::plus);
    }
}
