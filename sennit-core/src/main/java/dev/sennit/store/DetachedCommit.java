package dev.sennit.store;

import dev.sennit.model.Durability;
import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.lance.CommitBuilder;
import org.lance.Dataset;
import org.lance.Transaction;
import org.lance.operation.Operation;

/** Adds a detached version to a table, durable as asked: what it needs first, then itself. */
final class DetachedCommit {
    private final OpenDatasets datasets;
    private final LanceTableVersion base;
    private final TransactionIdentity identity;
    private final Durability durability;
    private final DirectorySync directories;

    DetachedCommit(
            OpenDatasets datasets,
            LanceTableVersion base,
            TransactionIdentity identity,
            Durability durability,
            DirectorySync directories) {
        this.datasets = datasets;
        this.base = base;
        this.identity = identity;
        this.durability = durability;
        this.directories = directories;
    }

    /** Checks the version just committed, before anyone can hear of it. */
    interface Check {
        void check(OpenDataset committed);
    }

    /**
     * Commits.
     *
     * @param files what the new version needs and the base does not, relative to the table
     */
    TablePin execute(Operation operation, Collection<String> files, Check check) {
        sync(files);
        String doing = base.doing("commit to");
        OpenDataset committed = commit(operation, doing);
        boolean kept = false;
        try {
            TablePin pin = new TablePin(committed.dataset().version());
            if (pin.version() >= 0) {
                throw StoreException.internal(
                        ErrorText.of("cannot " + doing)
                                .cause("Lance made the linear version " + pin + " instead of a detached one"),
                        null);
            }
            check.check(committed);
            keepChecksums(pin, committed, files);
            sync(Set.of(TableFiles.manifest(pin)));
            // The next write will most likely build on it.
            datasets.release(datasets.keep(base.location(), pin, committed));
            kept = true;
            return pin;
        } finally {
            if (!kept) {
                committed.close();
            }
        }
    }

    private OpenDataset commit(Operation operation, String doing) {
        Dataset dataset = base.dataset();
        // The base of a detached commit is the handle; the number is only a record of it.
        try (Transaction transaction = new Transaction.Builder()
                .readVersion(dataset.version())
                .uuid(identity.uuid())
                .transactionProperties(identity.properties())
                .operation(operation)
                .build()) {
            return LanceErrors.call(
                    doing,
                    () -> new OpenDataset(new CommitBuilder(dataset)
                            .detached(true)
                            .writeParams(base.location().storageOptions())
                            .execute(transaction)));
        }
    }

    private void keepChecksums(TablePin pin, OpenDataset committed, Collection<String> files) {
        Optional<Path> root = base.location().localPath();
        if (root.isEmpty()) {
            return;
        }
        Checksums checksums = new Checksums(root.get());
        String doing = base.doing("commit to");
        Predicate<TableFile> needed = TableFiles.neededBy(
                LanceErrors.call(doing, committed::fragments), LanceErrors.call(doing, committed::indexes));
        List<String> written = new ArrayList<>(List.of(TableFiles.manifest(pin)));
        written.addAll(files);
        List<TableFile> earlier = checksums.read(base.pin().toString()).orElse(List.of()).stream()
                .filter(needed)
                .toList();
        checksums.write(pin.toString(), written, earlier);
    }

    private void sync(Collection<String> files) {
        Optional<Path> root = base.location().localPath();
        if (durability == Durability.RELAXED || root.isEmpty()) {
            return;
        }
        LanceErrors.run(
                base.doing("sync"),
                () -> directories.sync(
                        root.get(), files.stream().map(root.get()::resolve).toList()));
    }
}
