package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.CheckReport;
import dev.sennit.model.CommitId;
import dev.sennit.model.Durability;
import dev.sennit.model.LoadMode;
import dev.sennit.model.NodeId;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.protocol.Gates;
import dev.sennit.protocol.ProtocolLimits;
import dev.sennit.schema.SchemaParser;
import dev.sennit.store.ProcessLocks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A graph with a random history of loads, transactions and folds, and what each of its states showed when it was new. */
final class GrownGraph {
    static final OpenOptions RELAXED = OpenOptions.DEFAULT.durability(Durability.RELAXED);

    private static final int PERSONS = 40;

    final Path root;
    private final Path files;
    private final SplittableRandom random;
    private final Map<CommitId, String> contents = new LinkedHashMap<>();
    private int minted;

    GrownGraph(Path directory, long seed) {
        this.root = directory.resolve("graph-" + seed);
        this.files = directory.resolve("files-" + seed);
        this.random = new SplittableRandom(seed);
        try {
            Files.createDirectories(files);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Sennit.create(root.toString(), SchemaParser.parse(WriterScenario.SCHEMA), RELAXED, "init")
                .close();
        try (Graph graph = open()) {
            remember(graph);
        }
    }

    /** A process of its own, in which nothing is cached. */
    OpenGraph open() {
        return open(FailurePoints.NONE);
    }

    OpenGraph open(FailurePoints points) {
        return open(parts().failurePoints(points));
    }

    OpenGraph open(RuntimeParts parts) {
        return new OpenGraph(root.toString(), new GraphRuntimes(parts), RELAXED);
    }

    /** Chains short enough to be archived, and no locks that a paused process would keep from others. */
    static RuntimeParts parts() {
        return RuntimeParts.DEFAULT
                .limits(ProtocolLimits.DEFAULT, WriterScenario.CHAIN)
                .gates(locks -> Gates.with(ProcessLocks.NONE));
    }

    /** Commits so many random writes. */
    GrownGraph grow(int commits) {
        try (Graph graph = open()) {
            for (int i = 0; i < commits; i++) {
                write(graph);
            }
        }
        return this;
    }

    /** One random write; some change nothing. */
    void write(Graph graph) {
        switch (random.nextInt(8)) {
            case 0 -> load(graph);
            case 1 ->
                graph.main().write(tx -> {
                    tx.detachDelete(tx.upsert("Person", Map.of("name", person())));
                    return 0;
                });
            case 2, 3 ->
                graph.main().write(tx -> {
                    NodeId a = tx.upsert("Person", Map.of("name", person(), "age", random.nextInt(99)));
                    NodeId b = tx.upsert("Person", Map.of("name", person()));
                    return tx.upsert("KNOWS", a, b, Map.of("since", random.nextInt(99)));
                });
            default -> graph.main().write(tx -> tx.create("City", Map.of("name", "c" + ++minted)));
        }
        remember(graph);
    }

    private void load(Graph graph) {
        StringBuilder rows = new StringBuilder("name,age\n");
        for (int i = 0; i < 20; i++) {
            rows.append("p")
                    .append(2 * i + random.nextInt(2))
                    .append(',')
                    .append(random.nextInt(99))
                    .append('\n');
        }
        try {
            Path file = Files.writeString(files.resolve("p" + ++minted + ".csv"), rows);
            graph.main().load(Load.EMPTY.nodes("Person", file).mode(LoadMode.UPSERT));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String person() {
        return "p" + random.nextInt(PERSONS);
    }

    private void remember(Graph graph) {
        Snapshot now = graph.main().snapshot();
        contents.put(now.commit().id(), WriterScenario.content(now));
    }

    /** What each state showed, oldest first. */
    Map<CommitId, String> contents() {
        return contents;
    }

    /** Requires that the newest states show what they did, that older ones have expired, and that nothing is damaged. */
    void requireOnlyNewestReadable(int readable, String where) {
        try (Graph graph = open()) {
            int expired = contents.size() - readable;
            int number = 0;
            // Finding a state by its id walks the history, so that not every expired one is asked for.
            int stride = 1 + expired / 8;
            for (Map.Entry<CommitId, String> state : contents.entrySet()) {
                String revision = state.getKey().toString();
                String as = where + ", state " + ++number + " of " + contents.size();
                if (number < expired && number % stride != 0) {
                    continue;
                }
                assertThat(graph.commit(revision).id()).as(as).isEqualTo(state.getKey());
                if (number <= expired) {
                    assertThat(CollectTest.codeOf(() -> graph.at(revision)))
                            .as(as)
                            .isEqualTo("SNAPSHOT_EXPIRED");
                } else {
                    assertThat(WriterScenario.content(graph.at(revision)))
                            .as(as)
                            .isEqualTo(state.getValue());
                }
            }
            assertThat(graph.log("main")).as(where).hasSize(contents.size());
        }
        requireSound(readable, where);
    }

    void requireSound(long states, String where) {
        try (Graph graph = open()) {
            CheckReport report = graph.check();
            assertThat(report.findings().stream().filter(finding -> finding.severity() == CheckReport.Severity.PROBLEM))
                    .as(where)
                    .isEmpty();
            assertThat(report.counts().states()).as(where).isEqualTo(states);
        }
    }

    /** Makes every file older, as if nothing had happened for so long. */
    void age(Duration by) {
        Aging.age(root, by);
    }

    /** How many objects tell of a history horizon. */
    long horizons() {
        return Aging.files(root.resolve("__history")).stream()
                .filter(file -> file.resolveSibling("").endsWith("horizon"))
                .count();
    }

    /** How many directories are in one. */
    int directories(String below) {
        try (Stream<Path> children = Files.list(root.resolve(below))) {
            return Math.toIntExact(children.filter(Files::isDirectory).count());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sizes of the files in the directories of tables. */
    Map<String, Long> tableFiles() {
        Map<String, Long> sizes = new TreeMap<>();
        for (Path file : Aging.files(root.resolve("tables"))) {
            sizes.put(root.relativize(file).toString(), file.toFile().length());
        }
        return sizes;
    }

    static long bytes(Path directory) {
        if (!Files.exists(directory)) {
            return 0;
        }
        return Aging.files(directory).stream()
                .mapToLong(file -> file.toFile().length())
                .sum();
    }
}
