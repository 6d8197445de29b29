package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.TableState;
import dev.sennit.model.CommitInfo;
import dev.sennit.model.Durability;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.LoadMode;
import dev.sennit.model.NodeId;
import dev.sennit.model.OptimizeReason;
import dev.sennit.model.OptimizeResult;
import dev.sennit.model.SennitException;
import dev.sennit.model.TableHealth;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.protocol.WriteRequest;
import dev.sennit.schema.SchemaParser;
import dev.sennit.store.ContentDigest;
import dev.sennit.store.FragmentWriter;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableStore;
import dev.sennit.store.TableVersion;
import dev.sennit.testkit.ForwardingFragmentWriter;
import dev.sennit.testkit.ForwardingTableStore;
import dev.sennit.testkit.SimulatedCrash;
import dev.sennit.testkit.StopAt;
import dev.sennit.write.OptimizeLimits;
import dev.sennit.write.OptimizeProgress;
import dev.sennit.write.OptimizeWriter;
import dev.sennit.write.WriterResources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class OptimizeTest {
    private static final String SCHEMA = """
            NODE Person { name STRING KEY, age INT32, score FLOAT64, born ZONED DATETIME, tags LIST<STRING> }
            EDGE KNOWS (Person)-[0..*]->(Person) { since INT32, KEY () }
            """;

    /** The points one optimizing commit passes; those of the archive are passed by long chains only. */
    private static final List<FailurePoint> REACHED = List.of(
            FailurePoint.FRAGMENT_STAGED,
            FailurePoint.PREPARED,
            FailurePoint.ARMED,
            FailurePoint.TABLE_COMMITTED,
            FailurePoint.TABLE_INDEXED,
            FailurePoint.EFFECTS_APPLIED,
            FailurePoint.DECIDED,
            FailurePoint.PUBLISHED,
            FailurePoint.INTENT_REMOVED,
            FailurePoint.FINALIZED);

    @TempDir
    Path directory;

    /** What the tests let happen at failure points of the graph's writers. */
    private volatile FailurePoints atPoints = FailurePoints.NONE;

    private OpenGraph graph;
    private GraphRuntime runtime;
    private int files;

    @BeforeEach
    void create() {
        String root = directory.resolve("g").toString();
        Sennit.create(root, SchemaParser.parse(SCHEMA)).close();
        GraphRuntimes runtimes =
                new GraphRuntimes(RuntimeParts.DEFAULT.failurePoints(point -> atPoints.reached(point)));
        OpenOptions relaxed = OpenOptions.DEFAULT.durability(Durability.RELAXED);
        graph = new OpenGraph(root, runtimes, relaxed);
        runtime = graph.runtime();
    }

    @AfterEach
    void close() {
        graph.close();
    }

    @Test
    void whatManySmallWritesMade_isFewFragmentsAfterwards_andHoldsTheSame() throws IOException {
        Map<String, Integer> expected = manySmallWrites();
        Snapshot before = graph.main().snapshot();
        Map<String, ContentDigest> digests = digests();

        OptimizeResult result =
                graph.main().optimize(OptimizeOptions.DEFAULT.author("cleaner").message("tidy"));

        for (OptimizeResult.TypeResult type : result.types()) {
            assertThat(type.reasons()).as(type.type()).contains(OptimizeReason.SMALL_FRAGMENTS);
            assertThat(type.before().fragments()).as(type.type()).isGreaterThan(5);
            assertThat(type.after().fragments()).as(type.type()).isEqualTo(1);
            assertThat(type.after().unindexedRows()).as(type.type()).isZero();
            assertThat(type.after().deletedRows()).as(type.type()).isZero();
            assertThat(type.after().segments()).as(type.type()).isBetween(1L, 3L);
            assertThat(type.after().rows())
                    .as(type.type())
                    .isEqualTo(type.before().rows());
        }
        assertThat(digests()).isEqualTo(digests);
        assertThat(health())
                .isEqualTo(result.types().stream()
                        .map(OptimizeResult.TypeResult::after)
                        .toList());
        assertThat(persons(graph.main().snapshot())).isEqualTo(expected);
        assertThat(persons(before)).isEqualTo(expected);
        assertThat(text(graph.main().snapshot(), "MATCH (p:Person {name: 'P17'}) RETURN p.age AS a"))
                .containsExactly("{a=" + expected.get("P17") + "}");
        assertThat(text(graph.main().snapshot(), "MATCH (:Person {name: 'P3'})-[:KNOWS]->(q) RETURN q.name AS n"))
                .containsExactly("{n=P4}");
        assertThat(text(graph.main().snapshot(), "MATCH (p:Person {name: 'gone'}) RETURN p.name AS n"))
                .isEmpty();

        CommitInfo commit = graph.main().snapshot().commit();
        assertThat(commit.writer()).isEqualTo("optimize");
        assertThat(commit.author()).isEqualTo("cleaner");
        assertThat(commit.message()).isEqualTo("tidy");
        assertThat(commit.tablesTouched()).containsExactly("KNOWS(Person,Person)");
        assertThat(commit.result()).containsEntry("KNOWS(Person,Person).fragmentsAfter", 1L);
        assertThat(result.types().getLast().commits()).containsExactly(commit);
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void theSecondTime_thereIsNothingToDo_andNoCommit() throws IOException {
        manySmallWrites();
        graph.main().optimize();
        CommitInfo head = graph.main().snapshot().commit();

        OptimizeResult again = graph.main().optimize();

        assertThat(again.isNothingToDo()).isTrue();
        assertThat(again.types()).allSatisfy(type -> assertThat(type.commits()).isEmpty());
        assertThat(graph.main().snapshot().commit()).isEqualTo(head);
    }

    @Test
    void writesGoOnAsBefore_afterwards() throws IOException {
        Map<String, Integer> expected = manySmallWrites();
        graph.main().optimize();

        graph.main().write(tx -> {
            tx.set(tx.node("Person", "P5"), Map.of("age", 99));
            tx.detachDelete(tx.node("Person", "P6"));
            tx.create("Person", Map.of("name", "new", "age", 1));
            return null;
        });
        assertThatThrownBy(() -> graph.main().write(tx -> tx.create("Person", Map.of("name", "P7"))))
                .isInstanceOfSatisfying(
                        SennitException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.KEY_CONFLICT));

        expected.put("P5", 99);
        expected.remove("P6");
        expected.put("new", 1);
        assertThat(persons(graph.main().snapshot())).isEqualTo(expected);
    }

    @Test
    void fragmentsThatAreLargelyDeleted_areRewrittenWithoutWhatIsGone() throws IOException {
        load(LoadMode.INSERT, 0, 6000, 1);
        load(LoadMode.UPSERT, 0, 1300, 2);
        Map<String, ContentDigest> digests = digests();

        OptimizeResult.TypeResult persons = graph.main()
                .optimize(OptimizeOptions.DEFAULT.type("Person"))
                .types()
                .getFirst();

        assertThat(persons.reasons()).containsExactly(OptimizeReason.DELETED_ROWS);
        assertThat(persons.before().deletedRows()).isEqualTo(1300);
        assertThat(persons.after().deletedRows()).isZero();
        assertThat(persons.rowsRewritten()).isEqualTo(6000);
        assertThat(digests()).isEqualTo(digests);
        assertThat(graph.main().optimize().isNothingToDo()).isTrue();
    }

    @Test
    void largeTables_areDoneInSeveralCommits_eachABoundedShare() throws IOException {
        for (int i = 0; i < 12; i++) {
            load(LoadMode.INSERT, i * 300, (i + 1) * 300, i);
        }
        Map<String, ContentDigest> digests = digests();

        OptimizeResult.TypeResult persons =
                optimize(limits(1000, 4, 2), OptimizeOptions.DEFAULT).types().getFirst();

        assertThat(persons.commits()).hasSizeGreaterThanOrEqualTo(3);
        assertThat(persons.commits())
                .allSatisfy(commit ->
                        assertThat(commit.result().get("Person.rowsRewritten")).isLessThanOrEqualTo(1000));
        assertThat(persons.after().fragments()).isEqualTo(6);
        assertThat(digests()).isEqualTo(digests);
        assertThat(optimize(limits(1000, 4, 2), OptimizeOptions.DEFAULT).isNothingToDo())
                .isTrue();
    }

    @Test
    void manySmallIndexSegments_areMerged() throws IOException {
        load(LoadMode.INSERT, 0, 22_000, 1);
        load(LoadMode.INSERT, 22_000, 32_000, 1);
        load(LoadMode.INSERT, 32_000, 36_500, 1);

        OptimizeResult.TypeResult persons =
                optimize(limits(1 << 20, 4, 2), OptimizeOptions.DEFAULT).types().getFirst();

        assertThat(persons.before().segments()).isEqualTo(3);
        assertThat(persons.reasons()).containsExactly(OptimizeReason.INDEX_SEGMENTS);
        assertThat(persons.after().segments()).isEqualTo(1);
        assertThat(persons.rowsRewritten()).isZero();
        assertThat(text(graph.main().snapshot(), "MATCH (p:Person {name: 'P36499'}) RETURN p.age AS a"))
                .containsExactly("{a=36500}");
    }

    @Test
    void aDryRun_saysWhatThereIsToDo_andDoesNothing() throws IOException {
        manySmallWrites();
        CommitInfo head = graph.main().snapshot().commit();

        OptimizeResult planned = graph.main().optimize(OptimizeOptions.DEFAULT.asDryRun());

        assertThat(planned.dryRun()).isTrue();
        assertThat(planned.isNothingToDo()).isFalse();
        assertThat(planned.types().getFirst().rowsRewritten())
                .isEqualTo(planned.types().getFirst().before().rows());
        assertThat(graph.main().snapshot().commit()).isEqualTo(head);
    }

    @Test
    void typesAreNamed_orTheirLabel_andUnknownOnesAreRefused() throws IOException {
        manySmallWrites();

        assertThat(graph.main()
                        .optimize(OptimizeOptions.DEFAULT.type("KNOWS").asDryRun())
                        .types())
                .extracting(OptimizeResult.TypeResult::type)
                .containsExactly("KNOWS(Person,Person)");
        assertThatThrownBy(() -> graph.main().optimize(OptimizeOptions.DEFAULT.type("Persn")))
                .isInstanceOfSatisfying(SennitException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_NAME);
                    assertThat(e).hasMessageContaining("did you mean 'Person'?");
                });
    }

    @Test
    void whatIsWrittenWhileRowsAreCopied_isKept_andTheyAreNotCopiedAgain() throws IOException {
        Map<String, Integer> expected = manySmallWrites();
        AtomicInteger staged = new AtomicInteger();
        AtomicBoolean meanwhile = new AtomicBoolean();
        atPoints = point -> {
            if (point == FailurePoint.FRAGMENT_STAGED && !meanwhile.get()) {
                staged.incrementAndGet();
                if (staged.get() == 1) {
                    meanwhile.set(true);
                    graph.main().write(tx -> {
                        tx.set(tx.node("Person", "P10"), Map.of("age", -1));
                        tx.detachDelete(tx.node("Person", "P11"));
                        tx.create("Person", Map.of("name", "late", "age", 5));
                        return null;
                    });
                    meanwhile.set(false);
                }
            }
        };

        OptimizeResult.TypeResult persons = graph.main()
                .optimize(OptimizeOptions.DEFAULT.type("Person"))
                .types()
                .getFirst();

        assertThat(staged).hasValue(1);
        assertThat(persons.commits()).hasSize(1);
        expected.put("P10", -1);
        expected.remove("P11");
        expected.put("late", 5);
        assertThat(persons(graph.main().snapshot())).isEqualTo(expected);
        assertThat(graph.check().findings()).isEmpty();
        assertThat(persons.after().fragments()).isEqualTo(2);
        assertThat(persons.after().deletedRows()).isEqualTo(2);
        assertThat(health().getFirst()).isEqualTo(persons.after());
        assertThat(graph.main().snapshot().commit().parents()).hasSize(1);
        assertThat(graph.at("main~1").commit().writer()).isEqualTo("mutation");
    }

    @Test
    void whenMostOfWhatWasCopiedIsGone_itIsCopiedAnew() throws IOException {
        for (int i = 0; i < 6; i++) {
            load(LoadMode.INSERT, i * 20, (i + 1) * 20, i);
        }
        AtomicInteger staged = new AtomicInteger();
        AtomicBoolean meanwhile = new AtomicBoolean();
        atPoints = point -> {
            if (point == FailurePoint.FRAGMENT_STAGED && !meanwhile.get() && staged.incrementAndGet() == 1) {
                meanwhile.set(true);
                load(LoadMode.REPLACE, 0, 30, 50);
                for (int i = 1; i < 6; i++) {
                    load(LoadMode.INSERT, i * 30, (i + 1) * 30, 50);
                }
                meanwhile.set(false);
            }
        };

        OptimizeResult.TypeResult persons = graph.main()
                .optimize(OptimizeOptions.DEFAULT.type("Person"))
                .types()
                .getFirst();

        assertThat(staged).hasValue(2);
        assertThat(persons.after().fragments()).isEqualTo(1);
        assertThat(persons(graph.main().snapshot())).hasSize(180).doesNotContainValue(1);
    }

    @Test
    void whenTheCopyDiffers_nothingIsPublished() throws IOException {
        manySmallWrites();
        CommitInfo head = graph.main().snapshot().commit();
        WriterResources writers = runtime.writers();
        TableStore forgetful = new ForgetfulStore(writers.tables());
        WriterResources resources = new WriterResources(
                forgetful, writers.ids(), writers.durability(), writers.caches(), writers.segments(), writers.spill());
        WriteRequest request = new WriteRequest(
                "test", "", Optional.empty(), Optional.empty(), Optional.empty(), Duration.ofMinutes(1), 3);

        try (OptimizeWriter writer =
                new OptimizeWriter("Person", OptimizeLimits.DEFAULT, resources, OptimizeProgress.NONE)) {
            assertThatThrownBy(() -> runtime.writes(runtime.branches().main()).write(writer, request))
                    .isInstanceOfSatisfying(SennitException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.CORRUPTION);
                        assertThat(e).hasMessageContaining("the rows of Person");
                    });
        }

        assertThat(graph.main().snapshot().commit()).isEqualTo(head);
        assertThat(graph.main().optimize().types().getFirst().after().fragments())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource(FailurePoint.class)
    void killedAtAFailurePoint_theGraphHoldsTheSame_andTheNextOneWorks(FailurePoint point) throws IOException {
        if (!REACHED.contains(point)) {
            return;
        }
        Map<String, Integer> expected = manySmallWrites();
        Map<String, ContentDigest> digests = digests();
        StopAt stop = StopAt.crashing(point, 1);
        atPoints = stop;

        assertThatThrownBy(() -> graph.main().optimize(OptimizeOptions.DEFAULT.type("Person")))
                .isInstanceOf(SimulatedCrash.class);

        assertThat(stop.stopped()).isTrue();
        assertThat(digests()).isEqualTo(digests);
        assertThat(persons(graph.main().snapshot())).isEqualTo(expected);
        OptimizeResult next = graph.main().optimize();
        assertThat(next.types())
                .allSatisfy(type -> assertThat(type.after().fragments()).isEqualTo(1));
        assertThat(digests()).isEqualTo(digests);
        assertThat(persons(graph.main().snapshot())).isEqualTo(expected);
        assertThat(leftovers()).isEmpty();
    }

    @Test
    void againstConcurrentWriters_noRowIsLost_andItEnds() throws Exception {
        long seed = 20_261_202;
        int writers = 3;
        int writes = 40;
        load(LoadMode.INSERT, 0, 500, 0);
        List<Map<String, @Nullable Integer>> written = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        for (int w = 0; w < writers; w++) {
            int number = w;
            Map<String, @Nullable Integer> mine = new HashMap<>();
            written.add(mine);
            SplittableRandom random = new SplittableRandom(seed + w);
            threads.add(Thread.ofPlatform().unstarted(() -> {
                try {
                    for (int i = 0; i < writes; i++) {
                        // Each writer has persons of its own, so that the last value written is known.
                        String name = "P" + (random.nextInt(60) * writers + number);
                        int age = 1000 + i;
                        boolean deletes = random.nextInt(4) == 0;
                        graph.main().write(WriteOptions.DEFAULT.attempts(1000), tx -> {
                            if (deletes) {
                                NodeId person = tx.node("Person", name);
                                tx.find(person).ifPresent(found -> tx.detachDelete(person));
                            } else {
                                tx.upsert("Person", Map.of("name", name, "age", age));
                            }
                            return null;
                        });
                        mine.put(name, deletes ? null : age);
                    }
                } catch (Throwable e) {
                    synchronized (failures) {
                        failures.add(e);
                    }
                }
            }));
        }

        threads.forEach(Thread::start);
        int commits = 0;
        while (threads.stream().anyMatch(Thread::isAlive)) {
            commits += optimize(limits(1 << 20, 1, 1), OptimizeOptions.DEFAULT.type("Person"))
                    .types()
                    .getFirst()
                    .commits()
                    .size();
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(failures).as("seed %d", seed).isEmpty();
        Map<String, Integer> expected = new HashMap<>();
        for (int i = 0; i < 500; i++) {
            expected.put("P" + i, i + 1);
        }
        written.forEach(mine -> mine.forEach((name, age) -> {
            if (age == null) {
                expected.remove(name);
            } else {
                expected.put(name, age);
            }
        }));
        assertThat(persons(graph.main().snapshot())).as("seed %d", seed).isEqualTo(expected);
        assertThat(commits).as("optimizing commits, seed %d", seed).isPositive();
        assertThat(graph.check().findings()).as("seed %d", seed).isEmpty();
        assertThat(leftovers()).isEmpty();
        System.out.println("optimized " + commits + " times between " + writers * writes + " writes");
    }

    // --- the graph ---

    /** Many loads and transactions that add, change and delete; returns all persons with their ages. */
    private Map<String, Integer> manySmallWrites() throws IOException {
        Map<String, Integer> persons = new HashMap<>();
        for (int i = 0; i < 8; i++) {
            load(LoadMode.INSERT, i * 40, (i + 1) * 40, 0);
            edges(i * 40, (i + 1) * 40 - 1);
        }
        for (int i = 0; i < 320; i++) {
            persons.put("P" + i, i + 1);
        }
        graph.main()
                .write(tx -> tx.create(
                        "Person",
                        Map.of(
                                "name",
                                "gone",
                                "born",
                                ZonedDateTime.parse("1985-10-26T01:21-07:00[America/Los_Angeles]"))));
        for (int i = 0; i < 6; i++) {
            int number = i;
            graph.main().write(tx -> {
                tx.set(tx.node("Person", "P" + (17 + 40 * number)), Map.of("age", 500 + number, "score", -0.0));
                tx.upsert(
                        "Person",
                        Map.of("name", "T" + number, "age", number, "score", Double.NaN, "tags", List.of("a", "b")));
                return null;
            });
            persons.put("P" + (17 + 40 * i), 500 + i);
            persons.put("T" + i, i);
        }
        graph.main().write(tx -> {
            tx.delete(tx.node("Person", "gone"));
            tx.detachDelete(tx.node("Person", "P100"));
            return null;
        });
        persons.remove("P100");
        return persons;
    }

    /** Loads persons P{@code from} to P{@code to}, without the last, each aged its number plus one, plus {@code older}. */
    private void load(LoadMode mode, int from, int to, int older) {
        StringBuilder csv = new StringBuilder("name,age,score,born,tags\n");
        for (int i = from; i < to; i++) {
            csv.append("P")
                    .append(i)
                    .append(',')
                    .append(i + 1 + (mode == LoadMode.INSERT ? 0 : older))
                    .append(",0.5,2026-11-29T12:00+01:00[Europe/Berlin],a;b\n");
        }
        graph.main().load(Load.EMPTY.mode(mode).nodes("Person", write(csv)));
    }

    /** Loads edges from each person to the next. */
    private void edges(int from, int to) {
        StringBuilder csv = new StringBuilder("from,to,since\n");
        for (int i = from; i < to; i++) {
            csv.append("P").append(i).append(",P").append(i + 1).append(",2000\n");
        }
        graph.main().load(Load.EMPTY.edges("KNOWS", write(csv)));
    }

    private Path write(CharSequence csv) {
        try {
            return Files.writeString(directory.resolve("in" + files++ + ".csv"), csv);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private OptimizeResult optimize(OptimizeLimits limits, OptimizeOptions options) {
        return new OptimizeCall(runtime, runtime.branches().main(), options, limits).run();
    }

    private static OptimizeLimits limits(long fragmentRows, int smallFragments, int smallSegments) {
        OptimizeLimits usual = OptimizeLimits.DEFAULT;
        return new OptimizeLimits(
                fragmentRows,
                usual.fragmentBytes(),
                usual.commitBytes(),
                Math.min(usual.smallRows(), fragmentRows / 2),
                usual.smallBytes(),
                smallFragments,
                usual.deletedRows(),
                usual.deletedPercent(),
                usual.smallSegmentRows(),
                smallSegments);
    }

    private List<TableHealth> health() {
        return graph.main().optimize(OptimizeOptions.DEFAULT.asDryRun()).types().stream()
                .map(OptimizeResult.TypeResult::before)
                .toList();
    }

    private Map<String, ContentDigest> digests() {
        GraphState state = runtime.mainChain().head().state();
        Map<String, ContentDigest> digests = new LinkedHashMap<>();
        for (TableState table : state.tables().values()) {
            try (TableVersion version = runtime.tables().open(table.table(), table.pin())) {
                digests.put(table.type(), ContentDigest.of(version));
            }
        }
        return digests;
    }

    private static Map<String, Integer> persons(Snapshot snapshot) {
        Map<String, Integer> persons = new HashMap<>();
        try (Result result = snapshot.query("MATCH (p:Person) RETURN p.name AS name, p.age AS age", Map.of())) {
            result.stream().forEach(row -> persons.put(row.getString("name"), Math.toIntExact(row.getLong("age"))));
        }
        return persons;
    }

    private static List<String> text(Snapshot snapshot, String query) {
        List<String> rows = new ArrayList<>();
        try (Result result = snapshot.query(query, Map.of())) {
            result.stream().forEach(row -> rows.add(row.toMap().toString()));
        }
        return rows;
    }

    private List<Path> leftovers() throws IOException {
        Path armed = directory.resolve("g").resolve("__recovery").resolve("armed");
        if (!Files.isDirectory(armed)) {
            return List.of();
        }
        try (Stream<Path> left = Files.list(armed)) {
            return left.toList();
        }
    }

    /** A store whose writers lose every batch but the first. */
    private static final class ForgetfulStore extends ForwardingTableStore {
        ForgetfulStore(TableStore tables) {
            super(tables);
        }

        @Override
        public FragmentWriter writeFragment(TableVersion base) {
            return new ForgetfulWriter(super.writeFragment(base));
        }
    }

    private static final class ForgetfulWriter extends ForwardingFragmentWriter {
        private boolean wrote;

        ForgetfulWriter(FragmentWriter writer) {
            super(writer);
        }

        @Override
        public void appendBatch(TableScan scan) {
            if (!wrote) {
                super.appendBatch(scan);
            }
            wrote = true;
        }
    }
}
