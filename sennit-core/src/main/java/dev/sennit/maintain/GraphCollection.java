package dev.sennit.maintain;

import dev.sennit.branch.BranchDirectory;
import dev.sennit.branch.NamedBranch;
import dev.sennit.branch.StoredPointer;
import dev.sennit.maintain.CollectProgress.Phase;
import dev.sennit.manifest.BirthCertificate;
import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.Located;
import dev.sennit.model.BranchIncarnation;
import dev.sennit.model.CollectReport;
import dev.sennit.model.CollectReport.Directory;
import dev.sennit.model.CollectReport.Files;
import dev.sennit.model.ErrorText;
import dev.sennit.model.IdSource;
import dev.sennit.model.OperationId;
import dev.sennit.model.StoreException;
import dev.sennit.model.TableId;
import dev.sennit.model.Ulid;
import dev.sennit.protocol.Decision;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.protocol.OperationRemains;
import dev.sennit.protocol.RefKind;
import dev.sennit.protocol.RefPointer;
import dev.sennit.protocol.UnresolvedOperations;
import dev.sennit.store.ManifestBranches;
import dev.sennit.store.NeededFiles;
import dev.sennit.store.ObjectEntry;
import dev.sennit.store.ObjectStore;
import dev.sennit.store.TableStore;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Collects table versions and files that nothing needs. Safe at any time and beside any number of writers, readers and
 * other collections, in any process, as long as no guard is shorter than that of a writer; stopping anywhere leaves a
 * whole graph, and the next collection does the rest.
 *
 * <p>The order makes it so. All times are the store's.
 *
 * <ol>
 *   <li>The history horizon of each branch is published, so that whoever misses a file learns that its state has expired;
 *       that of a branch whose tombstone is older than the guard is beyond all its states.
 *   <li>Operations that were armed more than half a guard ago are settled: an undecided one is aborted and can never
 *       publish, however old its files get.
 *   <li>What is needed is read: unfinished operations first, then the names of branches and tags, then states, so that what
 *       goes from one to the next in between, as a new branch does from its intent to its name, is met in one of them. A
 *       deleted branch or tag counts as long as its tombstone is younger than the guard. An operation that is armed later, or not yet decided, has only files younger than the guard
 *       besides those of its base; for its base to be published on, the newest state must name it.
 *   <li>Files are listed, and those that are older than the guard and not needed are removed.
 *   <li>Native branches go to which no name leads: a guard after the tombstone, when no commit can be on its way any more
 *       that would be believed where the chain has been; and those that a creation left which did not end.
 * </ol>
 *
 * <p>No state is removed, and no decision to abort: the chain of manifest versions is shortened by its own rules, and the
 * archive stays whole. Not thread-safe.
 */
public final class GraphCollection {
    private static final String TABLES = "tables";
    private static final String MANIFESTS = "__manifest";
    private static final String BEGUN = "__recovery/collection/";

    private final BirthCertificate certificate;
    private final BranchDirectory directory;
    private final ManifestBranches natives;
    private final TableStore tables;
    private final ObjectStore objects;
    private final BranchUpkeep upkeep;
    private final IdSource ids;
    private final Clock clock;
    private final FailurePoints failurePoints;
    private final CollectProgress progress;

    private final TableRoots roots = new TableRoots();
    private final Set<BranchIncarnation> mentioned = new HashSet<>();
    private long states;
    private long swept;

    /** What belongs to the protocols. */
    public interface BranchUpkeep {
        /** Settles the operations that were armed before a time by the store's clock; returns how many there were. */
        int settleArmedBefore(Instant time);

        /** Moves older versions of a branch's manifest to the archive, given the time by the store's clock. */
        void shortenChain(NamedBranch branch, Instant now);
    }

    /**
     * @param directory what names lead to, with chains that remember nothing
     * @param natives the native branches
     * @param tables reads from the store, not from what an open graph has cached of it
     * @param clock for dry runs, which cannot ask the store for the time
     */
    public GraphCollection(
            BirthCertificate certificate,
            BranchDirectory directory,
            ManifestBranches natives,
            TableStore tables,
            ObjectStore objects,
            BranchUpkeep upkeep,
            IdSource ids,
            Clock clock,
            FailurePoints failurePoints,
            CollectProgress progress) {
        this.certificate = certificate;
        this.directory = directory;
        this.natives = natives;
        this.tables = tables;
        this.objects = objects;
        this.upkeep = upkeep;
        this.ids = ids;
        this.clock = clock;
        this.failurePoints = failurePoints;
        this.progress = progress;
    }

    /**
     * Collects, once.
     *
     * @param dryRun whether to change nothing, and to tell what would go
     * @throws StoreException CORRUPTION if it cannot be known what is needed; nothing is removed then
     */
    public CollectReport run(Retention retention, boolean dryRun) {
        Instant now = dryRun ? clock.instant() : storeTime(retention);
        List<RetainedStates> histories = new ArrayList<>();
        readHistories(histories, retention, now);
        readTags(retention, now);
        // Versions never change, so nearly all are looked at before anything is given up that might be needed for
        // repair.
        roots.look(tables, progress);
        long settled = 0;
        if (!dryRun) {
            publishHorizons(histories, retention, now);
            settled = settleOldIntents(retention, now);
        }
        readOperations();
        readHistories(histories, retention, now);
        readTags(retention, now);
        histories.forEach(RetainedStates::catchUp);
        roots.look(tables, progress);
        List<Directory> directories = sweep(retention.filesBefore(now), dryRun);
        directories.addAll(removeBranches(retention.filesBefore(now), dryRun));
        if (!dryRun) {
            new OperationRemains(objects).removeBefore(retention.filesBefore(now));
            directory.branches().forEach(branch -> upkeep.shortenChain(branch, now));
        }
        return new CollectReport(
                certificate.graph(),
                dryRun,
                histories.stream().map(GraphCollection::describe).toList(),
                directories,
                settled);
    }

    /** The store's time, by an object; those that killed collections left are removed. */
    private Instant storeTime(Retention retention) {
        String path = BEGUN + ids.next();
        objects.putIfAbsent(path, "a collection\n".getBytes(StandardCharsets.UTF_8));
        failurePoints.reached(FailurePoint.COLLECTION_BEGUN);
        Instant now = objects.get(path).orElseThrow(() -> vanished(path)).modified();
        objects.delete(path);
        objects.list(BEGUN).stream()
                .filter(entry -> entry.modified().isBefore(retention.filesBefore(now)))
                .forEach(entry -> objects.delete(entry.path()));
        return now;
    }

    /**
     * Reads the states that are kept of the branches there are, and of those whose tombstones are younger than the guard;
     * of each once.
     */
    private void readHistories(List<RetainedStates> histories, Retention retention, Instant now) {
        List<NamedBranch> branches = new ArrayList<>(directory.branches());
        tombstones().stream()
                .filter(tombstone -> !isOver(tombstone, retention, now))
                .forEach(tombstone -> branches.add(directory.named(tombstone.pointer())));
        Set<BranchIncarnation> known = histories.stream()
                .map(history -> history.branch().incarnation())
                .collect(Collectors.toSet());
        for (NamedBranch branch : branches) {
            if (known.add(branch.incarnation())) {
                RetainedStates history = new RetainedStates(
                        HistoryBranch.of(branch, certificate), roots, () -> progress.at(Phase.HISTORY, ++states, 0));
                history.read(retention, now);
                histories.add(history);
            }
        }
    }

    /** Adds what the states need that tags lead to, or led to until less than a guard ago. */
    private void readTags(Retention retention, Instant now) {
        List<StoredPointer> tags = new ArrayList<>(directory.pointers(RefKind.TAG));
        directory.history(RefKind.TAG).stream()
                .filter(stored -> stored.pointer().ended() && !isOver(stored, retention, now))
                .forEach(tags::add);
        for (StoredPointer tag : tags) {
            RefPointer pointer = tag.pointer();
            roots.addTagged(
                    pointer.name(),
                    Located.at(pointer.place(), directory).state(),
                    () -> directory
                            .tag(pointer.name())
                            .filter(pointer.place()::equals)
                            .isPresent());
        }
    }

    private List<StoredPointer> tombstones() {
        return directory.history(RefKind.BRANCH).stream()
                .filter(stored -> stored.pointer().ended())
                .toList();
    }

    private static boolean isOver(StoredPointer tombstone, Retention retention, Instant now) {
        return tombstone.stored().isBefore(retention.filesBefore(now));
    }

    private void publishHorizons(List<RetainedStates> histories, Retention retention, Instant now) {
        for (RetainedStates history : histories) {
            var chain = history.branch().chain();
            if (history.oldest() > chain.horizon()) {
                chain.raiseHorizon(history.oldest());
                failurePoints.reached(FailurePoint.HORIZON_PUBLISHED);
            }
            chain.forgetHorizonsBefore(retention.filesBefore(now));
        }
        for (StoredPointer tombstone : tombstones()) {
            if (isOver(tombstone, retention, now)) {
                directory
                        .named(tombstone.pointer())
                        .chain()
                        .raiseHorizon(tombstone.pointer().place().version() + 1);
            }
        }
    }

    private long settleOldIntents(Retention retention, Instant now) {
        long settled = upkeep.settleArmedBefore(retention.intentsBefore(now));
        failurePoints.reached(FailurePoint.INTENTS_ABORTED);
        return settled;
    }

    private void readOperations() {
        UnresolvedOperations operations = new UnresolvedOperations(objects);
        for (OperationId operation : operations.list()) {
            operations.read(operation).ifPresent(this::readOperation);
        }
    }

    private void readOperation(UnresolvedOperations.Unresolved unresolved) {
        if (unresolved.intent().isPresent()) {
            roots.add(unresolved.intent().get(), unresolved.decision());
        } else if (unresolved.ref().isPresent()) {
            RefPointer pointer = unresolved.ref().get().pointer();
            mentioned.add(pointer.life());
            if (!pointer.ended()) {
                directory
                        .chain(pointer.place().chain())
                        .state(pointer.place().version())
                        .ifPresent(roots::addStart);
            }
        } else if (unresolved.decision().orElse(null) instanceof Decision.Publish publish) {
            roots.add(publish);
        }
    }

    /** Removes native branches to which no name leads. Names are read after intents, and both after the run began. */
    private List<Directory> removeBranches(Instant before, boolean dryRun) {
        Map<BranchIncarnation, StoredPointer> last = new HashMap<>();
        directory
                .history(RefKind.BRANCH)
                .forEach(stored -> last.put(stored.pointer().life(), stored)); // a tombstone comes after what it ends
        List<Directory> removed = new ArrayList<>();
        for (String name : natives.list()) {
            if (!Ulid.isValid(name)) {
                continue; // not ours
            }
            BranchIncarnation incarnation = BranchIncarnation.parse(name);
            List<ObjectEntry> files = objects.list(HistoryBranch.directory(certificate, incarnation) + "/");
            if (mentioned.contains(incarnation)
                    || !isDispensable(Optional.ofNullable(last.get(incarnation)), files, before)) {
                continue;
            }
            if (!dryRun) {
                natives.delete(name);
                failurePoints.reached(FailurePoint.CHAIN_COLLECTED);
            }
            progress.at(Phase.FILES, ++swept, 0);
            removed.add(new Directory(
                    HistoryBranch.directory(certificate, incarnation),
                    Optional.empty(),
                    Files.NONE,
                    Files.NONE,
                    files.stream().map(file -> new Files(1, file.sizeBytes())).reduce(Files.NONE, Files::plus)));
        }
        return removed;
    }

    /** A chain without a name, or one that has been archived and whose tombstone is old enough. */
    private boolean isDispensable(Optional<StoredPointer> last, List<ObjectEntry> files, Instant before) {
        if (last.isEmpty()) {
            return files.stream().allMatch(file -> file.modified().isBefore(before));
        }
        RefPointer pointer = last.get().pointer();
        if (!pointer.ended() || !last.get().stored().isBefore(before)) {
            return false;
        }
        long end = pointer.place().version();
        return directory
                .named(pointer)
                .chain()
                .state(end)
                .filter(state -> state.kind() == GraphState.Kind.CLOSED)
                .isPresent();
    }

    private List<Directory> sweep(Instant before, boolean dryRun) {
        DirectorySweep sweep =
                new DirectorySweep(objects, before, dryRun, failurePoints, () -> progress.at(Phase.FILES, ++swept, 0));
        List<Directory> directories = new ArrayList<>();
        for (String name : objects.directories(TABLES)) {
            if (!Ulid.isValid(name)) {
                continue; // not ours
            }
            TableId table = TableId.parse(name);
            Optional<NeededFiles> files = roots.needed(table);
            directories.add(
                    files.isPresent()
                            ? sweep.sweepTable(TABLES + "/" + name, roots.type(table), files.get()::mustStay)
                            : sweep.sweepAbandoned(TABLES + "/" + name));
        }
        for (String name : objects.directories(MANIFESTS)) {
            String directory = MANIFESTS + "/" + name;
            if (!directory.equals(certificate.manifest()) && Ulid.isValid(name)) {
                directories.add(sweep.sweepAbandoned(directory)); // of a birth that lost its race
            }
        }
        return directories;
    }

    private static CollectReport.Branch describe(RetainedStates history) {
        return new CollectReport.Branch(
                history.branch().name(),
                history.count(),
                history.oldest() - 1,
                history.oldestCommit().id(),
                history.oldestCommit().time());
    }

    private static StoreException vanished(String path) {
        return StoreException.unavailable(
                ErrorText.of("object " + path + " is gone again").cause("something else removes objects of this graph"),
                null);
    }
}
