package dev.sennit.manifest;

import java.util.Optional;

/**
 * Walks from a commit to its first parent and on to the first commit of the graph: back through the chain it is on, then
 * through the one that chain began from. Not thread-safe.
 */
public final class FirstParents {
    private final Chains chains;
    private BranchChain chain;
    private VersionCursor versions;

    /** Begins with the commit itself. */
    public FirstParents(Located from, Chains chains) {
        this(from.chain(), from.commit().version(), chains);
    }

    /** Begins with the commit of a version, or the newest before it. */
    FirstParents(BranchChain chain, long version, Chains chains) {
        this.chains = chains;
        this.chain = chain;
        this.versions = chain.versions(version);
    }

    /**
     * The next older commit; empty after the first of the graph.
     *
     * @throws dev.sennit.model.StoreException CORRUPTION if it is missing or cannot be read
     */
    public Optional<Located> next() {
        for (Optional<ArchivedVersion> next = versions.next(); next.isPresent(); next = versions.next()) {
            ArchivedVersion version = next.get();
            Optional<FoundCommit> commit = StateRows.commit(version.rows(), version.version());
            if (commit.isPresent()) {
                return Optional.of(Located.commit(chain, commit.get()));
            }
            if (version.version() == chain.first()) {
                CommitPlace origin = StateRows.control(version.rows(), version.version())
                        .orElseThrow(() -> BranchChain.missing(version.version()))
                        .origin();
                chain = chains.chain(origin.chain());
                versions = chain.versions(origin.version());
            }
        }
        return Optional.empty();
    }
}
