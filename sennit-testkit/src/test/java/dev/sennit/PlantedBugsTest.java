package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.manifest.ChainLimits;
import dev.sennit.manifest.CommitRecord;
import dev.sennit.model.Durability;
import dev.sennit.model.ErrorText;
import dev.sennit.model.LoadResult;
import dev.sennit.model.MergeResult;
import dev.sennit.model.OptimizeResult;
import dev.sennit.model.StoreException;
import dev.sennit.model.TableId;
import dev.sennit.protocol.BaseView;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.protocol.Gates;
import dev.sennit.protocol.Preparation;
import dev.sennit.protocol.PrepareContext;
import dev.sennit.protocol.PreparedWrite;
import dev.sennit.protocol.ProtocolEvent;
import dev.sennit.protocol.ProtocolLimits;
import dev.sennit.protocol.ReadSet;
import dev.sennit.protocol.WriteAdapter;
import dev.sennit.protocol.WriteResult;
import dev.sennit.protocol.WriterKind;
import dev.sennit.schema.SchemaParser;
import dev.sennit.store.ObjectStore;
import dev.sennit.testkit.ForwardingObjectStore;
import dev.sennit.testkit.SimulatedCrash;
import dev.sennit.testkit.history.HistoryFiles;
import dev.sennit.testkit.history.HistoryRecorder;
import dev.sennit.write.MutationWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Shows that the verdict on histories can fail: three known bugs are put in, one at a time, and each is noticed. */
class PlantedBugsTest {
    private static final long SEED = 20_261_130;
    private static final int CLIENTS = 4;
    private static final int TRANSACTIONS = 240;
    /** Whether clients meet where a bug does harm is the scheduler's choice, so that a round may show none. */
    private static final int ROUNDS = 8;

    @TempDir
    Path base;

    @SuppressWarnings("NullAway.Init") // before each round
    private Path directory;

    @SuppressWarnings("NullAway.Init") // before each round
    private Path root;

    private final ConcurrentLinkedQueue<String> aborted = new ConcurrentLinkedQueue<>();
    private final Map<Thread, HistoryWorkload> workloads = new ConcurrentHashMap<>();

    /** A defect of the protocol. */
    enum Bug {
        NONE,
        /** Tables that were read and not written are left out of the read set. */
        SKIPS_READS,
        /** A writer that was aborted publishes all the same. */
        PUBLISHES_ABORTED,
        /** A write is acknowledged before it is decided. */
        ACKNOWLEDGES_EARLY;

        boolean isTold(String wrong) {
            return switch (this) {
                case NONE -> false;
                case SKIPS_READS -> wrong.startsWith("WRITE_SKEW") || wrong.startsWith("READ_SKEW");
                case PUBLISHES_ABORTED -> wrong.contains("was aborted, and is committed");
                case ACKNOWLEDGES_EARLY -> wrong.startsWith("LOST_WRITE");
            };
        }
    }

    private void create(int round) {
        directory = base.resolve("round-" + round);
        root = directory.resolve("graph");
        aborted.clear();
        workloads.clear();
        Sennit.create(
                        root.toString(),
                        SchemaParser.parse(HistoryWorkload.schema()),
                        OpenOptions.DEFAULT.durability(Durability.RELAXED),
                        "init")
                .close();
    }

    @ParameterizedTest
    @EnumSource
    void theVerdictNoticesEachBug_andNothingElse(Bug bug) throws Exception {
        int rounds = bug == Bug.NONE ? 1 : ROUNDS;
        List<String> wrong = List.of();
        for (int round = 1; round <= rounds && wrong.stream().noneMatch(bug::isTold); round++) {
            create(round);
            wrong = run(bug, round);
            System.out.println(bug + ", round " + round + ": "
                    + wrong.stream().findFirst().map(w -> w.lines().findFirst().orElse("")));
        }

        if (bug == Bug.NONE) {
            assertThat(wrong).isEmpty();
        } else {
            assertThat(wrong).as("%d rounds from seed %d", rounds, SEED).anyMatch(bug::isTold);
        }
    }

    private List<String> run(Bug bug, int round) throws Exception {
        long start = System.nanoTime();
        AtomicLong values = new AtomicLong();
        AtomicInteger left = new AtomicInteger(bug == Bug.PUBLISHES_ABORTED ? TRANSACTIONS / 3 : TRANSACTIONS);
        List<Path> files = new ArrayList<>();
        List<Thread> clients = new ArrayList<>();
        for (int client = 0; client < CLIENTS; client++) {
            Path file = directory.resolve("client-" + client + ".jsonl");
            files.add(file);
            SplittableRandom random = new SplittableRandom(SEED + (long) round * CLIENTS + client);
            int number = client;
            clients.add(Thread.ofPlatform().start(() -> live(bug, file, number, random, values, left, start)));
        }
        for (Thread client : clients) {
            client.join();
        }
        return new HistoryVerdict(root, HistoryFiles.read(files), List.copyOf(aborted)).wrong();
    }

    /** A client with a runtime of its own, as if it were a process; a simulated crash ends the one and begins another. */
    private void live(
            Bug bug,
            Path file,
            int client,
            SplittableRandom random,
            AtomicLong values,
            AtomicInteger left,
            long start) {
        try (HistoryRecorder recorder = new HistoryRecorder(file, "c" + client, System::nanoTime)) {
            while (left.get() > 0) {
                try (OpenGraph graph = open(bug, random.split())) {
                    Branch branch = bug == Bug.SKIPS_READS ? new Careless(graph) : graph.main();
                    HistoryWorkload workload =
                            new HistoryWorkload(branch, recorder, "0", random, values, () -> System.nanoTime() - start);
                    workloads.put(Thread.currentThread(), workload);
                    while (left.getAndDecrement() > 0) {
                        if (bug == Bug.PUBLISHES_ABORTED) {
                            pause(Duration.ofMillis(random.nextInt(300))); // so that an aborted write may still fit
                        }
                        workload.runOne();
                    }
                } catch (SimulatedCrash e) {
                    // the next runtime goes on
                }
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private OpenGraph open(Bug bug, SplittableRandom random) {
        ProtocolLimits limits = new ProtocolLimits(
                Duration.ofMillis(150),
                Duration.ofSeconds(2),
                Duration.ofSeconds(5),
                Duration.ofMillis(5),
                Duration.ofMillis(100),
                Duration.ofHours(24));
        FailurePoints points = point -> {
            if (point != FailurePoint.EFFECTS_APPLIED) {
                return;
            }
            if (bug == Bug.PUBLISHES_ABORTED && random.nextInt(3) == 0) {
                pause(Duration.ofMillis(400));
            }
            if (bug == Bug.ACKNOWLEDGES_EARLY) {
                Objects.requireNonNull(workloads.get(Thread.currentThread())).acknowledgeNow();
            }
            if (random.nextInt(20) == 0) {
                throw new SimulatedCrash("died before the decision");
            }
        };
        RuntimeParts parts = RuntimeParts.DEFAULT
                .limits(limits, ChainLimits.DEFAULT)
                .gates(locks -> Gates.open())
                .failurePoints(points)
                .stores(objects -> new Stopped(objects, bug), manifest -> manifest, tables -> tables);
        return new OpenGraph(
                root.toString(),
                new GraphRuntimes(parts),
                OpenOptions.DEFAULT.durability(Durability.RELAXED).listener(event -> {
                    if (event instanceof ProtocolEvent.Aborted each) {
                        aborted.add(each.operation().toString());
                    }
                }));
    }

    private static void pause(Duration duration) {
        try {
            Thread.sleep(duration);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A process that is paused renews no lease; with the bug it takes any decision for its own. */
    private static final class Stopped extends ForwardingObjectStore {
        private final Bug bug;

        Stopped(ObjectStore objects, Bug bug) {
            super(objects);
            this.bug = bug;
        }

        @Override
        public boolean putIfAbsent(String path, byte[] body) {
            if (path.startsWith("__recovery/lease/")) {
                throw StoreException.unavailable(ErrorText.of("paused"), null);
            }
            boolean created = super.putIfAbsent(path, body);
            return created || bug == Bug.PUBLISHES_ABORTED && path.startsWith("__recovery/decision/");
        }
    }

    /** A branch whose transactions forget what they have only read. */
    private static final class Careless implements Branch {
        private final OpenGraph graph;

        Careless(OpenGraph graph) {
            this.graph = graph;
        }

        @Override
        public String name() {
            return graph.main().name();
        }

        @Override
        public Snapshot snapshot() {
            return graph.main().snapshot();
        }

        @Override
        public LoadResult load(Load load, WriteOptions options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public StatementResult execute(String cypher, Map<String, ?> parameters, WriteOptions options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public OptimizeResult optimize(OptimizeOptions options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MergeResult merge(String revision, MergeOptions options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MergeResult revert(String revision, MergeOptions options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public SchemaChange applySchema(SchemaUpdate update, WriteOptions options) {
            throw new UnsupportedOperationException();
        }

        @Override
        public <T> TransactionResult<T> write(WriteOptions options, Function<Transaction, T> body) {
            GraphRuntime runtime = graph.runtime();
            WriteAdapter<MutationWriter.Done<T>> writer = forgetful(new MutationWriter<>(
                    mutation -> body.apply(new OpenTransaction(mutation, QueryOptions.DEFAULT.maxMemoryBytes())),
                    body.getClass(),
                    runtime.writers(),
                    runtime.queries()));
            WriteResult<MutationWriter.Done<T>> written = runtime.writes(
                            runtime.branches().main())
                    .write(writer, options.request("careless", Optional.empty()));
            return new TransactionResult<>(
                    written.result().value(),
                    written.commit().map(OpenGraph::info),
                    false,
                    written.result().counts());
        }

        private static <R> WriteAdapter<R> forgetful(WriteAdapter<R> writer) {
            return new WriteAdapter<>() {
                @Override
                public WriterKind kind() {
                    return writer.kind();
                }

                @Override
                public Preparation<R> prepare(BaseView base, PrepareContext context) {
                    return writer.prepare(base, context) instanceof Preparation.Ready<R> ready
                            ? new Preparation.Ready<>(forget(ready.write()))
                            : writer.prepare(base, context);
                }

                @Override
                public R replay(CommitRecord commit) {
                    return writer.replay(commit);
                }
            };
        }

        private static <R> PreparedWrite<R> forget(PreparedWrite<R> write) {
            Map<TableId, ReadSet.TableRead> written =
                    new HashMap<>(write.readSet().tables());
            written.keySet().retainAll(write.delta().slots());
            ReadSet whole = write.readSet();
            return new PreparedWrite<>(
                    new ReadSet(
                            whole.incarnation(), whole.schemaSetter(), whole.graphHead(), written, whole.absentKey()),
                    write.delta(),
                    write.effects(),
                    write.lineage(),
                    write.recovery(),
                    write.stagedSince(),
                    write.discard(),
                    write.result());
        }
    }
}
