package dev.sennit.manifest;

import dev.sennit.model.BranchIncarnation;
import dev.sennit.model.CommitId;
import dev.sennit.model.Deadline;
import dev.sennit.model.Durability;
import dev.sennit.model.ErrorText;
import dev.sennit.model.OperationId;
import dev.sennit.model.StoreException;
import dev.sennit.model.Ticker;
import dev.sennit.store.ManifestConflict;
import dev.sennit.store.ManifestTable;
import dev.sennit.store.ManifestTable.ManifestVersion;
import dev.sennit.store.ManifestTable.StateRow;
import dev.sennit.store.ObjectStore;
import dev.sennit.store.TransactionIdentity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One branch's versions: the chain of recent ones and the archive of older ones behind it.
 *
 * <p>{@link #publish} is the compare-and-set of the specification's stage G: it makes one state visible after exactly
 * one base, or says that another commit took that place, or that it cannot be known yet. Thread-safe, and safe across
 * processes.
 */
public final class BranchChain {
    /** The first state of a branch that is not main; what is before it is the first state of main. */
    public static final long SEED = 2;

    private static final long FIRST_OF_MAIN = 1;
    private static final int UPKEEP_STRIDE = 8;

    /** Whoever waited for other processes may be far behind, and reading every state on the way costs more than listing. */
    private static final int MAX_STEPS = 2;

    private static final Duration RETRY_PAUSE = Duration.ofMillis(50);

    private final ManifestTable table;
    private final BranchIncarnation incarnation;
    private final long first;
    private final HistoryArchive archive;
    private final HistoryHorizon horizon;
    private final ChainLimits limits;
    private final SchemaMemo schemas = new SchemaMemo();
    private final RecentVersions recent = new RecentVersions();
    private final Durability durability;
    private final Ticker ticker;

    /** The newest version known to be durable; those before it are, because each syncs the one it builds on. */
    private final AtomicLong durableVersion;

    /** The newest head met so far. What a number names never changes while it is the highest of the chain. */
    private final AtomicReference<@Nullable Head> newest = new AtomicReference<>();

    /** The chain of main. */
    public BranchChain(
            ManifestTable table,
            ObjectStore objects,
            BranchIncarnation incarnation,
            ChainLimits limits,
            Durability durability,
            Ticker ticker) {
        this(table, objects, incarnation, FIRST_OF_MAIN, limits, durability, ticker);
    }

    private BranchChain(
            ManifestTable table,
            ObjectStore objects,
            BranchIncarnation incarnation,
            long first,
            ChainLimits limits,
            Durability durability,
            Ticker ticker) {
        this.table = table;
        this.incarnation = incarnation;
        this.first = first;
        this.archive = new HistoryArchive(objects, incarnation);
        this.horizon = new HistoryHorizon(objects, incarnation);
        this.limits = limits;
        this.durability = durability;
        this.ticker = ticker;
        this.durableVersion = new AtomicLong(first - 1); // what comes before is not this chain's to sync
    }

    /** The chain of a branch other than main, whose first state is its {@link #SEED}. */
    public static BranchChain ofBranch(
            ManifestTable table,
            ObjectStore objects,
            BranchIncarnation incarnation,
            ChainLimits limits,
            Durability durability,
            Ticker ticker) {
        return new BranchChain(table, objects, incarnation, SEED, limits, durability, ticker);
    }

    /**
     * The chain of a branch that was deleted, read from the archive alone: nothing can be added to it, and its native branch
     * may be gone.
     *
     * @param last the version of its closing state
     */
    public static BranchChain ended(
            ObjectStore objects, BranchIncarnation incarnation, long last, ChainLimits limits, Ticker ticker) {
        ManifestTable table = new ArchivedManifestTable(new HistoryArchive(objects, incarnation), last);
        return new BranchChain(table, objects, incarnation, SEED, limits, Durability.RELAXED, ticker);
    }

    /** The branch incarnation whose chain this is. */
    public BranchIncarnation incarnation() {
        return incarnation;
    }

    /** The version of its first state. */
    public long first() {
        return first;
    }

    /**
     * The newest state: the one known to be so lately if none has followed it, or found by listing the chain; one that is
     * known already is not read again.
     */
    public Head head() {
        while (true) {
            long askedAt = ticker.nanos();
            Head known = newest.get();
            if (known != null && isTrusted(known) && !table.contains(known.version() + 1) && isTrusted(known)) {
                return remember(confirmed(known, askedAt));
            }
            if (known != null && table.latestVersion() == known.version()) {
                return confirmed(known, askedAt);
            }
            Head read = head(table.latest(), askedAt);
            // Whoever pauses between listing and reading may find a late stray in a place that was cleaned meanwhile.
            Optional<Segment> segment = isTrusted(read) ? Optional.empty() : archive.covering(read.version());
            if (segment.isEmpty() || isLast(read, segment.get())) {
                return remember(read);
            }
        }
    }

    /** Whether it is the state that closed the branch: the only newest one that is ever archived. */
    private static boolean isLast(Head read, Segment segment) {
        return read.state().kind() == GraphState.Kind.CLOSED
                && segment.version(read.version()).uuid().equals(read.uuid());
    }

    /**
     * The newest state, given what was the newest when it was last read: steps forward by number while that read is
     * young enough that no version after it can have been cleaned, and lists the chain otherwise, or if there turn out to
     * be many.
     */
    public Head headAfter(Head known) {
        Head head = known;
        for (int step = 0; step <= MAX_STEPS && isTrusted(known); step++) {
            long askedAt = ticker.nanos();
            Optional<ManifestVersion> next = table.read(head.version() + 1);
            if (!isTrusted(known)) {
                break; // the read took so long that what it found may be a late stray
            }
            if (next.isEmpty()) {
                return remember(confirmed(head, askedAt));
            }
            head = head(next.get(), askedAt);
        }
        return head();
    }

    /**
     * Makes {@code next} visible as the version after {@code base}, if {@code base} is still the newest.
     *
     * <p>Whatever the store reports, a refusal included, is checked against what is stored: a lost response looks like
     * a conflict with one's own success. A version is ours if it carries our transaction uuid, unless a history segment
     * covers its number: then the slot was cleaned before our late write landed in it, and the lineage decides.
     *
     * <p>An interruption of the thread is put off until the answer is known.
     *
     * @param identity the same uuid for every attempt at this commit
     * @param deadline until when an unreachable store is asked again
     */
    public CasResult publish(Head base, GraphState next, TransactionIdentity identity, Deadline deadline) {
        boolean interrupted = false;
        try {
            while (true) {
                interrupted |= Thread.interrupted(); // it would make every use of a file fail
                Throwable reason = null;
                try {
                    makeDurable(base.version());
                    List<StateRow> rows = StateCodec.rows(next);
                    table.overwrite(base.version(), rows, identity, durability);
                    durableVersion.accumulateAndGet(base.version() + 1, Math::max);
                    if (isTrusted(base)) {
                        recent.add(base.version() + 1, identity.uuid(), rows);
                        remember(new Head(base.version() + 1, identity.uuid(), next, base.confirmedNanos()));
                        return new CasResult.Committed(base.version() + 1, next.commit());
                    }
                } catch (ManifestConflict | StoreException e) {
                    reason = e;
                }
                interrupted |= Thread.interrupted();
                try {
                    Optional<CasResult> resolved = resolve(base, next, identity);
                    if (resolved.isPresent()) {
                        return resolved.get();
                    }
                } catch (StoreException e) {
                    if (reason != null) {
                        e.addSuppressed(reason);
                    }
                    reason = e;
                }
                if (deadline.hasPassed()) {
                    return new CasResult.Unknown(
                            reason != null ? reason : new IllegalStateException("the deadline passed"));
                }
                interrupted |= pause();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Whether the commit stands in the lineage after a version: the chain is read first, then the segments. */
    public Optional<FoundCommit> findOperation(OperationId operation, long afterVersion) {
        return find(commit -> commit.operation().equals(operation), afterVersion);
    }

    /** The commit that carries an idempotency key, among the versions after one; 0 for all. */
    public Optional<FoundCommit> findIdempotencyKey(String key, long afterVersion) {
        return find(commit -> commit.idempotencyKey().filter(key::equals).isPresent(), afterVersion);
    }

    /** The commit of that id. */
    public Optional<FoundCommit> findCommit(CommitId id) {
        return find(commit -> commit.id().equals(id), 0);
    }

    /**
     * The state of a version, from its segment if it has been archived and from the chain if not.
     *
     * @return empty if the version does not exist
     */
    public Optional<GraphState> state(long version) {
        // The slot is read before the segment is asked for: a slot read after its cleaning could be a late stray.
        Optional<ManifestVersion> slot = table.read(version);
        Optional<Segment> segment = archive.covering(version);
        if (segment.isPresent()) {
            return Optional.of(StateCodec.state(segment.get().version(version).rows(), where(version), schemas::read));
        }
        return slot.map(v -> StateCodec.state(v.rows(), where(version), schemas::read));
    }

    /** Commits from a head back to the first, newest first; read as the cursor moves. */
    public CommitCursor commits(Head from) {
        return new CommitCursor(versions(from.version()));
    }

    /** Versions of this chain, of whatever kind, from one back to its first. */
    VersionCursor versions(long from) {
        return new VersionCursor(table::read, archive, from, first);
    }

    /** States from the newest back to the first; read as the cursor moves, and with nothing remembered. */
    public StateCursor states() {
        return new StateCursor(table, archive.forgetful(), first);
    }

    /**
     * The history horizon: the first version whose tables' files are kept, 1 as long as all are. Of an older version the
     * lineage tells, but its rows may be gone. Asks the store each time.
     */
    public long horizon() {
        return horizon.version();
    }

    /** Gives up the rows of all states before a version, for ever; durable when it returns. It never goes back. */
    public void raiseHorizon(long version) {
        horizon.raise(version);
    }

    /** Removes what earlier horizons left, once a higher one is older than a time by the store's clock. */
    public void forgetHorizonsBefore(Instant time) {
        horizon.forgetOutdoneBefore(time);
    }

    /** A look at every version, with nothing remembered from earlier reads. */
    public ChainExamination examination() {
        return new ChainExamination(table, archive.forgetful(), first);
    }

    /**
     * Moves older versions to the archive when the chain has grown past its limit. Called after each commit; looks only
     * at every {@value #UPKEEP_STRIDE}th, so that most commits list nothing. Safe to stop anywhere.
     *
     * @param committed the version just written
     */
    public void shorten(long committed, UpkeepSteps steps) {
        if (committed % UPKEEP_STRIDE == 0) {
            shorten(Instant.MIN, steps);
        }
    }

    /**
     * The same, whatever was committed last.
     *
     * @param now the time by the store's clock: versions may have become old enough since the last commit
     */
    public void shorten(Instant now, UpkeepSteps steps) {
        new ChainUpkeep(table, archive, recent, first, limits).shorten(now, steps);
    }

    /**
     * Archives the whole chain of a branch that has been closed, however short it is, so that it can be removed. Anyone may
     * do it, and several at once: nothing comes after the closing state, so all write the same.
     *
     * @param last the version of the closing state
     */
    public void archiveAll(long last, UpkeepSteps steps) {
        ChainUpkeep upkeep = new ChainUpkeep(table, archive, recent, first, limits);
        for (long from = 1; from <= last; from += HistoryArchive.LENGTH) {
            upkeep.archive(from, Math.min(last, from + HistoryArchive.LENGTH - 1), steps);
        }
    }

    /**
     * What another process wrote, or we without hearing of it, may not be synced yet. Nothing may build on it, and
     * nobody may be told of it, before it is.
     */
    private void makeDurable(long version) {
        if (durability == Durability.FULL && version > durableVersion.get()) {
            table.sync(version);
            durableVersion.accumulateAndGet(version, Math::max);
        }
    }

    private Optional<CasResult> resolve(Head base, GraphState next, TransactionIdentity identity) {
        long wanted = base.version() + 1;
        Optional<ManifestVersion> slot = table.read(wanted);
        if (slot.isPresent() && archive.covering(wanted).isEmpty()) {
            if (!slot.get().transactionUuid().equals(identity.uuid())) {
                return Optional.of(new CasResult.Lost(head()));
            }
            makeDurable(wanted);
            return Optional.of(new CasResult.Committed(wanted, next.commit()));
        }
        Head newest = head();
        if (newest.version() < wanted) {
            return Optional.empty();
        }
        // The slot proves nothing any more: it was cleaned. What was committed stands in the lineage.
        return Optional.of(findOperation(next.commit().operation(), base.version())
                .<CasResult>map(found -> new CasResult.Committed(found.version(), found.commit()))
                .orElseGet(() -> new CasResult.Lost(newest)));
    }

    /** Chain first, newest first, then segments: a version that is cleaned in between is in a segment by then. */
    private Optional<FoundCommit> find(Predicate<CommitRecord> wanted, long after) {
        long afterVersion = Math.max(after, first - 1);
        long newest = table.latestVersion();
        for (long number = newest; number > afterVersion; number--) {
            Optional<ManifestVersion> slot = table.read(number);
            if (slot.isEmpty()) {
                break; // cleaned, and all before it are archived
            }
            Optional<FoundCommit> met = StateRows.commit(slot.get().rows(), number);
            if (met.isPresent() && wanted.test(met.get().commit())) {
                if (archive.covering(number).isEmpty()) {
                    makeDurable(number);
                    return met;
                }
                break; // archived already; what the slot holds may be a late stray
            }
        }
        for (long from = HistoryArchive.firstOf(newest);
                from > afterVersion - HistoryArchive.LENGTH && from >= 1;
                from -= HistoryArchive.LENGTH) {
            Optional<FoundCommit> met = archive.covering(from)
                    .flatMap(segment -> segment.find(wanted))
                    .filter(found -> found.version() > afterVersion);
            if (met.isPresent()) {
                return met;
            }
        }
        return Optional.empty();
    }

    private boolean isTrusted(Head head) {
        return ticker.nanos() - head.confirmedNanos() < limits.trustedFor().toNanos();
    }

    private Head head(ManifestVersion version, long askedAt) {
        return new Head(
                version.version(),
                version.transactionUuid(),
                StateCodec.state(version.rows(), where(version.version()), schemas::read),
                askedAt);
    }

    private static Head confirmed(Head head, long askedAt) {
        return new Head(head.version(), head.uuid(), head.state(), askedAt);
    }

    private Head remember(Head head) {
        newest.accumulateAndGet(head, (known, now) -> known == null || known.version() <= now.version() ? now : known);
        return head;
    }

    /** Whether the wait was cut short by an interruption. */
    private boolean pause() {
        try {
            ticker.sleep(RETRY_PAUSE);
            return false;
        } catch (InterruptedException e) {
            return true;
        }
    }

    static String where(long version) {
        return "manifest version " + version;
    }

    static StoreException missing(long version) {
        return StoreException.corruption(
                ErrorText.of(where(version) + " is missing")
                        .cause("neither the chain nor the history archive holds it"),
                null);
    }
}
