package dev.sennit.store;

import java.util.NoSuchElementException;
import java.util.Optional;
import org.lance.Dataset;
import org.lance.Transaction;

/**
 * Opens versions of one manifest: none whose file is damaged, over which Lance may end the process, and knows a version
 * that is missing from one that cannot be opened. Thread-safe.
 */
final class VersionOpener {
    private final LanceRuntime runtime;
    private final StoreLocation location;
    private final boolean branch;
    private final Optional<ManifestChain> chain;

    /** @param branch whether the manifest is a native branch of another one */
    VersionOpener(LanceRuntime runtime, StoreLocation location, boolean branch) {
        this.runtime = runtime;
        this.location = location;
        this.branch = branch;
        this.chain = location.localPath().map(ManifestChain::new);
    }

    /**
     * The version, which the caller closes; empty if it is not there.
     *
     * @throws dev.sennit.model.StoreException CORRUPTION if its manifest is not what was written, and whatever opening it
     *     comes to otherwise
     */
    Optional<Dataset> open(long version, String doing) {
        requireUndamaged(version, false);
        return openUnchecked(version, doing);
    }

    /** The same, where none of the files of the version may be damaged. */
    Optional<Dataset> openWhole(long version, String doing) {
        requireUndamaged(version, true);
        return openUnchecked(version, doing);
    }

    private Optional<Dataset> openUnchecked(long version, String doing) {
        try {
            return Optional.of(runtime.open(location, version));
        } catch (Exception e) {
            if (isMissing(version, e)) {
                return Optional.empty();
            }
            throw LanceErrors.classify(doing, e);
        }
    }

    void requireUndamaged(long version, boolean all) {
        location.localPath().ifPresent(root -> new Checksums(root).requireUndamaged(Long.toString(version), all));
    }

    /**
     * Whether opening a version failed because it is not there. Lance says so of a manifest full of zeros, too, and says
     * other things of one that is cleaned meanwhile.
     */
    boolean isMissing(long version, Exception failure) {
        return chain.isPresent() ? !isOnDisk(version) : LanceErrors.isVersionNotFound(failure);
    }

    /** On the local file system only; false elsewhere. */
    boolean isOnDisk(long version) {
        return chain.isPresent() && chain.get().contains(version);
    }

    /** Whether a version that was there has been cleaned. */
    boolean isGone(long version) {
        if (chain.isPresent()) {
            return !chain.get().contains(version);
        }
        try (Dataset dataset = runtime.open(location, version)) {
            return dataset.version() != version;
        } catch (Exception e) {
            return LanceErrors.isVersionNotFound(e);
        }
    }

    /** Which transaction made the version. Lance aborts the process when asked for the one that made a branch. */
    String uuid(Dataset dataset) {
        if (branch && dataset.version() == ManifestTable.FIRST) {
            return "";
        }
        Optional<Transaction> transaction = dataset.readTransaction();
        if (transaction.isEmpty()) {
            throw new NoSuchElementException("the version does not say which transaction made it");
        }
        try (Transaction found = transaction.get()) {
            return found.uuid();
        }
    }
}
