package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.GraphInfo;
import dev.sennit.model.LoadMode;
import dev.sennit.schema.SchemaParser;
import dev.sennit.testkit.ChildJvm;
import dev.sennit.testkit.SocialGraphFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Loads in a process of its own that is killed: whenever that happens, the graph opens and holds all of the load or none
 * of it, and the next load, in this process, just works. With {@code -Dsennit.long=true} the load is a million persons
 * and five million edges.
 */
class LoadKilledTest {
    private static final boolean LONG = Boolean.getBoolean("sennit.long");
    private static final int PERSONS = LONG ? 1_000_000 : 20_000;
    private static final int FOLLOWS = 5;
    private static final int KILLS = 20;
    private static final int KILLS_AFTER_DECISION = 3;
    private static final int KILLS_AFTER_INTENT = 12;
    private static final long SEED = 20_261_130;

    @TempDir
    Path directory;

    private Path graphs;
    private Path files;
    private long edges;

    @BeforeEach
    void writeFiles() throws IOException {
        graphs = Files.createDirectory(directory.resolve("graphs"));
        files = Files.createDirectory(directory.resolve("files"));
        SocialGraphFiles.write(files, PERSONS, FOLLOWS, SEED);
        try (Stream<String> lines = Files.lines(files.resolve("follows.csv"), StandardCharsets.UTF_8)) {
            edges = lines.count() - 1;
        }
    }

    @Test
    void killedAtRandomMoments_bothOutcomesAreSeen_andTheGraphIsNeverTorn() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        String first = create("whole");
        long began = System.nanoTime();
        assertThat(start(first, "NONE").waitFor()).as(output(first)).isZero();
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);

        int present = 0;
        int absent = 0;
        int afterIntent = 0;
        for (int kill = 0; kill < KILLS; kill++) {
            String graph = create("killed-" + kill);
            Process child = start(graph, "NONE");
            if (kill < KILLS_AFTER_DECISION) {
                waitFor(child, graph, "decision");
            } else if (kill < KILLS_AFTER_INTENT) {
                waitFor(child, graph, "armed");
                Thread.sleep(random.nextLong(Math.max(1, millis / 8)));
            } else {
                Thread.sleep(random.nextLong(millis + millis / 8));
            }
            boolean armed = has(graph, "armed");
            child.destroyForcibly().waitFor();
            boolean whole = requireWholeOrAbsent(graph);
            afterIntent += armed || whole ? 1 : 0;
            requireNextLoadWorks(graph, whole);
            if (personsAndEdges(graph)[1] > 0) {
                present++;
            } else {
                absent++;
            }
            deleteTree(Path.of(graph));
        }

        System.out.println("kills: " + KILLS + ", whole " + present + ", absent " + absent + ", after the intent "
                + afterIntent + " (a load takes " + millis + " ms)");
        assertThat(present).as("kills that left the whole load (seed %d)", SEED).isPositive();
        assertThat(absent).as("kills that left nothing (seed %d)", SEED).isPositive();
        assertThat(afterIntent).as("kills after the intent (seed %d)", SEED).isGreaterThanOrEqualTo(8);
    }

    private String create(String name) {
        String graph = graphs.resolve(name).toString();
        Sennit.create(graph, SchemaParser.parse(SocialGraphFiles.SCHEMA)).close();
        return graph;
    }

    private Process start(String graph, String point) throws IOException {
        return ChildJvm.start(
                directory.resolve("tmp"),
                outputOf(graph),
                LoadChild.class,
                List.of("-Xmx1g"),
                graph,
                files.toString(),
                point);
    }

    private Path outputOf(String graph) {
        return directory.resolve(Path.of(graph).getFileName() + ".out");
    }

    private String output(String graph) throws IOException {
        return Files.readString(outputOf(graph));
    }

    private static void waitFor(Process child, String graph, String kind) throws Exception {
        while (child.isAlive() && !has(graph, kind)) {
            Thread.sleep(1);
        }
    }

    private static boolean has(String graph, String kind) throws IOException {
        Path directory = Path.of(graph, "__recovery", kind);
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (Stream<Path> objects = Files.list(directory)) {
            return objects.anyMatch(file -> !file.getFileName().toString().startsWith("."));
        }
    }

    /** Opens the graph, which changes nothing, and says whether the load is there. */
    private boolean requireWholeOrAbsent(String graph) {
        long[] counts = personsAndEdges(graph);
        assertThat(List.of(counts[0], counts[1]))
                .as("persons and edges of %s (seed %d)", graph, SEED)
                .isIn(List.of(0L, 0L), List.of((long) PERSONS, edges));
        return counts[0] > 0;
    }

    private static long[] personsAndEdges(String graph) {
        try (Graph open = Sennit.open(graph)) {
            GraphInfo info = open.main().snapshot().info();
            return new long[] {info.nodeCount(), info.edgeCount()};
        }
    }

    /** A load after the kill: it settles what is left, so an undecided load is gone and a decided one is there. */
    private void requireNextLoadWorks(String graph, boolean committed) throws IOException {
        Path more = directory.resolve("more.csv");
        Files.writeString(more, "id,name,age,city\n" + PERSONS + ",One More,33,Oslo\n");
        try (Graph open = Sennit.open(graph)) {
            open.main().load(Load.EMPTY.mode(LoadMode.INSERT).nodes("Person", more));
            GraphInfo info = open.main().snapshot().info();
            assertThat(info.nodeCount())
                    .as("persons of %s after the next load (seed %d)", graph, SEED)
                    .isIn(committed ? List.of(PERSONS + 1L) : List.of(1L, PERSONS + 1L));
            assertThat(info.edgeCount()).isEqualTo(info.nodeCount() == 1 ? 0 : edges);
        }
        try (Stream<Path> left = Files.list(Path.of(graph, "__recovery", "armed"))) {
            assertThat(left).as("unresolved intents of %s", graph).isEmpty();
        }
    }

    private static void deleteTree(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }
}
