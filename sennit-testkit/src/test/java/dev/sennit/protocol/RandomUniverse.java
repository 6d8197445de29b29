package dev.sennit.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.manifest.BranchChain;
import dev.sennit.manifest.ChainLimits;
import dev.sennit.manifest.ChainWalk;
import dev.sennit.manifest.FoundCommit;
import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.TableState;
import dev.sennit.model.OperationId;
import dev.sennit.model.OutcomeUnknownException;
import dev.sennit.model.SennitException;
import dev.sennit.store.ManifestConflict;
import dev.sennit.store.ManifestTable;
import dev.sennit.store.ObjectStore;
import dev.sennit.store.TransactionIdentity;
import dev.sennit.testkit.Fault;
import dev.sennit.testkit.Faults;
import dev.sennit.testkit.FaultyManifestTable;
import dev.sennit.testkit.FaultyObjectStore;
import dev.sennit.testkit.ForwardingManifestTable;
import dev.sennit.testkit.ForwardingObjectStore;
import dev.sennit.testkit.MemoryManifestTable;
import dev.sennit.testkit.SeededScheduler;
import dev.sennit.testkit.SimulatedCrash;
import dev.sennit.testkit.StoreCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A few processes that write to one graph in memory, interleaved at every call of a store, with crashes, faults, calls
 * that land late, expired leases and a chain that is shortened, all drawn from one seed; and the model that knows what
 * the graph must hold in the end.
 */
final class RandomUniverse {
    private static final int PROCESSES = 3;
    private static final int WRITES = 4;
    private static final List<Fault> FAULTS = Fault.ofCalls();
    private static final Set<FailurePoint> MAY_DIE_AT =
            EnumSet.range(FailurePoint.TABLE_COMMITTED, FailurePoint.FINALIZED);
    private static final Duration AGE = Duration.ofSeconds(60);

    /** A defect put into the stores, to show that the model notices. */
    enum Bug {
        NONE,
        /** A commit that lost its race is put after the winner all the same. */
        REBASES_BLINDLY,
        /** A commit is written again after itself. */
        APPLIES_TWICE,
        /** An object that exists is replaced. */
        PUT_REPLACES
    }

    /** How often things happened that make a universe interesting. */
    record Tally(int acknowledged, int unknown, int crashed, int refused, int strays, int switches) {
        Tally plus(Tally other) {
            return new Tally(
                    acknowledged + other.acknowledged,
                    unknown + other.unknown,
                    crashed + other.crashed,
                    refused + other.refused,
                    strays + other.strays,
                    switches + other.switches);
        }
    }

    private final Random random;
    private final Bug bug;
    private final SeededScheduler scheduler;
    private final ProtocolWorld world;
    private final long before;
    private final List<Faults> allFaults = new ArrayList<>();
    private final Map<OperationId, Boolean> committed = new HashMap<>();
    private final Set<OperationId> met = new HashSet<>();
    private boolean healed;
    private int acknowledged;
    private int unknown;
    private int crashed;
    private int refused;
    private int strays;

    RandomUniverse(long seed, Bug bug) {
        this.random = new Random(seed);
        this.bug = bug;
        this.scheduler = new SeededScheduler(random);
        this.world = new ProtocolWorld(seed, 3, new ChainLimits(33, 4, random.nextBoolean() ? Duration.ZERO : AGE));
        int versions = random.nextInt(20, 36);
        for (int version = 2; version <= versions; version++) {
            world.commitBehindTheProtocol(2);
        }
        this.before = versions;
        world.ticker.advance(AGE.multipliedBy(2));
    }

    Tally run() throws InterruptedException {
        scheduler.run(IntStream.range(0, PROCESSES)
                .<Runnable>mapToObj(i -> this::live)
                .toList());
        settleEverything();
        compareWithLineage();
        return new Tally(acknowledged, unknown, crashed, refused, strays, scheduler.switches());
    }

    /** A process's life, and that of those that follow it when it crashes. */
    private void live() {
        Optional<GraphWriteProtocol> process = Optional.empty();
        List<OperationId> armed = new ArrayList<>();
        for (int i = 0; i < WRITES; i++) {
            if (process.isEmpty()) {
                process = Optional.of(process(armed));
            }
            try {
                doSomething(process.get(), armed);
            } catch (SimulatedCrash e) {
                crashed++;
                armed.removeLast();
                armed.forEach(each -> settle(each, false));
                process = Optional.empty();
            }
        }
    }

    private void doSomething(GraphWriteProtocol process, List<OperationId> armed) {
        if (random.nextInt(4) == 0) {
            world.ticker.advance(Duration.ofSeconds(random.nextInt(1, 40)));
        }
        if (random.nextInt(4) == 0 && !met.isEmpty()) {
            ask(
                    process,
                    met.stream()
                            .sorted(Comparator.comparing(OperationId::toString))
                            .toList()
                            .get(random.nextInt(met.size())));
        }
        armed.clear();
        try {
            WriteResult<String> result = process.write(write(), request());
            OperationId operation = result.commit().orElseThrow().operation();
            settle(operation, true);
            armed.remove(operation);
            acknowledged++;
        } catch (OutcomeUnknownException e) {
            unknown++;
            armed.remove(e.operationId().orElseThrow());
        } catch (SennitException e) {
            refused++;
        }
        armed.forEach(each -> settle(each, false));
    }

    private void ask(GraphWriteProtocol process, OperationId operation) {
        try {
            switch (process.outcome(operation)) {
                case Resolution.Committed ignored -> settle(operation, true);
                case Resolution.NotCommitted ignored -> settle(operation, false);
                case Resolution.InProgress ignored -> {}
            }
        } catch (SennitException e) {
            // The store could not be reached.
        }
    }

    /** An answer is for ever. */
    private void settle(OperationId operation, boolean isCommitted) {
        Boolean earlier = committed.putIfAbsent(operation, isCommitted);
        assertThat(earlier == null || earlier == isCommitted)
                .as("operation %s: said to be committed: first %s, then %s", operation, earlier, isCommitted)
                .isTrue();
    }

    private WriteAdapter<String> write() {
        List<Integer> written = new ArrayList<>();
        List<Integer> read = new ArrayList<>();
        for (int table = 0; table < 3; table++) {
            int use = random.nextInt(4);
            if (use == 0) {
                written.add(table);
            } else if (use == 1) {
                read.add(table);
            }
        }
        if (written.isEmpty()) {
            written.add(0);
            read.remove(Integer.valueOf(0));
        }
        return world.touching(written, read);
    }

    private WriteRequest request() {
        return random.nextInt(5) == 0
                ? ProtocolWorld.requestWithKey("key" + random.nextInt(3), "digest")
                : ProtocolWorld.request();
    }

    private GraphWriteProtocol process(List<OperationId> armed) {
        Faults faults = new Faults(this::fate);
        allFaults.add(faults);
        ManifestTable table = new FaultyManifestTable(new SteppingTable(world.table), world.table::writeLate, faults);
        ObjectStore objects = new FaultyObjectStore(
                bug == Bug.PUT_REPLACES ? new ReplacingObjects(world.objects) : world.objects, faults);
        return world.process(this::reached, objects, table, event -> {
            if (event instanceof ProtocolEvent.Armed each) {
                armed.add(each.operation());
                met.add(each.operation());
            }
        });
    }

    private void reached(FailurePoint point) {
        if (MAY_DIE_AT.contains(point) && random.nextInt(40) == 0) {
            throw new SimulatedCrash(point.name());
        }
    }

    private Fault fate(int number, StoreCall call, String subject) {
        if (healed) {
            return Fault.NONE;
        }
        scheduler.step();
        if (random.nextInt(30) == 0) {
            allFaults.get(random.nextInt(allFaults.size())).landLateCalls();
        }
        if (random.nextInt(80) == 0) {
            world.ticker.advance(Duration.ofSeconds(11)); // every lease runs out
        }
        int odds = call.changes() ? 15 : 120;
        return random.nextInt(odds) == 0 ? FAULTS.get(random.nextInt(FAULTS.size())) : Fault.NONE;
    }

    private void settleEverything() {
        healed = true;
        allFaults.forEach(Faults::landLateCalls);
        for (int i = 0; i < 2; i++) {
            world.letLeasesRunOut();
            GraphWriteProtocol last = world.process(FailurePoints.NONE);
            assertThat(last.recover()).noneMatch(settled -> settled.resolution() instanceof Resolution.InProgress);
            met.forEach(operation -> ask(last, operation));
        }
        assertThat(committed.keySet()).containsAll(met);
    }

    private void compareWithLineage() {
        BranchChain chain = world.chain();
        List<FoundCommit> lineage = ChainWalk.verified(chain).stream()
                .filter(commit -> commit.version() > before)
                .toList();
        assertThat(lineage.stream().map(commit -> commit.commit().operation()))
                .as("commits in the lineage, against what was acknowledged or answered")
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(committed.entrySet().stream()
                        .filter(Map.Entry::getValue)
                        .map(Map.Entry::getKey)
                        .toList());
        assertThat(lineage.stream().flatMap(commit -> commit.commit().idempotencyKey().stream()))
                .as("idempotency keys")
                .doesNotHaveDuplicates();
        for (FoundCommit commit : lineage) {
            GraphState now = chain.state(commit.version()).orElseThrow();
            GraphState then = chain.state(commit.version() - 1).orElseThrow();
            for (TableState table : now.tables().values()) {
                long more = commit.commit().tablesTouched().contains(table.type()) ? 1 : 0;
                assertThat(table.rowCount()
                                - then.table(table.table()).orElseThrow().rowCount())
                        .as("rows that version %s added to %s", commit.version(), table.type())
                        .isEqualTo(more);
            }
        }
    }

    /** While a commit is on its way, another process takes its writer for dead and commits until slots are cleaned. */
    private void overtake() {
        GraphWriteProtocol other = world.process(FailurePoints.NONE);
        for (int i = 0; i < 12; i++) {
            world.letLeasesRunOut();
            try {
                WriteResult<String> result =
                        other.write(world.touching(List.of(random.nextInt(3)), List.of()), ProtocolWorld.request());
                settle(result.commit().orElseThrow().operation(), true);
            } catch (SennitException e) {
                refused++;
            }
        }
    }

    /** Lets others go on between Lance's look for conflicts and its write, as the real one does. */
    private final class SteppingTable extends ForwardingManifestTable {
        private final MemoryManifestTable table;

        SteppingTable(MemoryManifestTable table) {
            super(table);
            this.table = table;
        }

        @Override
        public long overwrite(long base, List<StateRow> rows, TransactionIdentity identity) throws ManifestConflict {
            long newest = table.latestVersion();
            if (newest > base) {
                if (bug == Bug.REBASES_BLINDLY && !healed) {
                    return table.overwrite(newest, rows, identity);
                }
                throw new ManifestConflict("Retryable commit conflict", new IllegalStateException());
            }
            if (random.nextInt(12) == 0) {
                overtake();
            }
            scheduler.step();
            if (!table.writeLate(base, rows, identity)) {
                throw new ManifestConflict("Retryable commit conflict", new IllegalStateException());
            }
            if (bug == Bug.APPLIES_TWICE && !healed) {
                table.writeLate(base + 1, rows, identity);
            }
            strays += table.latestVersion() > base + 1 ? 1 : 0;
            return base + 1;
        }
    }

    private static final class ReplacingObjects extends ForwardingObjectStore {
        ReplacingObjects(ObjectStore objects) {
            super(objects);
        }

        @Override
        public boolean putIfAbsent(String path, byte[] body) {
            delete(path);
            return super.putIfAbsent(path, body);
        }
    }
}
