package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.AlreadyExistsException;
import dev.sennit.model.NotFoundException;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.protocol.ProtocolLimits;
import dev.sennit.testkit.ChildJvm;
import dev.sennit.testkit.Fault;
import dev.sennit.testkit.Faults;
import dev.sennit.testkit.FaultyManifestBranches;
import dev.sennit.testkit.FaultyManifestTable;
import dev.sennit.testkit.FaultyObjectStore;
import dev.sennit.testkit.FaultyTableStore;
import dev.sennit.testkit.SimulatedCrash;
import dev.sennit.testkit.StoreCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The creation and deletion of branches and tags, dying before and after every call that changes a store and at every
 * failure point, and with every call going wrong in every way: what was done is done as a whole or not at all, whoever comes
 * next can go on without help, and what was said stays true.
 */
class NameMatrixTest {
    private static final boolean LONG = Boolean.getBoolean("sennit.long");

    /** The others have no call that these have not. */
    private static final List<String> SHORT =
            List.of("create a branch", "delete a branch", "create a tag", "delete a tag");

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

    static List<NameScenario> scenarios() {
        return NameScenario.ALL;
    }

    static Stream<NameScenario> ambiguous() {
        return LONG ? NameScenario.ALL.stream() : SHORT.stream().map(NameScenario::named);
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void diedAnywhere_theChangeIsDoneOrNot_andWhoeverComesNextCanMakeIt(NameScenario scenario) {
        Path prepared = directory.resolve("prepared");
        scenario.create(prepared);
        String before = names(prepared);
        List<String> calls = new ArrayList<>();
        List<FailurePoint> points = new ArrayList<>();
        Path clean = GraphCopy.of(prepared, directory.resolve("clean"));
        try (Graph graph = open(clean, parts(recording(calls), points::add))) {
            scenario.change().accept(graph);
        }
        String after = names(clean);
        assertThat(after).isNotEqualTo(before);

        int states = 0;
        for (int i = 0; i < calls.size(); i++) {
            for (Fault fault : List.of(Fault.CRASH_BEFORE, Fault.CRASH_AFTER)) {
                int at = i;
                int[] changing = {0};
                Faults faults = new Faults(
                        (number, call, subject) -> call.changes() && changing[0]++ == at ? fault : Fault.NONE);
                String where = scenario + ", " + fault + " " + calls.get(i);
                dieAndRecover(prepared, states++, scenario, faults, FailurePoints.NONE, where, before, after);
            }
        }
        Map<FailurePoint, Integer> passed = new TreeMap<>();
        for (FailurePoint point : points) {
            int occurrence = passed.merge(point, 1, Integer::sum);
            Faults faults = Faults.none();
            String where = scenario + ", died at " + point + " " + occurrence;
            Path root = dieAndRecover(
                    prepared, states++, scenario, faults, faults.dyingAt(point, occurrence), where, before, after);
            try (Graph graph = open(root, elsewhere())) {
                assertThat(NameScenario.names(graph)).as(where).isEqualTo(after);
            }
        }
        System.out.println(scenario + ": " + states + " states over " + calls);
    }

    private Path dieAndRecover(
            Path prepared,
            int number,
            NameScenario scenario,
            Faults faults,
            FailurePoints points,
            String where,
            String before,
            String after) {
        Path root = GraphCopy.of(prepared, directory.resolve("died-" + number));
        boolean died = false;
        try (Graph graph = open(root, parts(faults, points))) {
            scenario.change().accept(graph);
        } catch (SimulatedCrash expected) {
            died = true;
        }
        assertThat(died).as(where).isTrue();
        requireRecovers(root, scenario, where, before, after, number);
        return root;
    }

    private static void requireRecovers(
            Path root, NameScenario scenario, String where, String before, String after, int number) {
        String seen = names(root);
        assertThat(seen).as(where).isIn(before, after);
        try (Graph graph = open(root, elsewhere())) {
            if (number % 2 == 0) {
                graph.recover();
                String settled = NameScenario.names(graph);
                assertThat(settled).as(where).isIn(before, after);
                assertThat(seen.equals(after) && !settled.equals(after))
                        .as("it was seen, and is lost: " + where)
                        .isFalse();
                assertThat(graph.recover()).as(where).isEmpty();
            }
            try {
                scenario.change().accept(graph);
            } catch (AlreadyExistsException | NotFoundException e) {
                // it had been done
            }
            assertThat(NameScenario.names(graph)).as(where).isEqualTo(after);
            graph.recover();
            assertThat(NameScenario.names(graph)).as(where).isEqualTo(after);
            assertThat(graph.check(CheckOptions.DEFAULT.withoutData()).problems())
                    .as(where)
                    .isZero();
        }
        assertThat(root.resolve("__recovery/armed")).as(where).isEmptyDirectory();
    }

    @Test
    void killedAtEveryStep_theChangeIsDoneOrNot_andWhoeverComesNextCanMakeIt()
            throws IOException, InterruptedException {
        Set<FailurePoint> killedAt = EnumSet.noneOf(FailurePoint.class);
        for (NameScenario scenario : List.of(
                NameScenario.named("create a branch"),
                NameScenario.named("delete a merged branch with a long chain"))) {
            Path prepared = directory.resolve("prepared");
            scenario.create(prepared);
            String before = names(prepared);
            List<FailurePoint> points = new ArrayList<>();
            Path clean = GraphCopy.of(prepared, directory.resolve("clean"));
            try (Graph graph = open(clean, parts(Faults.none(), points::add))) {
                scenario.change().accept(graph);
            }
            String after = names(clean);
            for (FailurePoint point : EnumSet.copyOf(points)) {
                if (killedAt.add(point)) {
                    Path root = GraphCopy.of(prepared, directory.resolve("killed-" + point));
                    Path output = directory.resolve("output-" + point);
                    int exit = ChildJvm.start(
                                    directory.resolve("tmp"),
                                    output,
                                    NameChild.class,
                                    List.of(),
                                    root.toString(),
                                    scenario.name(),
                                    point.name())
                            .waitFor();
                    assertThat(exit).as(Files.readString(output)).isEqualTo(137);
                    requireRecovers(root, scenario, scenario + ", killed at " + point, before, after, 0);
                }
            }
            GraphCopy.delete(prepared);
            GraphCopy.delete(clean);
        }
        assertThat(killedAt).containsAll(FailurePoint.ofNames());
    }

    @ParameterizedTest
    @MethodSource("ambiguous")
    void anyCallThatGoesWrong_leavesTheChangeDone_orNotAtAll_orUnknownAndAnsweredLater(NameScenario scenario) {
        Path prepared = directory.resolve("prepared");
        scenario.create(prepared);
        String before = names(prepared);
        List<StoreCall> calls = new ArrayList<>();
        Path clean = GraphCopy.of(prepared, directory.resolve("clean"));
        Faults recording = new Faults((number, call, subject) -> {
            calls.add(call);
            return Fault.NONE;
        });
        try (Graph graph = open(clean, parts(recording, FailurePoints.NONE))) {
            scenario.change().accept(graph);
        }
        String after = names(clean);
        Map<String, Integer> outcomes = new TreeMap<>();
        int cells = 0;
        for (int call = 1; call <= calls.size(); call++) {
            for (AmbiguousCall cell : AmbiguousCall.of(call, calls.get(call - 1))) {
                String where = scenario + ": " + cell + " at " + calls.get(call - 1);
                Path root = GraphCopy.of(prepared, directory.resolve("cell-" + cells++));
                outcomes.merge(run(root, cell, scenario, before, after, where), 1, Integer::sum);
                GraphCopy.delete(root);
            }
        }
        System.out.println(scenario + ": " + cells + " cells over " + calls.size() + " calls: " + outcomes);
        assertThat(outcomes).containsKeys("done", "refused");
    }

    private static String run(
            Path root, AmbiguousCall cell, NameScenario scenario, String before, String after, String where) {
        return cell.happensTo(
                        scenario.change(),
                        faults -> open(root, parts(faults, FailurePoints.NONE)),
                        () -> open(root, elsewhere()),
                        (graph, ended) -> {
                            assertThat(NameScenario.names(graph))
                                    .as(where + " " + ended.words())
                                    .isEqualTo(ended.isDone() ? after : before);
                            NameScenario.add(graph.main(), "next");
                            NameScenario.add(graph.createBranch("next", "main"), "more");
                            assertThat(graph.check(CheckOptions.DEFAULT.withoutData())
                                            .problems())
                                    .as(where)
                                    .isZero();
                        })
                .words();
    }

    private static Faults recording(List<String> calls) {
        return new Faults((number, call, subject) -> {
            if (call.changes()) {
                calls.add(call + " " + subject);
            }
            return Fault.NONE;
        });
    }

    private static RuntimeParts parts(Faults faults, FailurePoints points) {
        return RuntimeParts.DEFAULT
                .limits(LIMITS, WriterScenario.CHAIN)
                .failurePoints(points)
                .stores(
                        objects -> new FaultyObjectStore(objects, faults),
                        manifest -> new FaultyManifestTable(
                                manifest, FaultyManifestTable.LateWriter.ifAbsent(manifest), faults),
                        branches -> new FaultyManifestBranches(branches, faults),
                        tables -> new FaultyTableStore(tables, faults));
    }

    /** Another process, when leases have run out. */
    private static RuntimeParts elsewhere() {
        return RuntimeParts.DEFAULT
                .clock(Clock.offset(Clock.systemUTC(), Duration.ofMinutes(5)))
                .limits(LIMITS, WriterScenario.CHAIN);
    }

    private static Graph open(Path root, RuntimeParts parts) {
        return new OpenGraph(root.toString(), new GraphRuntimes(parts), NameScenario.RELAXED);
    }

    private static String names(Path root) {
        try (Graph graph = open(root, RuntimeParts.DEFAULT)) {
            return NameScenario.names(graph);
        }
    }
}
