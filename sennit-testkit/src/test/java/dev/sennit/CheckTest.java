package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.manifest.CommitPlace;
import dev.sennit.manifest.TableState;
import dev.sennit.model.BranchIncarnation;
import dev.sennit.model.CheckReport;
import dev.sennit.model.CheckReport.Finding;
import dev.sennit.model.CheckReport.Kind;
import dev.sennit.model.CommitId;
import dev.sennit.model.LoadMode;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.schema.SchemaParser;
import dev.sennit.store.TablePin;
import dev.sennit.store.TableVersion;
import dev.sennit.testkit.SimulatedCrash;
import dev.sennit.testkit.StopAt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckTest {
    private static final long SEED = 20_261_201;
    private static final int CITIES = 500;
    private static final int STATES = 4;
    private static final String SCHEMA = """
            NODE City { name STRING KEY, people INT64 RANGE 0.., founded DATE, UNIQUE (founded) }
            EDGE ROAD (City)-[0..2]->(City) { km FLOAT64 NOT NULL, KEY () }
            """;

    @TempDir
    Path directory;

    private Path root;

    @BeforeEach
    void create() throws IOException {
        root = directory.resolve("graph");
        try (Graph graph = Sennit.create(root.toString(), SchemaParser.parse(SCHEMA))) {
            StringBuilder cities = new StringBuilder("name,people,founded\n");
            StringBuilder roads = new StringBuilder("from,to,km\n");
            for (int i = 0; i < CITIES; i++) {
                cities.append('c').append(i).append(',').append(i).append(",\n");
                roads.append('c').append(i).append(",c").append((i * 13 + 1) % CITIES);
                roads.append(',').append(i).append('\n');
            }
            graph.main().load(Load.EMPTY.nodes("City", write(cities)).edges("ROAD", write(roads)));
            StringBuilder founded = new StringBuilder("name,founded\n");
            for (int i = 0; i < 100; i++) {
                founded.append('c').append(3 * i).append(',').append(1000 + i).append("-01-01\n");
            }
            graph.main().load(Load.EMPTY.mode(LoadMode.UPSERT).nodes("City", write(founded)));
            graph.main().load(Load.EMPTY.mode(LoadMode.UPSERT).nodes("City", write("name,people\nc1,5\nnew,3\n")));
        }
    }

    @Test
    void aSoundGraph_hasNoFindings_andWhatWasLookedAtIsCounted() {
        CheckReport full = check(root);
        CheckReport quick;
        try (Graph graph = Sennit.open(root.toString())) {
            quick = graph.check(CheckOptions.DEFAULT.withoutData());
        }

        assertThat(full.findings()).isEmpty();
        assertThat(full.isSound()).isTrue();
        assertThat(full.dataRead()).isTrue();
        assertThat(full.counts().states()).isEqualTo(STATES);
        assertThat(full.counts().tables()).isEqualTo(2);
        assertThat(full.counts().versions()).isEqualTo(6);
        assertThat(full.counts().rows()).isEqualTo(2 * CITIES + 1);
        assertThat(quick.findings()).isEmpty();
        assertThat(quick.counts().files()).isEqualTo(full.counts().files());
        assertThat(quick.counts().rows()).isZero();
    }

    @Test
    void everyFileThatIsEmptiedCutFlippedOrRemoved_isNamed() throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        Set<Path> files = neededFiles();
        assertThat(files).hasSizeGreaterThan(20);
        for (Path file : files) {
            for (String damage : List.of("emptied", "cut", "flipped", "removed")) {
                Path copy = copy();
                Path damaged = copy.resolve(root.relativize(file).toString());
                byte[] bytes = Files.readAllBytes(damaged);
                switch (damage) {
                    case "emptied" -> Files.write(damaged, new byte[0]);
                    case "cut" -> Files.write(damaged, Arrays.copyOf(bytes, random.nextInt(1, bytes.length)));
                    case "flipped" -> {
                        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
                        Files.write(damaged, bytes);
                    }
                    default -> Files.delete(damaged);
                }

                CheckReport report = check(copy);

                String name = copy.relativize(damaged).toString();
                assertThat(report.findings())
                        .as("findings for %s, which was %s (seed %d)", name, damage, SEED)
                        .anySatisfy(finding -> {
                            assertThat(finding.thing()).isIn(name, missingVersion(name));
                            assertThat(finding.kind()).isIn(Kind.FILE, Kind.MANIFEST);
                            assertThat(finding.remedy()).isNotNull();
                        });
                assertThat(report.isSound()).isFalse();
                delete(copy);
            }
        }
    }

    /** How a version of the manifest is named if nothing of it is there. */
    private static String missingVersion(String file) {
        String name = Path.of(file).getFileName().toString();
        if (!file.startsWith("__manifest") || !name.endsWith(".manifest")) {
            return file;
        }
        long version = -1 - Long.parseUnsignedLong(name.substring(0, name.indexOf('.')));
        return "manifest version " + version + " of branch main";
    }

    @Test
    void withoutChecksums_cutAndRemovedFilesAreStillTypedFindings() throws IOException {
        SplittableRandom random = new SplittableRandom(SEED);
        int found = 0;
        for (Path file : neededFiles()) {
            for (String damage : List.of("cut", "removed")) {
                Path copy = copy();
                deleteChecksums(copy);
                Path damaged = copy.resolve(root.relativize(file).toString());
                byte[] bytes = Files.readAllBytes(damaged);
                switch (damage) {
                    case "cut" -> Files.write(damaged, Arrays.copyOf(bytes, random.nextInt(bytes.length)));
                    default -> Files.delete(damaged);
                }

                found += check(copy).isSound() ? 0 : 1;

                delete(copy);
            }
        }

        // What only older states need is not read, so some damage to deletion files and indexes stays unseen.
        assertThat(found).as("damage found (seed %d)", SEED).isGreaterThan(35);
    }

    @Test
    void aVersionWithoutChecksums_isANote() throws IOException {
        deleteChecksums(root);

        CheckReport report = check(root);

        assertThat(report.isSound()).isTrue();
        assertThat(report.notes()).isEqualTo(2);
        assertThat(report.findings())
                .allSatisfy(finding -> assertThat(finding.problem()).contains("were not compared"));
    }

    @Test
    void anIndexThatAnswersSomethingElse_isFound_withoutChecksumsToo() throws IOException {
        deleteChecksums(root);
        // The page files of _id, _src and _dst of the roads, in an order of chance: each a valid index of another
        // column.
        List<Path> roads = files(root).stream()
                .filter(file -> file.toString().endsWith("page_data.lance"))
                .collect(Collectors.groupingBy(file -> root.relativize(file).subpath(0, 2)))
                .values()
                .stream()
                .filter(pages -> pages.size() == 3)
                .findFirst()
                .orElseThrow();
        for (Path damaged : roads) {
            byte[] own = Files.readAllBytes(damaged);
            for (Path other : roads) {
                if (!other.equals(damaged)) {
                    Files.write(damaged, Files.readAllBytes(other));
                    assertThat(check(root).findings())
                            .anySatisfy(finding -> assertThat(finding.kind()).isEqualTo(Kind.INDEX));
                }
            }
            Files.write(damaged, own);
            assertThat(check(root).isSound()).isTrue();
        }
    }

    @Test
    void rowsThatBreakRules_areNamedByKey_andEachOnce() {
        UncheckedCommit commit = new UncheckedCommit(root);
        commit.append(
                "City",
                new @Nullable Object[] {"c1", "c1", 1L, null},
                new @Nullable Object[] {"moss", "Moss", 1L, null},
                new @Nullable Object[] {"cold", "cold", -1L, null});
        commit.append(
                "ROAD(City,City)",
                new @Nullable Object[] {"c2|nowhere", "c2", "nowhere", 1.0},
                new @Nullable Object[] {"c3|c9", "c3", "c9", 1.0},
                new @Nullable Object[] {"c3|c10", "c3", "c10", 1.0});

        List<Finding> findings = check(root).findings();

        assertThat(findings)
                .extracting(finding -> finding.kind() + " " + finding.thing().replaceAll("c3\\|.*", "c3") + " "
                        + finding.problem().replaceAll(":.*", ""))
                .containsExactlyInAnyOrder(
                        "KEY City 'c1' KEY",
                        "KEY City 'moss' its id is not the text of its key",
                        "RULE City 'cold' RANGE",
                        "RULE ROAD(City,City) 'c2|nowhere' ENDPOINT",
                        "RULE ROAD(City,City) 'c3 CARDINALITY");
        assertThat(findings).allSatisfy(finding -> assertThat(finding.commit()).isPresent());
    }

    @Test
    void countsOfAStateThatAreWrong_areFound() {
        new UncheckedCommit(root)
                .change(
                        "City",
                        (table, commit, runtime) -> new TableState(
                                table.table(),
                                table.type(),
                                table.pin(),
                                commit,
                                table.rowCount() + 1,
                                Map.of("_id", 1L)));

        assertThat(check(root).findings()).extracting(Finding::kind).containsExactlyInAnyOrder(Kind.COUNT, Kind.INDEX);
    }

    @Test
    void aTableThatChangedWithoutItsCommitSayingSo_isFound() {
        new UncheckedCommit(root)
                .change(
                        "City",
                        (table, commit, runtime) -> new TableState(
                                table.table(), table.type(), TablePin.CREATED, table.setter(), 0, Map.of()));

        assertThat(check(root).findings()).anySatisfy(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.HISTORY);
            assertThat(finding.problem()).contains("another version of City");
        });
    }

    @Test
    void aMergeThatSaysWrongWhereItsSecondParentIs_isFound() {
        CommitId head;
        BranchIncarnation main;
        try (Graph graph = Sennit.open(root.toString())) {
            head = graph.commit("main").id();
            main = graph.branches().getFirst().incarnation();
        }
        new UncheckedCommit(root).merge("City", head, new CommitPlace(main, 1));

        assertThat(check(root).findings()).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.HISTORY);
            assertThat(finding.problem()).contains("its second parent is not version 1 of branch incarnation " + main);
        });
    }

    @Test
    void anUnfinishedOperation_isANote_andAnUnreadableDecisionAProblem() throws IOException {
        StopAt stop = StopAt.crashing(FailurePoint.ARMED, 1);
        Path more = write("name\nmore\n");
        try (Graph graph = new OpenGraph(
                root.toString(), new GraphRuntimes(RuntimeParts.DEFAULT.failurePoints(stop)), OpenOptions.DEFAULT)) {
            assertThatThrownBy(() -> graph.main().load(Load.EMPTY.nodes("City", more)))
                    .isInstanceOf(SimulatedCrash.class);
        }

        CheckReport unfinished = check(root);

        assertThat(unfinished.isSound()).isTrue();
        assertThat(unfinished.findings()).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.OPERATION);
            assertThat(finding.problem()).contains("a load on branch main, undecided");
        });
        try (Stream<Path> armed = Files.list(root.resolve("__recovery/armed"))) {
            String operation = armed.findFirst().orElseThrow().getFileName().toString();
            Path decision = root.resolve("__recovery/decision").resolve(operation);
            Files.createDirectories(decision.getParent());
            Files.writeString(decision, "{");
        }
        assertThat(check(root).findings())
                .singleElement()
                .satisfies(finding -> assertThat(finding.severity()).isEqualTo(CheckReport.Severity.PROBLEM));
    }

    @Test
    void whileOthersWrite_nothingIsFound() throws Exception {
        try (Graph graph = Sennit.open(root.toString())) {
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
                for (int i = 0; i < 40; i++) {
                    try {
                        graph.main().load(Load.EMPTY.nodes("City", write("name\nwhile" + i + "\n")));
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                }
            });
            int checks = 0;
            do {
                assertThat(graph.check().findings())
                        .filteredOn(finding -> finding.kind() != Kind.OPERATION)
                        .isEmpty();
                checks++;
            } while (!writer.isDone());
            writer.get();
            assertThat(checks).isGreaterThan(1);
        }
    }

    private static CheckReport check(Path graph) {
        try (Graph open = Sennit.open(graph.toString())) {
            return open.check();
        }
    }

    /** The files that a reader of some state needs, but for the certificate without which there is no graph. */
    private Set<Path> neededFiles() throws IOException {
        Set<Path> needed = new TreeSet<>();
        GraphRuntimes runtimes = new GraphRuntimes(RuntimeParts.DEFAULT.failurePoints(FailurePoints.NONE));
        GraphRuntime runtime = runtimes.acquire(root, OpenOptions.DEFAULT);
        for (long version = 1; version <= STATES; version++) {
            for (TableState table :
                    runtime.mainChain().state(version).orElseThrow().tables().values()) {
                Path at = root.resolve("tables").resolve(table.table().toString());
                try (TableVersion open = runtime.tables().open(table.table(), table.pin())) {
                    open.files().forEach(file -> needed.add(at.resolve(file.path())));
                }
            }
        }
        runtimes.release(runtime);
        for (Path file : files(root.resolve("__manifest"))) {
            String name = file.toString();
            if (name.endsWith(".manifest") || name.endsWith(".lance")) {
                needed.add(file);
            }
        }
        needed.removeIf(file -> file.toString().contains("_checksums"));
        return needed;
    }

    private Path copy() throws IOException {
        Path copy = directory.resolve("copy");
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.toList()) {
                Path target = copy.resolve(root.relativize(path).toString());
                if (Files.isDirectory(path)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(path, target);
                }
            }
        }
        return copy;
    }

    private Path write(CharSequence text) throws IOException {
        return Files.writeString(Files.createTempFile(directory, "input", ".csv"), text);
    }

    private static void deleteChecksums(Path graph) throws IOException {
        for (Path file : files(graph)) {
            if (file.toString().contains("_checksums")) {
                Files.delete(file);
            }
        }
    }

    private static List<Path> files(Path graph) throws IOException {
        try (Stream<Path> all = Files.walk(graph)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static void delete(Path graph) throws IOException {
        try (Stream<Path> all = Files.walk(graph)) {
            for (Path path : all.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(path);
            }
        }
    }
}
