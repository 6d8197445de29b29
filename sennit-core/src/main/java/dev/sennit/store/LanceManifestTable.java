package dev.sennit.store;

import dev.sennit.model.Durability;
import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.lance.CommitBuilder;
import org.lance.Dataset;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.Transaction;
import org.lance.Version;
import org.lance.operation.Overwrite;

/**
 * A manifest chain as a Lance dataset, or a native branch of one.
 *
 * <p>On the local file system the chain is listed by this class: it knows how Lance names versions, and a torn newest
 * version must not hide the one before.
 */
public final class LanceManifestTable implements ManifestTable {
    private static final String BIRTH_TAG = "birth";
    private static final String COMMIT_FORMAT = "v2_1";

    /** How often a listing and a read may disagree before that is a fault: versions vanish only below the newest. */
    private static final int ATTEMPTS = 10;

    private final LanceRuntime runtime;
    private final StoreLocation location;
    private final StateRows states;
    private final VersionOpener versions;
    private final Optional<ManifestChain> chain;
    private final Optional<Consumer<String>> remover;
    private final ManifestCleanup cleanup;
    private final Supplier<Optional<Instant>> boot;
    private final DirectorySync directories = new DirectorySync();

    LanceManifestTable(LanceRuntime runtime, StoreLocation location, boolean branch, Supplier<Optional<Instant>> boot) {
        this(runtime, location, branch, boot, location.localPath().map(ManifestCleanup::removingBelow));
    }

    /** @param remover removes a file below the location; without one, files of cleaned versions stay for seven days */
    LanceManifestTable(
            LanceRuntime runtime,
            StoreLocation location,
            boolean branch,
            Supplier<Optional<Instant>> boot,
            Optional<Consumer<String>> remover) {
        this.remover = remover;
        this.runtime = runtime;
        this.location = location;
        this.states = new StateRows(runtime, location);
        this.versions = new VersionOpener(runtime, location, branch);
        this.cleanup = new ManifestCleanup(runtime, location, versions, remover);
        this.chain = location.localPath().map(ManifestChain::new);
        this.boot = boot;
    }

    /** The chain of the dataset at that location, which exists. */
    public static LanceManifestTable open(LanceRuntime runtime, StoreLocation location) {
        return new LanceManifestTable(runtime, location, false, BootTime::read);
    }

    /**
     * Creates a dataset whose version 1 has these rows. The caller has minted the location and nobody else uses it:
     * creation in Lance is not exclusive.
     */
    public static LanceManifestTable create(
            LanceRuntime runtime,
            StoreLocation location,
            List<StateRow> rows,
            TransactionIdentity identity,
            Durability durability) {
        LanceManifestTable table = open(runtime, location);
        String doing = "create manifest " + location;
        List<FragmentMetadata> fragments = table.states.stage(rows);
        table.syncData(fragments, durability);
        try (Transaction transaction = transaction(0, fragments, identity);
                Dataset created = LanceErrors.creating(
                        doing,
                        () -> new CommitBuilder(location.uri(), runtime.allocator())
                                .writeParams(location.storageOptions())
                                .enableV2ManifestPaths(true)
                                .useStableRowIds(false)
                                .storageFormat(COMMIT_FORMAT)
                                .execute(transaction))) {
            requireVersion(FIRST, created.version(), doing);
        }
        try (Dataset first = LanceErrors.call(doing, () -> runtime.open(location, FIRST))) {
            LanceErrors.run(doing, () -> first.tags().create(BIRTH_TAG, FIRST));
        }
        table.keepChecksums(FIRST, fragments);
        if (durability == Durability.FULL) {
            location.localPath().ifPresent(root -> LanceErrors.run(doing, () -> FileSync.syncTree(root)));
        }
        return table;
    }

    @Override
    public ManifestVersion latest() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Optional<ManifestVersion> found = read(latestVersion());
            if (found.isPresent()) {
                return found.get();
            }
        }
        throw StoreException.unavailable(
                ErrorText.of("cannot read the newest version of " + location)
                        .cause("it vanished " + ATTEMPTS + " times between listing and reading"),
                null);
    }

    @Override
    public Optional<ManifestVersion> read(long version) {
        if (version < FIRST || chain.isPresent() && !versions.isOnDisk(version)) {
            return Optional.empty();
        }
        String doing = "read version " + version + " of " + location;
        Optional<Dataset> opened = versions.openWhole(version, doing);
        if (opened.isEmpty()) {
            return Optional.empty();
        }
        try (Dataset dataset = opened.get()) {
            return Optional.of(LanceErrors.call(doing, () -> read(dataset)));
        } catch (StoreException e) {
            if (versions.isGone(version)) {
                return Optional.empty(); // cleaned while it was read
            }
            throw e;
        }
    }

    private ManifestVersion read(Dataset dataset) {
        long version = dataset.version();
        return new ManifestVersion(version, versions.uuid(dataset), stored(dataset), states.read(dataset));
    }

    private Instant stored(Dataset dataset) {
        return chain.isPresent()
                ? chain.get().stored(dataset.version())
                : dataset.getVersion().getDataTime().toInstant();
    }

    @Override
    public long latestVersion() {
        if (chain.isEmpty()) {
            try (Dataset newest = LanceErrors.call("open " + location, () -> runtime.openLatest(location))) {
                return newest.version();
            }
        }
        while (true) {
            OptionalLong newest = chain.get().newest();
            if (newest.isEmpty()) {
                throw StoreException.corruption(
                        ErrorText.of("cannot open manifest " + location).cause("it has no version"), null);
            }
            if (!setAsideIfTorn(chain.get(), newest.getAsLong())) {
                return newest.getAsLong();
            }
        }
    }

    /** Whether the newest version was torn by a loss of power and is set aside now, so that another one is the newest. */
    private boolean setAsideIfTorn(ManifestChain local, long newest) {
        if (!local.isTorn(newest)) {
            return false;
        }
        Optional<Instant> booted = boot.get();
        return booted.isPresent() && local.setAsideIfTorn(newest, booted.get());
    }

    @Override
    public boolean contains(long version) {
        return chain.isPresent() ? versions.isOnDisk(version) : ManifestTable.super.contains(version);
    }

    @Override
    public NavigableSet<Long> versions() {
        return chain.isPresent() ? chain.get().versions() : ManifestTable.super.versions();
    }

    @Override
    public Optional<Instant> stored(long version) {
        if (chain.isEmpty()) {
            return ManifestTable.super.stored(version);
        }
        try {
            return Optional.of(chain.get().stored(version));
        } catch (StoreException e) {
            if (versions.isOnDisk(version)) {
                throw e;
            }
            return Optional.empty();
        }
    }

    @Override
    public Map<Long, Instant> list() {
        if (chain.isPresent()) {
            return chain.get().list();
        }
        Map<Long, Instant> versions = new TreeMap<>();
        String doing = "list the versions of " + location;
        try (Dataset newest = LanceErrors.call(doing, () -> runtime.openLatest(location))) {
            for (Version version : LanceErrors.call(doing, newest::listVersions)) {
                versions.put(version.getId(), version.getDataTime().toInstant());
            }
        }
        return versions;
    }

    @Override
    public long overwrite(long base, List<StateRow> rows, TransactionIdentity identity) throws ManifestConflict {
        return overwrite(base, rows, identity, Durability.FULL);
    }

    @Override
    public long overwrite(long base, List<StateRow> rows, TransactionIdentity identity, Durability durability)
            throws ManifestConflict {
        String doing = "commit version " + (base + 1) + " of " + location;
        if (chain.isPresent() && chain.get().contains(base + 1)) {
            throw new ManifestConflict(
                    "cannot " + doing + ": it exists", new IllegalStateException("version exists")); // stages nothing
        }
        try (Dataset handle = openBase(base, doing)) {
            List<FragmentMetadata> fragments = LanceErrors.call(doing, () -> states.stage(rows));
            syncData(fragments, durability);
            try (Transaction transaction = transaction(base, fragments, identity);
                    Dataset committed = new CommitBuilder(handle)
                            .writeParams(location.storageOptions())
                            .execute(transaction)) {
                requireVersion(base + 1, committed.version(), doing);
            } catch (Exception e) {
                if (LanceErrors.isConflict(e)) {
                    discardIfLost(base + 1, identity, fragments);
                    throw new ManifestConflict("cannot " + doing + ": " + e.getMessage(), e);
                }
                throw LanceErrors.classify(doing, e);
            }
            if (durability == Durability.FULL) {
                syncManifest(base + 1);
            }
            keepChecksums(base + 1, fragments);
            return base + 1;
        }
    }

    /**
     * Removes what was staged for a version that somebody else wrote. On the local file system only: elsewhere a request
     * that timed out may still land, and must not name files that are gone.
     */
    private void discardIfLost(long version, TransactionIdentity identity, List<FragmentMetadata> staged) {
        if (chain.isEmpty()) {
            return;
        }
        try {
            if (read(version)
                    .filter(v -> !v.transactionUuid().equals(identity.uuid()))
                    .isPresent()) {
                staged.forEach(fragment -> TableFiles.describe(fragment).files().forEach(remover.orElse(file -> {})));
            }
        } catch (StoreException e) {
            // Left over, as after a crash.
        }
    }

    private Dataset openBase(long base, String doing) throws ManifestConflict {
        versions.requireUndamaged(base, false);
        try {
            return runtime.open(location, base);
        } catch (Exception e) {
            if (LanceErrors.isVersionNotFound(e)) {
                throw new ManifestConflict("cannot " + doing + ": version " + base + " is not there any more", e);
            }
            throw LanceErrors.classify(doing, e);
        }
    }

    @Override
    public Map<String, FileCondition> damage(long version) {
        Map<String, FileCondition> damaged = new TreeMap<>();
        location.localPath().ifPresent(root -> {
            Checksums checksums = new Checksums(root);
            for (TableFile file : checksums.read(Long.toString(version)).orElse(List.of())) {
                FileCondition condition = checksums.condition(file, true);
                if (!(condition instanceof FileCondition.Intact)) {
                    damaged.put(file.path(), condition);
                }
            }
        });
        return damaged;
    }

    private void keepChecksums(long version, List<FragmentMetadata> fragments) {
        List<String> written = new ArrayList<>();
        written.add(TableFiles.VERSIONS + "/" + ManifestFiles.baseName(version) + ManifestFiles.SUFFIX);
        fragments.forEach(
                fragment -> written.addAll(TableFiles.describe(fragment).files()));
        location.localPath().ifPresent(root -> new Checksums(root).write(Long.toString(version), written, List.of()));
    }

    @Override
    public void sync(long version) {
        if (chain.isEmpty()) {
            return;
        }
        String doing = "sync version " + version + " of " + location;
        versions.requireUndamaged(version, false);
        try (Dataset dataset = LanceErrors.call(doing, () -> runtime.open(location, version))) {
            syncData(
                    LanceErrors.call(doing, dataset::getFragments).stream()
                            .map(Fragment::metadata)
                            .toList(),
                    Durability.FULL);
        }
        syncManifest(version);
    }

    @Override
    public void cleanBefore(long version) {
        cleanBefore(version, each -> Optional.empty());
    }

    @Override
    public void cleanBefore(long version, LongFunction<Optional<String>> uuids) {
        cleanup.before(version, uuids);
    }

    private static Transaction transaction(long base, List<FragmentMetadata> fragments, TransactionIdentity identity) {
        return new Transaction.Builder()
                .readVersion(base)
                .uuid(identity.uuid())
                .transactionProperties(new HashMap<>(identity.properties()))
                .operation(Overwrite.builder()
                        .fragments(fragments)
                        .schema(StateRows.SCHEMA)
                        .build())
                .build();
    }

    private void syncData(List<FragmentMetadata> fragments, Durability durability) {
        Optional<Path> root = location.localPath();
        if (durability == Durability.RELAXED || root.isEmpty()) {
            return;
        }
        List<Path> files = fragments.stream()
                .flatMap(fragment -> TableFiles.describe(fragment).files().stream())
                .map(root.get()::resolve)
                .toList();
        LanceErrors.run("sync a state of " + location, () -> directories.sync(root.get(), files));
    }

    private void syncManifest(long version) {
        if (chain.isPresent()) {
            LanceErrors.run("sync version " + version + " of " + location, () -> {
                FileSync.sync(chain.get().manifest(version));
                FileSync.sync(chain.get().directory());
            });
        }
    }

    /** Overwrite conflicts with Overwrite only, so another version number means that something else wrote here. */
    private static void requireVersion(long expected, long actual, String doing) {
        if (actual != expected) {
            throw StoreException.corruption(
                    ErrorText.of("cannot " + doing)
                            .cause("it became version " + actual
                                    + "; something other than Sennit has written to this manifest"),
                    null);
        }
    }
}
