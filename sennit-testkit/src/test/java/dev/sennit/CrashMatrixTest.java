package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.Durability;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.protocol.ProtocolLimits;
import dev.sennit.protocol.WriterKind;
import dev.sennit.testkit.ChildJvm;
import dev.sennit.testkit.Fault;
import dev.sennit.testkit.Faults;
import dev.sennit.testkit.FaultyManifestTable;
import dev.sennit.testkit.FaultyObjectStore;
import dev.sennit.testkit.FaultyTableStore;
import dev.sennit.testkit.SimulatedCrash;
import dev.sennit.testkit.StoreCall;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The crash contract (§5) over every writer: the process dies before and after every call that changes a store, and at
 * every failure point. Whatever the moment, reading changes nothing, the next writer elsewhere succeeds without help, the
 * dead write is there as a whole or not at all, and recovering twice is recovering once.
 */
class CrashMatrixTest {
    private static final boolean LONG = Boolean.getBoolean("sennit.long");
    /** What is killed here is a process, not the machine. */
    private static final OpenOptions RELAXED = OpenOptions.DEFAULT.durability(Durability.RELAXED);

    /** The points a writer does not pass: those of other writers, and those its effects do not have. */
    private static Set<FailurePoint> notPassed(WriterKind kind) {
        return switch (kind) {
            case LOAD, MUTATION, OPTIMIZE, MERGE, REVERT -> allBut(FailurePoint.TABLE_CREATED);
            case SCHEMA -> allBut(FailurePoint.TABLE_INDEXED); // indexes of columns that stay are kept
        };
    }

    /** The points that are not of writes, and one that is. */
    private static Set<FailurePoint> allBut(FailurePoint point) {
        Set<FailurePoint> points = EnumSet.complementOf(EnumSet.copyOf(FailurePoint.ofWrites()));
        points.add(point);
        return points;
    }

    private static final AtomicInteger STATES = new AtomicInteger();

    @TempDir
    Path directory;

    static Stream<WriterScenario> scenarios() {
        return WriterScenario.chosen().filter(scenario -> LONG || !isUpkeepOfALaterWriter(scenario));
    }

    /** Folds and archives are the same code for all writers: in the short mode loads and mutations stand for them. */
    private static boolean isUpkeepOfALaterWriter(WriterScenario scenario) {
        return switch (scenario.kind()) {
            case LOAD, MUTATION -> false;
            case OPTIMIZE, MERGE, REVERT, SCHEMA ->
                scenario.name().endsWith("shortens the chain")
                        || scenario.name().endsWith("folds the tail");
        };
    }

    @AfterAll
    static void tell() {
        System.out.println("crash matrix: " + STATES + " states");
    }

    /** Where a process died. */
    private record Death(Faults faults, FailurePoints points, String where, boolean mustBeThere) {}

    @ParameterizedTest
    @MethodSource("scenarios")
    void diedAnywhere_theNextWriterSucceeds_andTheDeadWriteIsWholeOrAbsent(WriterScenario scenario) {
        Path prepared = directory.resolve("prepared");
        Path files = createDirectory(directory.resolve("files"));
        WriterScenario.create(prepared, files, scenario);
        String before = content(prepared);
        Trace trace = new Trace();
        Path clean = GraphCopy.of(prepared, directory.resolve("clean"));
        try (Graph graph = open(clean, parts(trace.faults(), trace))) {
            scenario.write().accept(graph, files);
        }
        String after = content(clean);
        assertThat(after).isNotEqualTo(before);

        List<Death> deaths = trace.deaths();
        for (int i = 0; i < deaths.size(); i++) {
            Death death = deaths.get(i);
            Path root = GraphCopy.of(prepared, directory.resolve("died-" + i));
            die(root, death, scenario, files);
            requireRecovers(root, death, scenario.name() + ", died " + death.where(), before, after);
            GraphCopy.delete(root);
            STATES.incrementAndGet();
        }
        System.out.println(scenario.name() + ": " + deaths.size() + " states");
    }

    /** The same with a process that is really killed, once for each writer and step. */
    @ParameterizedTest
    @EnumSource(WriterKind.class)
    void killedAtEveryStep_theNextWriterSucceeds_andTheDeadWriteIsWholeOrAbsent(WriterKind kind)
            throws IOException, InterruptedException {
        Path files = createDirectory(directory.resolve("files"));
        Set<FailurePoint> passed = EnumSet.noneOf(FailurePoint.class);
        for (WriterScenario scenario : WriterScenario.of(kind)) {
            Path prepared = directory.resolve("prepared");
            WriterScenario.create(prepared, files, scenario);
            String before = content(prepared);
            Trace trace = new Trace();
            Path clean = GraphCopy.of(prepared, directory.resolve("clean"));
            try (Graph graph = open(clean, parts(trace.faults(), trace))) {
                scenario.write().accept(graph, files);
            }
            String after = content(clean);
            for (FailurePoint point : trace.passed()) {
                if (passed.add(point)) {
                    Path root = GraphCopy.of(prepared, directory.resolve("killed-" + point));
                    kill(root, scenario, point, files);
                    Death death = new Death(Faults.none(), FailurePoints.NONE, "killed at " + point, point.isDecided());
                    requireRecovers(root, death, scenario.name() + ", killed at " + point, before, after);
                    GraphCopy.delete(root);
                }
            }
            GraphCopy.delete(prepared);
            GraphCopy.delete(clean);
        }
        System.out.println(kind + ": a process killed at each of " + passed);
        assertThat(EnumSet.complementOf(EnumSet.copyOf(passed)))
                .as("failure points at which no process was killed")
                .isEqualTo(notPassed(kind));
    }

    private void kill(Path root, WriterScenario scenario, FailurePoint point, Path files)
            throws IOException, InterruptedException {
        Path output = directory.resolve("output-" + point);
        int exit = ChildJvm.start(
                        directory.resolve("tmp"),
                        output,
                        WriterChild.class,
                        List.of(),
                        root.toString(),
                        scenario.name(),
                        point.name(),
                        files.toString())
                .waitFor();
        assertThat(exit).as(Files.readString(output)).isEqualTo(137);
    }

    /** What a clean run did: its changing calls, and the failure points it passed. */
    private static final class Trace implements FailurePoints {
        private final List<String> calls = new ArrayList<>();
        private final List<Integer> numbers = new ArrayList<>();
        private final List<FailurePoint> points = new ArrayList<>();
        private int publishedAfter = -1;

        Faults faults() {
            return new Faults((number, call, subject) -> {
                if (call.changes()) {
                    calls.add(call + " " + subject);
                    numbers.add(number);
                    if (call == StoreCall.OVERWRITE) {
                        publishedAfter = calls.size() - 1;
                    }
                }
                return Fault.NONE;
            });
        }

        @Override
        public void reached(FailurePoint point) {
            points.add(point);
        }

        Set<FailurePoint> passed() {
            return EnumSet.copyOf(points);
        }

        List<Death> deaths() {
            List<Death> deaths = new ArrayList<>();
            for (int i = 0; i < calls.size(); i++) {
                for (Fault fault : List.of(Fault.CRASH_BEFORE, Fault.CRASH_AFTER)) {
                    int at = i;
                    int[] changing = {0};
                    Faults faults = new Faults(
                            (number, call, subject) -> call.changes() && changing[0]++ == at ? fault : Fault.NONE);
                    boolean decided = i > publishedAfter || i == publishedAfter && fault == Fault.CRASH_AFTER;
                    deaths.add(new Death(
                            faults,
                            FailurePoints.NONE,
                            (fault == Fault.CRASH_BEFORE ? "before " : "after ") + (i + 1) + ". " + calls.get(i),
                            decided));
                }
            }
            Map<FailurePoint, Integer> passed = new TreeMap<>();
            for (FailurePoint point : points) {
                int occurrence = passed.merge(point, 1, Integer::sum);
                Faults faults = Faults.none();
                deaths.add(new Death(
                        faults,
                        faults.dyingAt(point, occurrence),
                        "at " + point + " " + occurrence,
                        point.isDecided()));
            }
            return deaths;
        }
    }

    private void die(Path root, Death death, WriterScenario scenario, Path files) {
        try (Graph graph = open(root, parts(death.faults(), death.points()))) {
            scenario.write().accept(graph, files);
        } catch (SimulatedCrash expected) {
            assertThat(death.faults().isDead()).isTrue();
            return;
        }
        throw new AssertionError(scenario.name() + " did not die " + death.where());
    }

    private void requireRecovers(Path root, Death death, String where, String before, String after) {
        Map<String, String> left = listing(root);
        String seen = content(root);
        assertThat(listing(root)).as("reading changed something: " + where).isEqualTo(left);
        assertThat(seen).as(where).isIn(before, after);

        try (Graph graph = open(root, elsewhere())) {
            graph.main().write(tx -> tx.create("City", Map.of("name", "next")));
            String now = WriterScenario.content(graph);
            assertThat(now).as(where).isIn(before, after);
            boolean there = now.equals(after);
            assertThat(there || !death.mustBeThere())
                    .as("it was decided, and is lost: " + where)
                    .isTrue();
            assertThat(there || !seen.equals(after))
                    .as("it was seen, and is lost: " + where)
                    .isTrue();
        }
        Map<String, String> recovered = listing(root);
        try (OpenGraph graph = open(root, elsewhere())) {
            graph.recover();
        }
        assertThat(listing(root))
                .as("recovering again changed something: " + where)
                .isEqualTo(recovered);
        assertThat(recovered.keySet().stream().filter(file -> file.startsWith("__recovery/armed/")))
                .as(where)
                .isEmpty();
        try (Graph graph = open(root, elsewhere())) {
            // Every fifth state row by row; the others by history, files and counts.
            CheckOptions how = STATES.get() % 5 == 0 ? CheckOptions.DEFAULT : CheckOptions.DEFAULT.withoutData();
            assertThat(graph.check(how).problems()).as(where).isZero();
        }
    }

    /** Another process, when leases have run out. */
    private static RuntimeParts elsewhere() {
        return RuntimeParts.DEFAULT
                .clock(Clock.offset(Clock.systemUTC(), Duration.ofMinutes(5)))
                .limits(ProtocolLimits.DEFAULT, WriterScenario.CHAIN);
    }

    private static RuntimeParts parts(Faults faults, FailurePoints points) {
        return RuntimeParts.DEFAULT
                .limits(ProtocolLimits.DEFAULT, WriterScenario.CHAIN)
                .failurePoints(points)
                .stores(
                        objects -> new FaultyObjectStore(objects, faults),
                        manifest -> new FaultyManifestTable(manifest, (base, rows, identity) -> false, faults),
                        tables -> new FaultyTableStore(tables, faults));
    }

    private static OpenGraph open(Path root, RuntimeParts parts) {
        return new OpenGraph(root.toString(), new GraphRuntimes(parts), RELAXED);
    }

    private static String content(Path root) {
        try (Graph graph = open(root, RuntimeParts.DEFAULT)) {
            return WriterScenario.content(graph);
        }
    }

    /** Every file below a directory with its size and time. */
    private static Map<String, String> listing(Path root) {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(root)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                String name = root.relativize(path).toString();
                if (!name.startsWith("__locks")) {
                    files.put(name, Files.size(path) + " " + Files.getLastModifiedTime(path));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return files;
    }

    private static Path createDirectory(Path path) {
        try {
            return Files.createDirectory(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
