package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.manifest.ChainLimits;
import dev.sennit.model.CollectReport;
import dev.sennit.model.CommitId;
import dev.sennit.model.SennitException;
import dev.sennit.protocol.ProtocolLimits;
import dev.sennit.schema.SchemaParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CollectTest {
    /** Everything that is older than the last clock tick may go. */
    private static final Duration TINY = Duration.ofMillis(1);

    @TempDir
    Path directory;

    @ParameterizedTest
    @CsvSource({"1, 140, 1", "2, 60, 10", "3, 70, 64", "4, 12, 5", "5, 20, 100"})
    void statesThatAreKept_readAsBefore_andNothingElseIsLeft(long seed, int commits, int keep)
            throws InterruptedException {
        GrownGraph grown = new GrownGraph(directory, seed).grow(commits);
        int readable = Math.min(keep, grown.contents().size());
        long before = GrownGraph.bytes(grown.root.resolve("tables"));
        Thread.sleep(20);

        CollectReport tried;
        CollectReport report;
        try (Graph graph = grown.open()) {
            var files = grown.tableFiles();
            tried = graph.collect(options(keep).dryRun(true));
            assertThat(grown.tableFiles()).isEqualTo(files);
            report = graph.collect(options(keep));
        }

        String where = "seed " + seed;
        grown.requireOnlyNewestReadable(readable, where);
        assertThat(report.directories()).as(where).isEqualTo(tried.directories());
        assertThat(report.young().count()).as(where).isZero();
        assertThat(grown.tableFiles())
                .as(where)
                .hasSize(Math.toIntExact(report.kept().count()));
        long left = GrownGraph.bytes(grown.root.resolve("tables"));
        assertThat(left)
                .as(where)
                .isEqualTo(report.kept().bytes())
                .isEqualTo(before - report.removed().bytes());
        assertThat(report.branches()).singleElement().satisfies(branch -> {
            assertThat(branch.kept()).isEqualTo(readable);
            assertThat(branch.expired()).isEqualTo(grown.contents().size() - readable);
            assertThat(branch.oldest())
                    .isEqualTo(List.copyOf(grown.contents().keySet())
                            .get(grown.contents().size() - readable));
        });
        System.out.printf("seed %d: %,d bytes, %,d after%n", seed, before, left);
        try (Graph graph = grown.open()) {
            assertThat(graph.collect(options(keep)).removed().count())
                    .as("again: " + where)
                    .isZero();
        }
        int states = grown.contents().size();
        grown.grow(5).requireSound(readable + grown.contents().size() - states, where);
    }

    @Test
    void theNewestStates_andThoseThatWereTheNewestLately_areKept() throws InterruptedException {
        GrownGraph grown = new GrownGraph(directory, 11).grow(4);
        grown.age(Duration.ofDays(10));
        int old = grown.contents().size();
        grown.grow(3);

        try (Graph graph = grown.open()) {
            CollectOptions weeks = CollectOptions.DEFAULT.keepCommits(1).keep(Duration.ofDays(14));
            assertThat(graph.collect(weeks).branches().getFirst().kept())
                    .isEqualTo(grown.contents().size());
            // The last old state was the newest until a moment ago.
            CollectOptions week = weeks.keep(Duration.ofDays(7));
            assertThat(graph.collect(week).branches().getFirst().expired()).isEqualTo(old - 1);
            assertThat(graph.collect(weeks).branches().getFirst().expired())
                    .as("what is gone stays gone")
                    .isEqualTo(old - 1);
        }
        grown.requireOnlyNewestReadable(grown.contents().size() - old + 1, "kept by age");
    }

    @Test
    void aSnapshotThatOutlivesItsFiles_hasExpired_andOneOfAKeptState_isDamaged() throws IOException {
        GrownGraph grown = new GrownGraph(directory, 21).grow(6);
        try (Graph reader = grown.open();
                Graph collector = grown.open()) {
            Snapshot old = reader.main().snapshot();
            CommitId oldCommit = old.commit().id();
            grown.grow(6);
            Snapshot kept = reader.main().snapshot();
            grown.age(Duration.ofDays(2));
            collector.collect(CollectOptions.DEFAULT.keep(Duration.ZERO).keepCommits(1));

            assertThat(codeOf(() -> WriterScenario.content(old))).isEqualTo("SNAPSHOT_EXPIRED");
            assertThat(codeOf(old::info)).isEqualTo("SNAPSHOT_EXPIRED");
            assertThat(codeOf(() -> reader.at(oldCommit.toString()))).isEqualTo("SNAPSHOT_EXPIRED");
            assertThat(old.commit().id()).isEqualTo(oldCommit);
            assertThat(reader.commit(oldCommit.toString())).isEqualTo(old.commit());

            for (String file : grown.tableFiles().keySet()) {
                if (file.contains("/data/")) {
                    Files.delete(grown.root.resolve(file));
                }
            }
            assertThat(codeOf(() -> WriterScenario.content(kept))).isEqualTo("CORRUPTION");
        }
    }

    @Test
    void aResultThatIsBeingRead_whenItsFilesGo_neverGivesWrongRows() {
        GrownGraph grown = new GrownGraph(directory, 31).grow(30);
        try (Graph reader = grown.open();
                Graph collector = grown.open()) {
            Snapshot old = reader.main().snapshot();
            String content = WriterScenario.content(old);
            try (Result result = old.query("MATCH (n) RETURN n.name AS name")) {
                result.next();
                grown.grow(80);
                grown.age(Duration.ofDays(2));
                collector.collect(CollectOptions.DEFAULT
                        .keep(Duration.ZERO)
                        .keepCommits(1)
                        .guard(Duration.ofDays(1)));
                long rows = 1;
                try {
                    for (; result.hasNext(); rows++) {
                        result.next();
                    }
                    assertThat(rows).isEqualTo(count(content));
                } catch (SennitException e) {
                    assertThat(e.code().name()).isEqualTo("SNAPSHOT_EXPIRED");
                }
            }
        }
    }

    @Test
    void whatLosersAndKilledProcessesLeave_goesWithItsDirectories_andWhatIsNotOurs_stays() throws IOException {
        GrownGraph grown = new GrownGraph(directory, 81).grow(3);
        GrownGraph loser = new GrownGraph(directory, 82).grow(2);
        for (String part : List.of("tables", "__manifest")) {
            try (Stream<Path> children = Files.list(loser.root.resolve(part))) {
                for (Path child : children.toList()) {
                    GraphCopy.withAges(child, grown.root.resolve(part).resolve(child.getFileName()));
                }
            }
        }
        // Not every table has data: which one comes first is chance.
        String file = grown.tableFiles().keySet().stream()
                .filter(path -> path.contains("/data/"))
                .findFirst()
                .orElseThrow();
        Path table = grown.root.resolve(file.replaceAll("(tables/[^/]*).*", "$1"));
        Path staged = Files.writeString(table.resolve("data").resolve(".tmpX"), "half");
        Path unlinked = Files.writeString(table.resolve("_versions/d7.manifest#1"), "half");
        Path foreign = Files.writeString(table.resolve("note.txt"), "not ours");
        Path unknown = Files.createDirectory(grown.root.resolve("tables/backup"));
        Files.writeString(unknown.resolve("x"), "not ours");
        Path killed = grown.root.resolve("__recovery/collection/01JDX0000000000000000000GR");
        Files.createDirectories(killed.getParent());
        Files.writeString(killed, "a collection");
        int tables = grown.directories("tables");
        int manifests = grown.directories("__manifest");

        try (Graph graph = grown.open()) {
            assertThat(graph.collect(CollectOptions.DEFAULT).removed().count())
                    .as("all is young")
                    .isZero();
            grown.age(Duration.ofDays(2));
            CollectReport report = graph.collect(CollectOptions.DEFAULT);
            assertThat(report.directories().stream()
                            .filter(directory -> directory.type().isEmpty())
                            .map(CollectReport.Directory::removed))
                    .hasSize(WriterScenario.TABLES + 1)
                    .allMatch(files -> files.count() > 0);
        }

        assertThat(grown.directories("tables")).isEqualTo(tables - WriterScenario.TABLES);
        assertThat(grown.directories("__manifest")).isEqualTo(manifests - 1);
        assertThat(staged).doesNotExist();
        assertThat(unlinked).doesNotExist();
        assertThat(killed).doesNotExist();
        assertThat(foreign).exists();
        assertThat(unknown.resolve("x")).exists();
        grown.requireOnlyNewestReadable(grown.contents().size(), "without what others left");
    }

    @Test
    void horizonsThatWereOutdoneLongAgo_areForgotten() {
        GrownGraph grown = new GrownGraph(directory, 91);
        try (Graph graph = grown.open()) {
            for (int round = 0; round < 4; round++) {
                grown.grow(3).age(Duration.ofDays(2));
                graph.collect(CollectOptions.DEFAULT.keep(Duration.ZERO).keepCommits(1));
            }
            assertThat(grown.horizons()).isEqualTo(2);
            grown.age(Duration.ofDays(2));
            graph.collect(CollectOptions.DEFAULT);
            assertThat(grown.horizons()).isEqualTo(1);
        }
        grown.requireOnlyNewestReadable(1, "after many collections");
    }

    @Test
    void aDamagedState_makesTheCollectionGiveUp_beforeAnythingIsRemoved() throws IOException {
        GrownGraph grown = new GrownGraph(directory, 101).grow(6);
        grown.age(Duration.ofDays(2));
        for (String file : grown.tableFiles().keySet()) {
            if (file.contains("/_versions/d")) {
                Files.delete(grown.root.resolve(file));
            }
        }
        var left = grown.tableFiles();
        try (Graph graph = grown.open()) {
            assertThat(codeOf(() -> graph.collect(
                            CollectOptions.DEFAULT.keep(Duration.ZERO).keepCommits(1))))
                    .isEqualTo("CORRUPTION");
        }
        assertThat(grown.tableFiles()).isEqualTo(left);
    }

    /** Small commits without upkeep besides that of the writes themselves, and what is left of them. */
    @Test
    void manySmallCommits_takeLittleMoreThanOneLoad_onceCollected() throws IOException, InterruptedException {
        int commits = Boolean.getBoolean("sennit.long") ? 2_000 : 200;
        // As if every version had been succeeded long ago.
        ChainLimits quiet =
                new ChainLimits(ChainLimits.DEFAULT.maxVersions(), ChainLimits.DEFAULT.minVersions(), Duration.ZERO);
        GraphRuntimes runtimes = new GraphRuntimes(RuntimeParts.DEFAULT.limits(ProtocolLimits.DEFAULT, quiet));
        Path small = directory.resolve("small");
        Path loaded = directory.resolve("loaded");
        create(small);
        create(loaded);
        StringBuilder rows = new StringBuilder("name\n");
        try (Graph graph = new OpenGraph(small.toString(), runtimes, GrownGraph.RELAXED);
                Graph fresh = new OpenGraph(loaded.toString(), runtimes, GrownGraph.RELAXED)) {
            for (int i = 1; i <= commits; i++) {
                String name = "c" + i;
                rows.append(name).append('\n');
                graph.main().write(tx -> tx.create("City", Map.of("name", name)));
            }
            fresh.main().load(Load.EMPTY.nodes("City", Files.writeString(directory.resolve("c.csv"), rows)));
            String before = sizes(small);
            Thread.sleep(20);
            graph.collect(options(100));
            String hundred = sizes(small);
            long began = System.nanoTime();
            graph.collect(options(1));
            long millis = (System.nanoTime() - began) / 1_000_000;

            assertThat(graph.check().problems()).isZero();
            long tables = GrownGraph.bytes(small.resolve("tables"));
            long once = GrownGraph.bytes(loaded.resolve("tables"));
            System.out.printf(
                    "%,d commits of one row: %s; 100 states kept: %s; one kept: %s, collected in %d ms;"
                            + " loaded at once: %s; tables %.2f times as large%n",
                    commits, before, hundred, sizes(small), millis, sizes(loaded), (double) tables / once);
            assertThat(tables).isLessThan(3 * once);
        }
    }

    private static void create(Path root) {
        Sennit.create(root.toString(), SchemaParser.parse(WriterScenario.SCHEMA), GrownGraph.RELAXED, "init")
                .close();
    }

    private static String sizes(Path root) {
        return Stream.of("tables", "__manifest", "__history")
                .map(part -> String.format(Locale.ROOT, "%s %,d", part, GrownGraph.bytes(root.resolve(part))))
                .collect(Collectors.joining(", "));
    }

    private static long count(String content) {
        return content.split("\\] ").length - 1L;
    }

    private static CollectOptions options(int keep) {
        return CollectOptions.DEFAULT.keep(Duration.ZERO).keepCommits(keep).guard(TINY);
    }

    /** The code of the error that an action ends with, or nothing. */
    static String codeOf(Runnable action) {
        try {
            action.run();
            return "";
        } catch (SennitException e) {
            return e.code().name();
        }
    }
}
