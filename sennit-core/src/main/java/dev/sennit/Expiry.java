package dev.sennit;

import dev.sennit.branch.BranchDirectory;
import dev.sennit.manifest.BranchChain;
import dev.sennit.manifest.CommitRecord;
import dev.sennit.manifest.Located;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.ExpiredException;
import dev.sennit.model.StoreException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether what a state shows has been collected. A state above the history horizon misses no file, so a failure to
 * read one below it is no damage. Thread-safe.
 *
 * @param branches whose tags keep states
 * @param version of the state in its chain
 */
record Expiry(BranchDirectory branches, BranchChain chain, long version, CommitRecord commit) {
    /**
     * That of a state that was found.
     *
     * @throws ExpiredException if it has been collected already
     */
    static Expiry of(Located located, BranchDirectory branches) {
        Expiry expiry = new Expiry(
                branches,
                located.chain(),
                located.commit().version(),
                located.commit().commit());
        if (located.newest().isEmpty()) {
            expiry.require();
        }
        return expiry;
    }

    /** @throws ExpiredException if it has been collected */
    void require() {
        if (isCollected()) {
            throw expired(null);
        }
    }

    /** Reads rows of the state. */
    <T> T reading(Supplier<T> read) {
        try {
            return read.get();
        } catch (StoreException e) {
            throw explain(e);
        }
    }

    /** A tag keeps what is below the horizon. */
    private boolean isCollected() {
        return chain.horizon() > version && !branches.isTagged(commit.id());
    }

    private RuntimeException explain(StoreException failure) {
        try {
            return isCollected() ? expired(failure) : failure;
        } catch (StoreException e) {
            failure.addSuppressed(e);
            return failure;
        }
    }

    private ExpiredException expired(@Nullable Throwable cause) {
        return new ExpiredException(
                ErrorCode.SNAPSHOT_EXPIRED,
                ErrorText.of("the state of commit " + commit.id() + " has been collected")
                        .cause(
                                "a collection has removed files that only old states needed; the commit is still in the log")
                        .remedy("read a newer state, and collect less often or keep more")
                        .detail("commit", commit.id().toString()),
                cause);
    }
}
