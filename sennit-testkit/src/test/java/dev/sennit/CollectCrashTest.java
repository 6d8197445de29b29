package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.testkit.ChildJvm;
import dev.sennit.testkit.Fault;
import dev.sennit.testkit.Faults;
import dev.sennit.testkit.FaultyManifestTable;
import dev.sennit.testkit.FaultyObjectStore;
import dev.sennit.testkit.SimulatedCrash;
import dev.sennit.testkit.StopAt;
import dev.sennit.testkit.StoreCall;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A collection that dies: whatever the moment, the graph is whole, and the next collection does the rest. */
class CollectCrashTest {
    private static final long SEED = 20_261_203;
    private static final int KEPT = 3;
    private static final CollectOptions OPTIONS =
            CollectOptions.DEFAULT.keep(Duration.ZERO).keepCommits(KEPT);

    @TempDir
    Path directory;

    private GrownGraph grown;
    private Map<String, Long> clean;
    private final Map<FailurePoint, Integer> passed = new EnumMap<>(FailurePoint.class);
    private Path prepared;

    @BeforeEach
    void prepare() throws IOException {
        grown = new GrownGraph(directory, SEED).grow(10);
        leaveADeletedBranch();
        leaveAnUnfinishedWrite();
        grown.age(Duration.ofDays(3));
        prepared = directory.resolve("prepared");
        GraphCopy.withAges(grown.root, prepared);
        try (Graph graph = grown.open(point -> passed.merge(point, 1, Integer::sum))) {
            assertThat(graph.collect(OPTIONS).settled()).isEqualTo(1);
        }
        clean = grown.tableFiles();
        assertThat(passed.keySet()).isEqualTo(FailurePoint.ofCollections());
        assertThat(passed.get(FailurePoint.FILE_COLLECTED)).isGreaterThan(20);
    }

    @Test
    void diedAtAnyStep_leavesAWholeGraph_andTheNextFinishes() throws IOException {
        for (Map.Entry<FailurePoint, Integer> point : passed.entrySet()) {
            for (int occurrence : List.of(1, (point.getValue() + 1) / 2, point.getValue())) {
                restore();
                StopAt stop = StopAt.crashing(point.getKey(), occurrence);
                assertThatThrownBy(() -> collect(GrownGraph.parts().failurePoints(stop)))
                        .isInstanceOf(SimulatedCrash.class);
                requireWholeAndFinished("died at " + point.getKey() + " " + occurrence);
            }
        }
    }

    @Test
    void diedBeforeOrAfterAnyChangeOfTheStore_leavesAWholeGraph_andTheNextFinishes() throws IOException {
        restore();
        List<String> changes = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        collect(parts(new Faults((number, call, subject) -> {
            if (call.changes()) {
                changes.add(call + " " + subject);
                numbers.add(number);
            }
            return Fault.NONE;
        })));
        int states = 0;
        for (int i = 0; i < changes.size(); i++) {
            // Removing one file is like removing another.
            boolean alike = i > 0
                    && i < changes.size() - 1
                    && changes.get(i).startsWith(StoreCall.DELETE_OBJECT + " tables")
                    && changes.get(i - 1).startsWith(StoreCall.DELETE_OBJECT + " tables")
                    && changes.get(i + 1).startsWith(StoreCall.DELETE_OBJECT + " tables");
            if (alike && i % 16 != 0) {
                continue;
            }
            int die = numbers.get(i);
            for (Fault fault : List.of(Fault.CRASH_BEFORE, Fault.CRASH_AFTER)) {
                restore();
                Faults faults = new Faults((number, call, subject) -> number == die ? fault : Fault.NONE);
                assertThatThrownBy(() -> collect(parts(faults))).isInstanceOf(SimulatedCrash.class);
                requireWholeAndFinished(fault + " " + changes.get(i));
                states++;
            }
        }
        System.out.println("collection: " + states + " states of " + changes.size() + " changes");
    }

    @Test
    void killedAtEveryStep_leavesAWholeGraph_andTheNextFinishes() throws IOException, InterruptedException {
        for (FailurePoint point : FailurePoint.ofCollections()) {
            restore();
            Path output = directory.resolve("output-" + point);
            int before = point == FailurePoint.FILE_COLLECTED ? 7 : 0;
            int exit = ChildJvm.start(
                            directory.resolve("tmp"),
                            output,
                            CollectChild.class,
                            List.of(),
                            grown.root.toString(),
                            String.valueOf(KEPT),
                            point.name(),
                            String.valueOf(before))
                    .waitFor();
            assertThat(exit).as(Files.readString(output)).isEqualTo(137);
            requireWholeAndFinished("killed at " + point);
        }
    }

    private void requireWholeAndFinished(String where) {
        try (Graph graph = grown.open()) {
            assertThat(graph.check().problems()).as(where).isZero();
            Snapshot newest = graph.main().snapshot();
            assertThat(WriterScenario.content(newest))
                    .as(where)
                    .isEqualTo(grown.contents().get(newest.commit().id()));
            graph.collect(OPTIONS);
        }
        assertThat(grown.tableFiles()).as(where).isEqualTo(clean);
        grown.requireOnlyNewestReadable(KEPT, where);
        assertThat(emptyIndexes()).as(where).isEmpty();
        assertThat(grown.root.resolve("__recovery/armed")).as(where).isEmptyDirectory();
    }

    /** A writer that died armed, with a new version that nothing will ever name. */
    private void leaveAnUnfinishedWrite() {
        StopAt stop = StopAt.crashing(FailurePoint.EFFECTS_APPLIED, 1);
        try (Graph graph = grown.open(stop)) {
            assertThatThrownBy(() -> graph.main().write(tx -> tx.create("City", Map.of("name", "never"))))
                    .isInstanceOf(SimulatedCrash.class);
        }
    }

    /** One that was deleted longer ago than the guard. */
    private void leaveADeletedBranch() {
        try (Graph graph = grown.open()) {
            graph.createBranch("gone", "main").write(tx -> tx.create("City", Map.of("name", "gone")));
            graph.deleteBranch("gone", true);
        }
    }

    private void collect(RuntimeParts parts) {
        try (Graph graph = grown.open(parts)) {
            graph.collect(OPTIONS);
        }
    }

    private static RuntimeParts parts(Faults faults) {
        return GrownGraph.parts()
                .failurePoints(FailurePoints.NONE)
                .stores(
                        objects -> new FaultyObjectStore(objects, faults),
                        manifest -> new FaultyManifestTable(manifest, (base, rows, identity) -> false, faults),
                        tables -> tables);
    }

    private List<Path> emptyIndexes() {
        try (Stream<Path> paths = Files.walk(grown.root.resolve("tables"))) {
            return paths.filter(path -> path.resolveSibling("").endsWith("_indices"))
                    .filter(path -> path.toFile().list().length == 0)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void restore() throws IOException {
        GraphCopy.delete(grown.root);
        GraphCopy.withAges(prepared, grown.root);
    }
}
