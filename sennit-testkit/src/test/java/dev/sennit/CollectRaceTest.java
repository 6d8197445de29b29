package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.BusyException;
import dev.sennit.model.CheckReport;
import dev.sennit.model.ConflictException;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.LimitException;
import dev.sennit.model.SennitException;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.protocol.Gates;
import dev.sennit.protocol.ProtocolLimits;
import dev.sennit.protocol.WriterKind;
import dev.sennit.store.ProcessLocks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Collections beside writers, readers and each other: nothing that a state shows ever misses a file. */
class CollectRaceTest {
    private static final Duration GUARD = ProtocolLimits.DEFAULT.collectionGuard();
    private static final CollectOptions NEWEST_ONLY =
            CollectOptions.DEFAULT.keep(Duration.ZERO).keepCommits(1);

    private static final boolean LONG = Boolean.getBoolean("sennit.long");

    /** Those that take most steps; with {@code -Dsennit.long=true} all are run. */
    private static final List<String> TYPICAL = List.of("statement with changes and deletions in many tables");

    @TempDir
    Path directory;

    static Stream<WriterScenario> scenarios() {
        return LONG
                ? Arrays.stream(WriterKind.values()).flatMap(kind -> WriterScenario.of(kind).stream())
                : TYPICAL.stream().map(WriterScenario::named);
    }

    /** What becomes of a writer beside which a collection runs. */
    private enum End {
        COMMITTED,
        ABORTED,
        TOOK_TOO_LONG,
        MISSED_ITS_FILES
    }

    /** What happens while a writer is paused, besides a collection. */
    private enum Meanwhile {
        NOTHING,
        ANOTHER_WRITE,
        /** The clock of the writer stands still, as that of a stopped machine may. */
        NOT_EVEN_TIME
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void pausedAtAnyStepForLongerThanTheGuard_neverPublishesWhatHasLostItsFiles(WriterScenario scenario)
            throws IOException {
        Path files = Files.createDirectories(directory.resolve("files"));
        Path prepared = directory.resolve("prepared");
        WriterScenario.create(prepared, files, scenario);
        for (Meanwhile meanwhile : Meanwhile.values()) {
            Map<FailurePoint, End> ends = zombies(scenario, prepared, files, meanwhile);
            String where = scenario.name() + ", meanwhile " + meanwhile + ": " + ends;
            System.out.println(where);
            if (meanwhile == Meanwhile.NOTHING) {
                assertThat(ends).as(where).containsEntry(FailurePoint.PREPARED, End.TOOK_TOO_LONG);
            }
            assertThat(ends.get(FailurePoint.ARMED))
                    .as(where)
                    .isEqualTo(meanwhile == Meanwhile.NOT_EVEN_TIME ? End.ABORTED : End.TOOK_TOO_LONG);
            assertThat(ends)
                    .as(where)
                    .containsEntry(FailurePoint.TABLE_COMMITTED, End.ABORTED)
                    .containsEntry(FailurePoint.EFFECTS_APPLIED, End.ABORTED)
                    .containsEntry(FailurePoint.DECIDED, End.COMMITTED)
                    .containsEntry(FailurePoint.PUBLISHED, End.COMMITTED);
        }
    }

    private Map<FailurePoint, End> zombies(WriterScenario scenario, Path prepared, Path files, Meanwhile meanwhile)
            throws IOException {
        String before = content(prepared);
        Map<FailurePoint, End> ends = new EnumMap<>(FailurePoint.class);
        for (FailurePoint point : FailurePoint.ofWrites()) {
            Path root = directory.resolve("graph");
            GraphCopy.withAges(prepared, root);
            LateClock clock = new LateClock();
            OncePassed paused = new OncePassed(point, () -> {
                clock.late = meanwhile == Meanwhile.NOT_EVEN_TIME ? Duration.ZERO : GUARD.multipliedBy(2);
                Aging.age(root, GUARD.multipliedBy(2));
                try (Graph other = open(root, parts())) {
                    if (meanwhile == Meanwhile.ANOTHER_WRITE) {
                        other.main().write(tx -> tx.upsert("City", Map.of("name", "next")));
                        Aging.age(root, GUARD.multipliedBy(2));
                    }
                    other.collect(NEWEST_ONLY);
                }
            });
            Optional<SennitException> failure = Optional.empty();
            try (Graph graph = open(root, parts().failurePoints(paused).clock(clock))) {
                scenario.write().accept(graph, files);
            } catch (SennitException e) {
                failure = Optional.of(e);
            }
            if (paused.happened()) {
                String where = scenario.name() + " paused at " + point + ", meanwhile " + meanwhile;
                boolean there = !content(root).equals(before);
                assertThat(there).as("%s: %s", where, failure).isEqualTo(failure.isEmpty());
                ends.put(point, failure.map(e -> end(e, meanwhile, where)).orElse(End.COMMITTED));
                requireSound(root, where);
                try (Graph graph = open(root, parts().clock(clock))) {
                    graph.recover();
                    if (!there) {
                        scenario.write().accept(graph, files);
                        assertThat(content(root)).as("started again: " + where).isNotEqualTo(before);
                    }
                }
                requireSound(root, "at the end: " + where);
            }
            GraphCopy.delete(root);
        }
        return ends;
    }

    private static End end(SennitException failure, Meanwhile meanwhile, String where) {
        return switch (failure.code()) {
            case OPERATION_ABORTED -> End.ABORTED;
            case TIMEOUT -> End.TOOK_TOO_LONG;
            case CORRUPTION -> {
                // The writer cannot know that its staged files have become too old.
                assertThat(meanwhile).as(where).isEqualTo(Meanwhile.NOT_EVEN_TIME);
                yield End.MISSED_ITS_FILES;
            }
            default -> throw new AssertionError(where, failure);
        };
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void aWriterThatIsYoungerThanTheGuard_keepsItsFiles_whateverItsStep(WriterScenario scenario) throws IOException {
        Path files = Files.createDirectories(directory.resolve("files"));
        Path prepared = directory.resolve("prepared");
        WriterScenario.create(prepared, files, scenario);
        String before = content(prepared);
        Aging.age(prepared, GUARD.multipliedBy(2));
        int stopped = 0;
        for (FailurePoint point : FailurePoint.ofWrites()) {
            Path root = directory.resolve("graph");
            GraphCopy.withAges(prepared, root);
            AtomicInteger removed = new AtomicInteger();
            OncePassed paused = new OncePassed(point, () -> {
                try (Graph other = open(root, parts())) {
                    removed.set(
                            Math.toIntExact(other.collect(NEWEST_ONLY).removed().count()));
                }
            });
            try (Graph graph = open(root, parts().failurePoints(paused))) {
                scenario.write().accept(graph, files);
            }
            String where = scenario.name() + ", collected at " + point;
            assertThat(content(root)).as(where).isNotEqualTo(before);
            requireSound(root, where);
            if (paused.happened()) {
                stopped++;
                // The state the write is prepared on is the newest: only what older ones needed goes.
                assertThat(removed.get()).as(where).isPositive();
            }
            GraphCopy.delete(root);
        }
        assertThat(stopped).isGreaterThan(6);
    }

    @ParameterizedTest
    @EnumSource(names = {"COLLECTION_BEGUN", "HORIZON_PUBLISHED", "INTENTS_ABORTED", "FILE_COLLECTED"})
    void writesBetweenTheStepsOfACollection_loseNothing(FailurePoint point) {
        GrownGraph grown = new GrownGraph(directory, 41).grow(12);
        grown.age(GUARD.multipliedBy(2));
        int before = grown.contents().size();
        OncePassed meanwhile = new OncePassed(point, () -> grown.grow(8));

        try (Graph graph = grown.open(meanwhile)) {
            assertThat(graph.collect(NEWEST_ONLY).removed().count()).isPositive();
        }

        assertThat(meanwhile.happened()).isTrue();
        // The state that was the newest before them was so until a moment ago.
        grown.requireOnlyNewestReadable(grown.contents().size() - before + 1, "written at " + point);
    }

    @ParameterizedTest
    @EnumSource(names = {"COLLECTION_BEGUN", "HORIZON_PUBLISHED", "INTENTS_ABORTED", "FILE_COLLECTED"})
    void aCollectionThatKeepsLess_betweenTheStepsOfAnother_isHarmless(FailurePoint point) {
        GrownGraph grown = new GrownGraph(directory, 51).grow(20);
        grown.age(GUARD.multipliedBy(2));
        OncePassed meanwhile = new OncePassed(point, () -> {
            try (Graph other = grown.open()) {
                other.collect(NEWEST_ONLY);
            }
        });

        try (Graph graph = grown.open(meanwhile)) {
            graph.collect(NEWEST_ONLY.keepCommits(10));
        }

        assertThat(meanwhile.happened()).isTrue();
        grown.requireOnlyNewestReadable(1, "collected at " + point);
    }

    @Test
    void aCollectionThatKeepsMore_betweenTheStepsOfAnother_isHarmless() {
        GrownGraph grown = new GrownGraph(directory, 61).grow(20);
        grown.age(GUARD.multipliedBy(2));
        OncePassed meanwhile = new OncePassed(FailurePoint.COLLECTION_BEGUN, () -> {
            try (Graph other = grown.open()) {
                other.collect(NEWEST_ONLY.keepCommits(10));
            }
        });

        try (Graph graph = grown.open(meanwhile)) {
            graph.collect(NEWEST_ONLY);
        }

        grown.requireOnlyNewestReadable(1, "collected at the beginning");
    }

    @Test
    void aSecondCollectionOfTheSameProcess_isTurnedAway() {
        GrownGraph grown = new GrownGraph(directory, 71).grow(3);
        ProtocolLimits limits = ProtocolLimits.DEFAULT;
        RuntimeParts impatient = RuntimeParts.DEFAULT.limits(
                new ProtocolLimits(
                        limits.lease(),
                        Duration.ofMillis(20),
                        limits.resolveUnknown(),
                        limits.firstPause(),
                        limits.maxPause(),
                        limits.collectionGuard()),
                WriterScenario.CHAIN);
        AtomicReference<Graph> open = new AtomicReference<>();
        OncePassed meanwhile = new OncePassed(
                FailurePoint.INTENTS_ABORTED,
                () -> assertThatThrownBy(() -> CompletableFuture.runAsync(
                                        () -> Objects.requireNonNull(open.get()).collect(NEWEST_ONLY))
                                .get())
                        .isInstanceOf(ExecutionException.class)
                        .cause()
                        .isInstanceOfSatisfying(
                                BusyException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.WRITER_ACTIVE)));
        try (Graph graph = grown.open(impatient.failurePoints(meanwhile))) {
            open.set(graph);
            graph.collect(NEWEST_ONLY);
            assertThat(meanwhile.happened()).isTrue();
            graph.collect(NEWEST_ONLY);
        }
    }

    /** Real threads, each with a runtime of its own as another process has, under a guard that passes many times. */
    @Test
    void writersReadersAndCollectionsAtOnce_loseNothing() throws Exception {
        Duration guard = Duration.ofSeconds(2);
        ProtocolLimits limits = new ProtocolLimits(
                ProtocolLimits.DEFAULT.lease(),
                ProtocolLimits.DEFAULT.waitForLiveWriter(),
                ProtocolLimits.DEFAULT.resolveUnknown(),
                ProtocolLimits.DEFAULT.firstPause(),
                ProtocolLimits.DEFAULT.maxPause(),
                guard);
        RuntimeParts parts = parts().limits(limits, WriterScenario.CHAIN);
        Path root = directory.resolve("graph");
        WriterScenario.create(root, directory, WriterScenario.named("statement of one row"));
        long end = System.nanoTime() + Duration.ofSeconds(12).toNanos();
        AtomicInteger tried = new AtomicInteger();
        AtomicInteger written = new AtomicInteger();
        AtomicInteger collections = new AtomicInteger();
        AtomicInteger expired = new AtomicInteger();
        AtomicInteger removed = new AtomicInteger();
        List<CompletableFuture<?>> clients = new ArrayList<>();
        for (int client = 0; client < 2; client++) {
            String name = "w" + client + "-";
            clients.add(running(root, parts, end, graph -> {
                String city = name + tried.incrementAndGet();
                try {
                    graph.main().write(tx -> tx.create("City", Map.of("name", city)));
                    written.incrementAndGet();
                } catch (BusyException | ConflictException | LimitException e) {
                    // Not written: it met the other writer too often, or took longer than the short guard allows.
                }
            }));
        }
        for (int client = 0; client < 2; client++) {
            clients.add(running(root, parts, end, graph -> {
                removed.addAndGet(Math.toIntExact(
                        graph.collect(NEWEST_ONLY.keepCommits(2)).removed().count()));
                collections.incrementAndGet();
            }));
        }
        clients.add(running(root, parts, end, graph -> {
            Snapshot snapshot = graph.main().snapshot();
            String first = WriterScenario.content(snapshot);
            sleep(Duration.ofMillis(2_500));
            try {
                assertThat(WriterScenario.content(snapshot)).isEqualTo(first);
            } catch (SennitException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.SNAPSHOT_EXPIRED);
                expired.incrementAndGet();
            }
        }));
        for (CompletableFuture<?> client : clients) {
            client.get();
        }

        System.out.println(written + " of " + tried + " writes, " + collections + " collections, " + removed
                + " files removed, " + expired + " snapshots expired");
        requireSound(root, "at the end");
        try (Graph graph = open(root, parts());
                Result result = graph.main().snapshot().query("MATCH (c:City) RETURN count(c) AS n")) {
            assertThat(result.next().getLong("n")).isEqualTo(written.get() + 1);
        }
        assertThat(removed.get()).isPositive();
        assertThat(collections.get()).isGreaterThan(2);
    }

    private interface Client {
        void act(Graph graph);
    }

    private static CompletableFuture<?> running(Path root, RuntimeParts parts, long end, Client client) {
        return CompletableFuture.runAsync(
                () -> {
                    try (Graph graph = open(root, parts)) {
                        while (System.nanoTime() < end) {
                            client.act(graph);
                        }
                    }
                },
                action -> Thread.ofPlatform().start(action));
    }

    private static void sleep(Duration time) {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Does something in the middle, the first time a step is passed. */
    private static final class OncePassed implements FailurePoints {
        private final FailurePoint point;
        private final Runnable meanwhile;
        private boolean happened;

        OncePassed(FailurePoint point, Runnable meanwhile) {
            this.point = point;
            this.meanwhile = meanwhile;
        }

        @Override
        public void reached(FailurePoint reached) {
            if (reached == point && !happened) {
                happened = true;
                meanwhile.run();
            }
        }

        boolean happened() {
            return happened;
        }
    }

    /** A clock that jumps. */
    private static final class LateClock extends Clock {
        private volatile Duration late = Duration.ZERO;

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Instant instant() {
            return Clock.systemUTC().instant().plus(late);
        }
    }

    private static RuntimeParts parts() {
        return RuntimeParts.DEFAULT
                .limits(ProtocolLimits.DEFAULT, WriterScenario.CHAIN)
                .gates(locks -> Gates.with(ProcessLocks.NONE));
    }

    private static OpenGraph open(Path root, RuntimeParts parts) {
        return new OpenGraph(root.toString(), new GraphRuntimes(parts), GrownGraph.RELAXED);
    }

    private static String content(Path root) {
        try (Graph graph = open(root, parts())) {
            return WriterScenario.content(graph);
        }
    }

    private static void requireSound(Path root, String where) {
        try (Graph graph = open(root, parts())) {
            assertThat(graph.check().findings().stream()
                            .filter(finding -> finding.severity() == CheckReport.Severity.PROBLEM))
                    .as(where)
                    .isEmpty();
        }
    }
}
