package dev.sennit.maintain;

import dev.sennit.maintain.CollectProgress.Phase;
import dev.sennit.manifest.BirthCertificate;
import dev.sennit.model.CollectReport;
import dev.sennit.model.CollectReport.Directory;
import dev.sennit.model.ErrorText;
import dev.sennit.model.IdSource;
import dev.sennit.model.OperationId;
import dev.sennit.model.StoreException;
import dev.sennit.model.TableId;
import dev.sennit.model.Ulid;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.protocol.OperationRemains;
import dev.sennit.protocol.UnresolvedOperations;
import dev.sennit.store.NeededFiles;
import dev.sennit.store.ObjectStore;
import dev.sennit.store.TableStore;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Collects table versions and files that nothing needs. Safe at any time and beside any number of writers, readers and
 * other collections, in any process, as long as no guard is shorter than that of a writer; stopping anywhere leaves a
 * whole graph, and the next collection does the rest.
 *
 * <p>The order makes it so. All times are the store's.
 *
 * <ol>
 *   <li>The history horizon is published, so that whoever misses a file learns that its state has expired.
 *   <li>Operations that were armed more than half a guard ago are settled: an undecided one is aborted and can never
 *       publish, however old its files get.
 *   <li>What is needed is read: unfinished operations first, states after them, so that one that ends in between is met
 *       in one of the two. An operation that is armed later, or not yet decided, has only files younger than the guard
 *       besides those of its base; for its base to be published on, the newest state must name it.
 *   <li>Files are listed, and those that are older than the guard and not needed are removed.
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
    private final List<LiveBranch> branches;
    private final TableStore tables;
    private final ObjectStore objects;
    private final BranchUpkeep upkeep;
    private final IdSource ids;
    private final Clock clock;
    private final FailurePoints failurePoints;
    private final CollectProgress progress;

    private final TableRoots roots = new TableRoots();
    private long states;
    private long swept;

    /** What belongs to the write protocol of a branch. */
    public interface BranchUpkeep {
        /** Settles the operations that were armed before a time by the store's clock; returns how many there were. */
        int settleArmedBefore(LiveBranch branch, Instant time);

        /** Moves older versions of the manifest to the archive, given the time by the store's clock. */
        void shortenChain(LiveBranch branch, Instant now);
    }

    /**
     * @param branches the live branches, with chains that remember nothing
     * @param tables reads from the store, not from what an open graph has cached of it
     * @param clock for dry runs, which cannot ask the store for the time
     */
    public GraphCollection(
            BirthCertificate certificate,
            List<LiveBranch> branches,
            TableStore tables,
            ObjectStore objects,
            BranchUpkeep upkeep,
            IdSource ids,
            Clock clock,
            FailurePoints failurePoints,
            CollectProgress progress) {
        this.certificate = certificate;
        this.branches = List.copyOf(branches);
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
        List<RetainedStates> histories = readHistories(retention, now);
        // Versions never change, so nearly all are looked at before anything is given up that might be needed for
        // repair.
        roots.look(tables, progress);
        long settled = 0;
        if (!dryRun) {
            publishHorizons(histories, retention, now);
            settled = settleOldIntents(retention, now);
        }
        readOperations();
        histories.forEach(RetainedStates::catchUp);
        roots.look(tables, progress);
        List<Directory> directories = sweep(retention.filesBefore(now), dryRun);
        if (!dryRun) {
            new OperationRemains(objects).removeBefore(retention.filesBefore(now));
            branches.forEach(branch -> upkeep.shortenChain(branch, now));
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

    private List<RetainedStates> readHistories(Retention retention, Instant now) {
        List<RetainedStates> histories = new ArrayList<>();
        for (LiveBranch branch : branches) {
            RetainedStates history = new RetainedStates(branch, roots, () -> progress.at(Phase.HISTORY, ++states, 0));
            history.read(retention, now);
            histories.add(history);
        }
        return histories;
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
    }

    private long settleOldIntents(Retention retention, Instant now) {
        long settled = 0;
        for (LiveBranch branch : branches) {
            settled += upkeep.settleArmedBefore(branch, retention.intentsBefore(now));
        }
        failurePoints.reached(FailurePoint.INTENTS_ABORTED);
        return settled;
    }

    private void readOperations() {
        UnresolvedOperations operations = new UnresolvedOperations(objects);
        for (OperationId operation : operations.list()) {
            operations
                    .read(operation)
                    .ifPresent(unresolved ->
                            unresolved.intent().ifPresent(intent -> roots.add(intent, unresolved.decision())));
        }
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
