package dev.sennit.manifest;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A run of consecutive versions of one chain, archived together. Immutable once written.
 *
 * @param from first version
 * @param versions one entry per version, in order
 */
record Segment(long from, List<ArchivedVersion> versions) {
    Segment {
        versions = List.copyOf(versions);
        for (int i = 0; i < versions.size(); i++) {
            if (versions.get(i).version() != from + i) {
                throw new IllegalArgumentException(
                        "version " + versions.get(i).version() + " where " + (from + i) + " belongs");
            }
        }
    }

    long to() {
        return from + versions.size() - 1;
    }

    boolean covers(long version) {
        return version >= from && version <= to();
    }

    ArchivedVersion version(long number) {
        return versions.get(Math.toIntExact(number - from));
    }

    /** The commits of this segment, newest first. */
    List<FoundCommit> commitsNewestFirst() {
        return versions.reversed().stream()
                .filter(v -> !v.rows().isEmpty()) // what a native branch begins with is no state of its chain
                .flatMap(v -> StateRows.commit(v.rows(), v.version()).stream())
                .toList();
    }

    Optional<FoundCommit> find(Predicate<CommitRecord> wanted) {
        return commitsNewestFirst().stream()
                .filter(c -> wanted.test(c.commit()))
                .findFirst();
    }
}
