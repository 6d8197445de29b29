package dev.sennit.store;

import dev.sennit.model.Durability;
import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import dev.sennit.model.TableId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.lance.CommitBuilder;
import org.lance.Dataset;
import org.lance.Fragment;
import org.lance.FragmentMetadata;
import org.lance.Transaction;
import org.lance.WriteParams;
import org.lance.fragment.DataFile;
import org.lance.operation.Operation;
import org.lance.operation.Update;
import org.lance.operation.UpdateConfig;
import org.lance.operation.UpdateMap;
import org.roaringbitmap.IntConsumer;
import org.roaringbitmap.RoaringBitmap;

/**
 * Tables as Lance datasets, one directory each, written by detached commits only.
 *
 * <p>The linear history of each has two versions that never change: the empty table, tagged, and one that makes the tag
 * protect it. Lance's cleanup by a stranger would destroy everything that only detached versions need; the tag makes it
 * fail instead.
 */
public final class LanceTableStore implements TableStore {
    private static final String TRIPWIRE_TAG = "sennit-created";
    private static final String TRIPWIRE_KEY = "sennit.warning";
    private static final String TRIPWIRE_TEXT =
            "Written by Sennit: current data is in detached versions. Never clean up, compact or restore this dataset.";

    private final LanceRuntime runtime;
    private final StoreLocation tables;
    private final DirectorySync directories = new DirectorySync();

    /**
     * @param tables the directory that holds one directory per table
     */
    public LanceTableStore(LanceRuntime runtime, StoreLocation tables) {
        this.runtime = runtime;
        this.tables = tables;
    }

    @Override
    public void create(TableId table, TableLayout layout, Durability durability) {
        StoreLocation location = location(table);
        String doing = "create table " + table;
        try (Dataset created = LanceErrors.creating(
                doing,
                () -> Dataset.write()
                        .allocator(runtime.allocator())
                        .schema(TableSchema.arrow(layout))
                        .uri(location.uri())
                        .mode(WriteParams.WriteMode.CREATE)
                        .enableStableRowIds(false)
                        .dataStorageVersion(LanceFragmentWriter.FORMAT)
                        .storageOptions(location.storageOptions())
                        .execute())) {
            if (created.version() != TablePin.CREATED.version()) {
                throw StoreException.internal(
                        ErrorText.of("cannot " + doing).cause("another writer created it at the same time"), null);
            }
        }
        setTripwire(location, doing);
        location.localPath()
                .ifPresent(root -> new Checksums(root)
                        .write(TablePin.CREATED.toString(), List.of(TableFiles.manifest(TablePin.CREATED)), List.of()));
        if (durability == Durability.FULL) {
            location.localPath().ifPresent(root -> LanceErrors.run(doing, () -> FileSync.syncTree(root)));
        }
    }

    private void setTripwire(StoreLocation location, String doing) {
        Operation warning = UpdateConfig.builder()
                .configUpdates(UpdateMap.builder()
                        .updates(Map.of(TRIPWIRE_KEY, TRIPWIRE_TEXT))
                        .replace(false)
                        .build())
                .build();
        try (Dataset created = LanceErrors.call(doing, () -> runtime.open(location, TablePin.CREATED.version()))) {
            LanceErrors.run(doing, () -> created.tags().create(TRIPWIRE_TAG, TablePin.CREATED.version()));
            try (Transaction transaction = new Transaction.Builder()
                            .readVersion(TablePin.CREATED.version())
                            .operation(warning)
                            .build();
                    Dataset protecting = LanceErrors.call(
                            doing,
                            () -> new CommitBuilder(created)
                                    .writeParams(location.storageOptions())
                                    .execute(transaction))) {
                requireNextVersion(protecting, doing);
            }
        }
    }

    private static void requireNextVersion(Dataset protecting, String doing) {
        if (protecting.version() != TablePin.CREATED.version() + 1) {
            throw StoreException.internal(
                    ErrorText.of("cannot " + doing).cause("another writer changed it at the same time"), null);
        }
    }

    @Override
    public TableVersion open(TableId table, TablePin pin) {
        StoreLocation location = location(table);
        try {
            OpenDataset open = runtime.datasets().use(location, pin, () -> open(location, pin));
            return new LanceTableVersion(table, pin, location, runtime, open);
        } catch (Exception e) {
            throw LanceErrors.classify(opening(table, pin), e);
        }
    }

    @Override
    public Optional<TableVersion> find(TableId table, TablePin pin) {
        StoreLocation location = location(table);
        try {
            // Never what is open already: whoever looks for a version wants to know whether it is there.
            OpenDataset found = open(location, pin);
            return Optional.of(new LanceTableVersion(
                    table, pin, location, runtime, runtime.datasets().keep(location, pin, found)));
        } catch (Exception e) {
            if (LanceErrors.isVersionNotFound(e)) {
                return Optional.empty();
            }
            throw LanceErrors.classify(opening(table, pin), e);
        }
    }

    private OpenDataset open(StoreLocation location, TablePin pin) {
        location.localPath().ifPresent(root -> new Checksums(root).requireUndamaged(pin.toString(), false));
        return new OpenDataset(runtime.open(location, pin.version()));
    }

    private static String opening(TableId table, TablePin pin) {
        return "open table " + table + " at " + pin;
    }

    @Override
    public Optional<List<TableFile>> recordedFiles(TableId table, TablePin pin) {
        return location(table).localPath().flatMap(root -> new Checksums(root).read(pin.toString()));
    }

    @Override
    public FileCondition condition(TableId table, TableFile file, boolean contents) {
        return location(table)
                .localPath()
                .map(root -> new Checksums(root).condition(file, contents))
                // An object that was put whole is there, and its store keeps checksums.
                .orElseGet(() -> new FileCondition.Intact(file.sizeBytes().orElse(0)));
    }

    @Override
    public FragmentWriter writeFragment(TableVersion base) {
        LanceTableVersion version = own(base);
        return new LanceFragmentWriter(runtime, version.location(), version.schema());
    }

    @Override
    public void discard(TableId table, List<StagedFragment> fragments) {
        StoreLocation data = location(table).child(TableFiles.DATA);
        for (StagedFragment fragment : fragments) {
            // What cannot be removed, here or on an object store, is collected later: nothing names it.
            data.localPath()
                    .ifPresent(directory ->
                            directory.resolve(fragment.path()).toFile().delete());
        }
    }

    @Override
    public TablePin commit(TableVersion base, TableChange change, TransactionIdentity identity, Durability durability) {
        LanceTableVersion version = own(base);
        TableChangeCheck check = new TableChangeCheck(version);
        check.check(change);

        List<String> files = new ArrayList<>();
        List<FragmentMetadata> added = added(version, change.added(), files);
        List<FragmentMetadata> updated = new ArrayList<>();
        Set<Integer> removed = new HashSet<>(change.removedFragments());
        change.deletedRows().forEach((id, offsets) -> {
            Optional<FragmentMetadata> left = deleteRows(version, check.fragment(id), offsets, files);
            left.ifPresentOrElse(updated::add, () -> removed.add(id));
        });

        Update update = Update.builder()
                .newFragments(added)
                .updatedFragments(updated)
                .removedFragmentIds(removed.stream().map(Integer::longValue).toList())
                .updateMode(Optional.of(Update.UpdateMode.RewriteRows))
                .fieldsForPreservingFragBitmap(version.schema().fieldIds().stream()
                        .mapToLong(Integer::longValue)
                        .toArray())
                .build();
        CommittedFragments expected = CommittedFragments.expected(version.fragmentMetadata(), added, updated, removed);
        return new DetachedCommit(runtime.datasets(), version, identity, durability, directories)
                .execute(update, files, committed -> expected.check(version.doing("commit to"), committed));
    }

    /** The staged files as fragments with ids that the base does not have. */
    private List<FragmentMetadata> added(LanceTableVersion base, List<StagedFragment> staged, List<String> files) {
        Set<Integer> taken = new HashSet<>();
        base.fragmentMetadata().forEach(fragment -> taken.add(fragment.getId()));
        List<FragmentMetadata> fragments = new ArrayList<>();
        for (StagedFragment each : staged) {
            int id;
            do {
                id = runtime.randomInt(1, Integer.MAX_VALUE);
            } while (!taken.add(id));
            DataFile file = TableFiles.dataFile(each);
            files.add(TableFiles.data(file));
            fragments.add(new FragmentMetadata(id, List.of(file), each.rowCount(), null, null));
        }
        return fragments;
    }

    /** The fragment without those rows; empty if none is left. */
    private static Optional<FragmentMetadata> deleteRows(
            LanceTableVersion base, FragmentMetadata fragment, RoaringBitmap offsets, List<String> files) {
        List<Integer> rows = new ArrayList<>(offsets.getCardinality());
        offsets.forEach((IntConsumer) rows::add);
        Optional<FragmentMetadata> left = Optional.ofNullable(LanceErrors.call(
                base.doing("delete rows of"), () -> new Fragment(base.dataset(), fragment.getId()).deleteRows(rows)));
        left.ifPresent(remaining -> {
            long deleted = remaining.getNumDeletions() - fragment.getNumDeletions();
            if (deleted != rows.size()) {
                throw new IllegalArgumentException(rows.size() + " rows of fragment " + fragment.getId() + " of " + base
                        + " were to be deleted, but only " + deleted + " of them were there");
            }
            files.add(TableFiles.describe(remaining).deletionFile());
        });
        return left;
    }

    @Override
    public TablePin index(
            TableVersion base,
            List<String> columns,
            List<Integer> fragments,
            TransactionIdentity identity,
            Durability durability) {
        LanceTableVersion version = own(base);
        return new IndexBuild(runtime, version, fragments)
                .execute(columns, new DetachedCommit(runtime.datasets(), version, identity, durability, directories));
    }

    @Override
    public TablePin project(
            TableVersion base, TableLayout layout, TransactionIdentity identity, Durability durability) {
        LanceTableVersion version = own(base);
        TableSchema target = new ColumnProjection(runtime, version).plan(layout, Set.of(), false);
        return evolve(version, target, Set.of(), Map.of(), identity, durability);
    }

    @Override
    public TableEvolution evolution(TableVersion base, TableLayout layout, Set<String> filled) {
        LanceTableVersion version = own(base);
        TableSchema target = new ColumnProjection(runtime, version).plan(layout, filled, true);
        return new TableEvolution(version.table(), version.pin(), target, filled);
    }

    @Override
    public FragmentWriter writeColumns(TableVersion base, TableEvolution evolution) {
        LanceTableVersion version = own(base);
        evolution.requireOf(version);
        return new LanceFragmentWriter(runtime, version.location(), evolution.filledColumns());
    }

    @Override
    public FragmentWriter writeRows(TableVersion base, TableEvolution evolution) {
        LanceTableVersion version = own(base);
        evolution.requireOf(version);
        return new LanceFragmentWriter(runtime, version.location(), evolution.target());
    }

    @Override
    public TablePin evolve(
            TableVersion base,
            TableEvolution evolution,
            Map<Integer, StagedFragment> values,
            TransactionIdentity identity,
            Durability durability) {
        LanceTableVersion version = own(base);
        evolution.requireOf(version);
        new TableChangeCheck(version).check(evolution, values);
        return evolve(version, evolution.target(), evolution.filled(), values, identity, durability);
    }

    private TablePin evolve(
            LanceTableVersion version,
            TableSchema target,
            Set<String> filled,
            Map<Integer, StagedFragment> values,
            TransactionIdentity identity,
            Durability durability) {
        ColumnProjection projection = new ColumnProjection(runtime, version);
        boolean merges = projection.needsMerge(target, filled);
        Optional<TablePin> between = projection.executeRenamingAway(
                target.layout(),
                filled,
                new DetachedCommit(runtime.datasets(), version, identity, Durability.RELAXED, directories));
        if (between.isEmpty()) {
            return evolve(version, target, merges, values, identity, durability);
        }
        try (LanceTableVersion renamed = own(open(version.table(), between.get()))) {
            return evolve(renamed, target, merges, values, identity, durability);
        }
    }

    private TablePin evolve(
            LanceTableVersion base,
            TableSchema target,
            boolean merges,
            Map<Integer, StagedFragment> values,
            TransactionIdentity identity,
            Durability durability) {
        ColumnProjection projection = new ColumnProjection(runtime, base);
        DetachedCommit commit = new DetachedCommit(runtime.datasets(), base, identity, durability, directories);
        return merges ? projection.merge(target, values, commit) : projection.project(target, commit);
    }

    private StoreLocation location(TableId table) {
        return tables.child(table.toString());
    }

    private LanceTableVersion own(TableVersion version) {
        if (!(version instanceof LanceTableVersion own) || !own.location().equals(location(own.table()))) {
            throw new IllegalArgumentException(version + " is not of this store");
        }
        return own;
    }
}
