package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.CommitInfo;
import dev.sennit.model.Durability;
import dev.sennit.protocol.ProtocolLimits;
import dev.sennit.testkit.Fault;
import dev.sennit.testkit.Faults;
import dev.sennit.testkit.FaultyManifestTable;
import dev.sennit.testkit.FaultyObjectStore;
import dev.sennit.testkit.FaultyTableStore;
import dev.sennit.testkit.StoreCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * One call of a store goes wrong, whichever it is: it fails before its effect or after it, is answered with a conflict
 * with itself, lands later, or arrives twice. The write is committed once, or not at all, or its outcome is unknown and
 * told exactly later. In the short mode for the scenarios in which nothing is left out by being another's part; with
 * {@code -Dsennit.long=true} for all.
 */
class AmbiguityMatrixTest {
    private static final boolean LONG = Boolean.getBoolean("sennit.long");
    private static final List<String> SHORT = List.of(
            "load one table",
            "statement with changes and deletions in many tables",
            "revert below later changes",
            "schema change of every kind of effect");
    private static final OpenOptions RELAXED = OpenOptions.DEFAULT.durability(Durability.RELAXED);
    private static final AtomicInteger CELLS = new AtomicInteger();

    /** Pauses are short: a fault is over as soon as the call is made again. */
    private static final ProtocolLimits LIMITS = new ProtocolLimits(
            Duration.ofSeconds(10),
            Duration.ofMillis(200),
            Duration.ofSeconds(5),
            Duration.ofMillis(1),
            Duration.ofMillis(10),
            Duration.ofHours(24));

    @TempDir
    Path directory;

    static Stream<WriterScenario> scenarios() {
        return LONG ? WriterScenario.chosen() : SHORT.stream().map(WriterScenario::named);
    }

    @AfterAll
    static void tell() {
        System.out.println("ambiguity matrix: " + CELLS + " cells");
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void anyCallThatGoesWrong_leavesTheWriteCommittedOnce_orNotAtAll_orUnknownAndAnsweredLater(WriterScenario scenario)
            throws IOException {
        Path files = Files.createDirectory(directory.resolve("files"));
        Path prepared = directory.resolve("prepared");
        WriterScenario.create(prepared, files, scenario);
        String before = content(prepared);
        List<StoreCall> calls = new ArrayList<>();
        Path clean = GraphCopy.of(prepared, directory.resolve("clean"));
        try (Graph graph = open(clean, parts(new Faults((number, call, subject) -> {
            calls.add(call);
            return Fault.NONE;
        })))) {
            scenario.write().accept(graph, files);
        }
        String after = content(clean);

        Map<String, Integer> outcomes = new TreeMap<>();
        int cells = 0;
        for (int call = 1; call <= calls.size(); call++) {
            for (AmbiguousCall cell : AmbiguousCall.of(call, calls.get(call - 1))) {
                String where = scenario.name() + ": " + cell + " at " + calls.get(call - 1);
                Path root = GraphCopy.of(prepared, directory.resolve("cell-" + cells++));
                outcomes.merge(run(root, cell, scenario, files, before, after, where), 1, Integer::sum);
                GraphCopy.delete(root);
            }
        }
        CELLS.addAndGet(cells);
        System.out.println(scenario.name() + ": " + cells + " cells over " + calls.size() + " calls: " + outcomes);
        assertThat(outcomes).containsKeys("done", "refused");
    }

    private static String run(
            Path root,
            AmbiguousCall cell,
            WriterScenario scenario,
            Path files,
            String before,
            String after,
            String where) {
        return cell.happensTo(
                        graph -> scenario.write().accept(graph, files),
                        faults -> open(root, parts(faults)),
                        () -> open(root, elsewhere()),
                        (graph, ended) -> {
                            assertThat(WriterScenario.content(graph))
                                    .as(where + " " + ended.words())
                                    .isEqualTo(ended.isDone() ? after : before);
                            List<CommitInfo> log = graph.log("main").toList();
                            assertThat(log.stream().map(CommitInfo::operation))
                                    .as(where)
                                    .doesNotHaveDuplicates();
                            graph.main().write(tx -> tx.create("City", Map.of("name", "next")));
                            assertThat(graph.log("main").toList()).as(where).hasSize(log.size() + 1);
                        })
                .words();
    }

    private static RuntimeParts parts(Faults faults) {
        return RuntimeParts.DEFAULT
                .limits(LIMITS, WriterScenario.CHAIN)
                .stores(
                        objects -> new FaultyObjectStore(objects, faults),
                        manifest -> new FaultyManifestTable(
                                manifest, FaultyManifestTable.LateWriter.ifAbsent(manifest), faults),
                        tables -> new FaultyTableStore(tables, faults));
    }

    private static RuntimeParts elsewhere() {
        return RuntimeParts.DEFAULT
                .clock(Clock.offset(Clock.systemUTC(), Duration.ofMinutes(5)))
                .limits(LIMITS, WriterScenario.CHAIN);
    }

    private static Graph open(Path root, RuntimeParts parts) {
        return new OpenGraph(root.toString(), new GraphRuntimes(parts), RELAXED);
    }

    private static String content(Path root) {
        try (Graph graph = open(root, RuntimeParts.DEFAULT)) {
            return WriterScenario.content(graph);
        }
    }
}
