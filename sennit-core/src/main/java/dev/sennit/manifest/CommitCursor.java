package dev.sennit.manifest;

import java.util.Optional;

/** Walks a chain's commits newest first, as {@link VersionCursor} walks its versions. Not thread-safe. */
public final class CommitCursor {
    private final VersionCursor versions;

    CommitCursor(VersionCursor versions) {
        this.versions = versions;
    }

    /** The next older commit, or empty after the first commit of the chain. */
    public Optional<FoundCommit> next() {
        Optional<ArchivedVersion> version = versions.next();
        while (version.isPresent()) {
            Optional<FoundCommit> commit =
                    StateRows.commit(version.get().rows(), version.get().version());
            if (commit.isPresent()) {
                return commit;
            }
            version = versions.next();
        }
        return Optional.empty();
    }
}
