package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sennit.model.CommitInfo;
import dev.sennit.model.Durability;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.LoadMode;
import dev.sennit.model.MergeConflict;
import dev.sennit.model.MergeConflictsException;
import dev.sennit.model.MergeResult;
import dev.sennit.model.MergeResult.Outcome;
import dev.sennit.model.MergeSide;
import dev.sennit.model.MergeStrategy;
import dev.sennit.model.NodeId;
import dev.sennit.model.ResolvedConflict;
import dev.sennit.model.SennitException;
import dev.sennit.schema.SchemaParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Taking back one commit, below others. */
class RevertTest {
    private static final OpenOptions RELAXED = OpenOptions.DEFAULT.durability(Durability.RELAXED);
    private static final MergeOptions OURS = MergeOptions.DEFAULT.strategy(MergeStrategy.OURS);
    private static final MergeOptions THEIRS = MergeOptions.DEFAULT.strategy(MergeStrategy.THEIRS);

    @TempDir
    Path directory;

    @SuppressWarnings("NullAway.Init") // before each test
    private Graph graph;

    @BeforeEach
    void create() {
        graph = Sennit.create(
                directory.resolve("graph").toString(), SchemaParser.parse(WriterScenario.SCHEMA), RELAXED, "");
        write(tx -> {
            NodeId ann = tx.create("Person", Map.of("name", "Ann", "age", 30, "email", "a@x"));
            NodeId bob = tx.create("Person", Map.of("name", "Bob", "age", 40));
            NodeId bonn = tx.create("City", Map.of("name", "Bonn"));
            tx.create("City", Map.of("name", "Oslo"));
            tx.create("KNOWS", ann, bob, Map.of("since", 1));
            tx.create("LIVES", bob, bonn, Map.of());
        });
    }

    @AfterEach
    void close() {
        assertThat(graph.check().findings()).isEmpty();
        graph.close();
        assertThat(directory.resolve("graph").resolve("__recovery").resolve("armed"))
                .satisfiesAnyOf(
                        armed -> assertThat(armed).doesNotExist(),
                        armed -> assertThat(armed).isEmptyDirectory());
    }

    @Test
    void aBadLoadIsUndoneInOneCall_whichWritesNoRows() throws IOException {
        Path file = directory.resolve("p.csv");
        Files.writeString(
                file,
                "name,age\n"
                        + IntStream.range(0, 20_000)
                                .mapToObj(i -> (i == 0 ? "Ann" : "p" + i) + "," + i)
                                .collect(Collectors.joining("\n")));
        String before = content();
        graph.main()
                .load(
                        Load.EMPTY.nodes("Person", file).mode(LoadMode.UPSERT),
                        WriteOptions.DEFAULT.message("the wrong file"));
        CommitInfo bad = graph.commit("main");
        long files = dataFiles();

        MergeResult result = graph.main().revert("main");

        assertThat(content()).isEqualTo(before);
        assertThat(result.outcome()).isEqualTo(Outcome.REVERTED);
        CommitInfo commit = result.commit().orElseThrow();
        assertThat(commit.parents()).containsExactly(bad.id());
        assertThat(commit.writer()).isEqualTo("revert");
        assertThat(commit.message()).isEqualTo("revert " + bad.id().value().shortForm() + ": the wrong file");
        assertThat(commit.tablesTouched()).containsExactly("Person");
        assertThat(result.ours()).isEqualTo(bad.id());
        assertThat(result.base()).isEqualTo(bad.id());
        assertThat(result.theirs()).isEqualTo(bad.parents().getFirst());
        assertThat(dataFiles()).isEqualTo(files);
        assertThat(graph.main().revert("main~1").outcome()).isEqualTo(Outcome.UP_TO_DATE);
        assertThat(graph.main().revert("main").commit()).isPresent();
        assertThat(graph.main().snapshot().info().nodeCount()).isEqualTo(20_000 + 3);
    }

    @Test
    void laterChangesStay_propertyByProperty() {
        write(tx -> {
            tx.set(tx.node("Person", "Ann"), Map.of("age", 31, "email", "b@x"));
            tx.create("Person", Map.of("name", "Cid"));
            tx.delete(tx.node("City", "Oslo"));
        });
        write(tx -> {
            tx.set(tx.node("Person", "Bob"), Map.of("age", 41));
            tx.create("Person", Map.of("name", "Dan"));
        });
        write(tx -> {
            Map<String, Object> none = new HashMap<>();
            none.put("age", 31);
            tx.set(tx.node("Person", "Ann"), none);
        });

        MergeResult result = graph.main().revert("main~1");

        assertThat(result.types())
                .containsExactlyInAnyOrder(
                        new MergeResult.TypeCounts("Person", 0, 1, 1), new MergeResult.TypeCounts("City", 1, 0, 0));
        assertThat(people()).containsExactly("Ann 30 a@x", "Bob 41 null", "Dan null null");
        assertThat(cities()).containsExactly("Bonn", "Oslo");
    }

    @Test
    void aPropertyThatWasChangedAgain_isAConflict_whichIsResolvedAsAWholeOrOneByOne() {
        write(tx -> {
            tx.set(tx.node("Person", "Ann"), Map.of("age", 31));
            tx.set(tx.node("Person", "Bob"), Map.of("age", 41));
        });
        write(tx -> {
            tx.set(tx.node("Person", "Ann"), Map.of("age", 32));
            tx.set(tx.node("Person", "Bob"), Map.of("age", 42));
        });
        String before = content();

        MergeConflictsException refused = catchThrowableOfType(
                MergeConflictsException.class, () -> graph.main().revert("main~1"));
        assertThat(refused.code()).isEqualTo(ErrorCode.MERGE_CONFLICTS);
        assertThat(refused)
                .hasMessageContaining("2 conflicts")
                .hasMessageContaining("ours the branch as it is now, theirs what was before the commit");
        assertThat(refused.conflicts().stream().map(c -> c.conflict().id()))
                .containsExactlyInAnyOrder("divergent-property Person:Ann age", "divergent-property Person:Bob age");
        assertThat(refused.conflicts().stream()
                        .map(ResolvedConflict::conflict)
                        .filter(c -> c.subject().equals("Person:Ann")))
                .containsExactly(
                        new MergeConflict.DivergentProperty(new NodeId("Person", "Ann"), "age", 31L, 32L, 30L));
        assertThat(content()).isEqualTo(before);
        MergeResult dry = graph.main().revert("main~1", MergeOptions.DEFAULT.asDryRun());
        assertThat(dry.outcome()).isEqualTo(Outcome.CONFLICTS);
        assertThat(dry.conflicts()).isEqualTo(refused.conflicts());
        assertThat(dry.commit()).isEmpty();

        assertThat(graph.main().revert("main~1", OURS).outcome()).isEqualTo(Outcome.UP_TO_DATE);
        assertThat(content()).isEqualTo(before);
        MergeOptions each = MergeOptions.DEFAULT
                .resolve("divergent-property Person:Ann age", MergeSide.THEIRS)
                .resolve("divergent-property Person:Bob age", MergeSide.OURS);
        assertThat(graph.main().revert("main~1", each.asDryRun()).outcome()).isEqualTo(Outcome.REVERTED);
        assertThat(content()).isEqualTo(before);
        MergeResult mixed = graph.main().revert("main~1", each);
        assertThat(mixed.conflicts().stream().map(c -> c.resolution().orElseThrow()))
                .containsExactlyInAnyOrder(MergeSide.THEIRS, MergeSide.OURS);
        assertThat(people()).containsExactly("Ann 30 a@x", "Bob 42 null");
        graph.main().revert("main~2", THEIRS);
        assertThat(people()).containsExactly("Ann 30 a@x", "Bob 40 null");
        assertThatThrownBy(() -> graph.main().revert("main~3", each))
                .isInstanceOf(SennitException.class)
                .hasMessageContaining("there are no conflicts");
    }

    @Test
    void whatWasDeletedAndIsChangedSince_orTheOtherWayRound_isAConflict() {
        write(tx -> tx.create("Person", Map.of("name", "Cid")));
        write(tx -> tx.set(tx.node("Person", "Cid"), Map.of("age", 1)));
        assertThat(conflicts("main~1")).containsExactly("delete-update Person:Cid");
        assertThat(graph.main().revert("main~1", OURS).outcome()).isEqualTo(Outcome.UP_TO_DATE);
        graph.main().revert("main~1", THEIRS);
        assertThat(people()).containsExactly("Ann 30 a@x", "Bob 40 null");

        write(tx -> tx.set(tx.node("Person", "Ann"), Map.of("age", 1)));
        write(tx -> tx.detachDelete(tx.node("Person", "Ann")));
        assertThat(conflicts("main~1")).containsExactly("delete-update Person:Ann");
        graph.main().revert("main~1", THEIRS);
        assertThat(people()).containsExactly("Ann 30 a@x", "Bob 40 null");
    }

    @Test
    void anEdgeThatWouldLoseItsNode_isAConflict() {
        write(tx -> tx.create("Person", Map.of("name", "Cid")));
        write(tx -> {
            tx.create("KNOWS", tx.node("Person", "Ann"), tx.node("Person", "Cid"), Map.of());
            tx.create("KNOWS", tx.node("Person", "Cid"), tx.node("Person", "Bob"), Map.of());
        });
        String before = content();
        assertThat(conflicts("main~1"))
                .containsExactlyInAnyOrder(
                        "orphan-edge KNOWS(Person,Person):Ann|Cid", "orphan-edge KNOWS(Person,Person):Cid|Bob");
        assertThat(graph.main().revert("main~1", OURS).outcome()).isEqualTo(Outcome.UP_TO_DATE);
        assertThat(content()).isEqualTo(before);
        MergeResult result = graph.main().revert("main~1", THEIRS);
        assertThat(result.types())
                .containsExactlyInAnyOrder(
                        new MergeResult.TypeCounts("Person", 0, 0, 1),
                        new MergeResult.TypeCounts("KNOWS(Person,Person)", 0, 0, 2));
        assertThat(people()).containsExactly("Ann 30 a@x", "Bob 40 null");
    }

    @Test
    void anEdgeThatComesBackToANodeThatIsGone_isAConflict() {
        write(tx -> tx.delete(tx.edge("LIVES", tx.node("Person", "Bob"), tx.node("City", "Bonn"))));
        write(tx -> tx.delete(tx.node("City", "Bonn")));
        assertThat(conflicts("main~1")).containsExactly("orphan-edge LIVES(Person,City):Bob|Bonn");
        assertThat(graph.main().revert("main~1", OURS).outcome()).isEqualTo(Outcome.UP_TO_DATE);
        graph.main().revert("main~1", THEIRS);
        assertThat(cities()).containsExactly("Bonn", "Oslo");
        assertThat(edges()).containsExactly("Ann KNOWS Bob", "Bob LIVES Bonn");
    }

    @Test
    void aUniqueValueThatAnotherHasTaken_isAConflict() {
        write(tx -> tx.set(tx.node("Person", "Ann"), Map.of("email", "b@x")));
        write(tx -> tx.set(tx.node("Person", "Bob"), Map.of("email", "a@x")));
        assertThat(conflicts("main~1")).containsExactly("unique Person:Ann email");
        assertThat(graph.main().revert("main~1", OURS).outcome()).isEqualTo(Outcome.UP_TO_DATE);
        graph.main().revert("main~1", THEIRS);
        assertThat(people()).containsExactly("Ann 30 a@x", "Bob 40 null");
    }

    @Test
    void edgesThatBecomeTooMany_areAConflict() {
        write(tx -> tx.delete(tx.edge("LIVES", tx.node("Person", "Bob"), tx.node("City", "Bonn"))));
        write(tx -> tx.create("LIVES", tx.node("Person", "Bob"), tx.node("City", "Oslo"), Map.of()));
        assertThat(conflicts("main~1")).containsExactly("cardinality LIVES(Person,City):Bob|Bonn");
        assertThat(graph.main().revert("main~1", OURS).outcome()).isEqualTo(Outcome.UP_TO_DATE);
        assertThat(edges()).containsExactly("Ann KNOWS Bob", "Bob LIVES Oslo");
        graph.main().revert("main~1", THEIRS);
        assertThat(edges()).containsExactly("Ann KNOWS Bob", "Bob LIVES Bonn");
    }

    @Test
    void rowsThatComeBackBelowLaterChanges_areAdoptedWithTheirFile() throws IOException {
        Path file = directory.resolve("p.csv");
        Files.writeString(
                file,
                "name,age\n"
                        + IntStream.range(0, 12_000)
                                .mapToObj(i -> "p" + i + "," + i)
                                .collect(Collectors.joining("\n")));
        graph.main().load(Load.EMPTY.nodes("Person", file));
        write(tx -> tx.set(tx.node("Person", "p7"), Map.of("age", 70_000)));
        Files.writeString(file, "name,age,email\nAnn,30,a@x\nBob,40,\n");
        graph.main().load(Load.EMPTY.nodes("Person", file).mode(LoadMode.REPLACE));
        write(tx -> tx.create("Person", Map.of("name", "Eve")));
        String[] there = files();

        MergeResult result = graph.main().revert("main~1");

        assertThat(result.types()).containsExactly(new MergeResult.TypeCounts("Person", 12_000, 0, 0));
        assertThat(count("MATCH (p:Person) RETURN count(p)")).isEqualTo(12_003);
        assertThat(count("MATCH (p:Person {name: 'p7'}) RETURN p.age")).isEqualTo(70_000);
        assertThat(count("MATCH (p:Person) WHERE p.age = 7 RETURN count(p)")).isZero();
        assertThat(Stream.of(files())
                        .filter(f -> !List.of(there).contains(f))
                        .mapToLong(RevertTest::size)
                        .sum())
                .as("bytes of new data files: one row's, not 12,000")
                .isLessThan(size(there[0]) / 2);
        graph.close();
        graph = Sennit.open(directory.resolve("graph").toString(), RELAXED);
        assertThat(count("MATCH (p:Person) RETURN count(p)")).isEqualTo(12_003);
    }

    @Test
    void whatIsNotThereAnyMore_isToldAsSuch() {
        assertThatThrownBy(() -> graph.main().revert("main~1"))
                .isInstanceOf(SennitException.class)
                .hasMessageContaining("nothing was before it");
        for (int i = 0; i < 4; i++) {
            int age = i;
            write(tx -> tx.set(tx.node("Person", "Ann"), Map.of("age", age)));
        }
        assertThatThrownBy(() -> graph.main().revert("nowhere")).isInstanceOf(SennitException.class);
        MergeOptions keyed = THEIRS.write(WriteOptions.DEFAULT.idempotencyKey("k"));
        MergeResult first = graph.main().revert("main", keyed);
        MergeResult again = graph.main().revert(first.base().toString(), keyed);
        assertThat(again.replayed()).isTrue();
        assertThat(again.commit()).isEqualTo(first.commit());
        assertThatThrownBy(() -> graph.main().revert("main~2", keyed))
                .isInstanceOf(SennitException.class)
                .extracting(e -> ((SennitException) e).code())
                .isEqualTo(ErrorCode.IDEMPOTENCY_KEY_REUSED);
    }

    private void write(Consumer<Transaction> body) {
        graph.main().write(tx -> {
            body.accept(tx);
            return null;
        });
    }

    private List<String> conflicts(String revision) {
        String before = content();
        MergeResult dry = graph.main().revert(revision, MergeOptions.DEFAULT.asDryRun());
        assertThat(dry.unresolved()).isEqualTo(dry.conflicts().size());
        assertThatThrownBy(() -> graph.main().revert(revision)).isInstanceOf(MergeConflictsException.class);
        assertThat(content()).isEqualTo(before);
        return dry.conflicts().stream().map(c -> c.conflict().id()).toList();
    }

    private String content() {
        return WriterScenario.content(graph.main().snapshot());
    }

    private List<String> people() {
        return texts("MATCH (p:Person) RETURN p.name + ' ' + coalesce(toString(p.age), 'null') + ' '"
                + " + coalesce(p.email, 'null') AS t ORDER BY t");
    }

    private List<String> cities() {
        return texts("MATCH (p:City) RETURN p.name AS t ORDER BY t");
    }

    private List<String> edges() {
        return texts("MATCH (a)-[e]->(b) RETURN a.name + ' ' + type(e) + ' ' + b.name AS t ORDER BY t");
    }

    private List<String> texts(String query) {
        try (Result result = graph.main().snapshot().query(query)) {
            return result.stream()
                    .map(row -> row.getString("t"))
                    .map(String::valueOf)
                    .toList();
        }
    }

    private long count(String query) {
        try (Result result = graph.main().snapshot().query(query)) {
            return ((Number) java.util.Objects.requireNonNull(result.next().get(0))).longValue();
        }
    }

    private long dataFiles() throws IOException {
        return files().length;
    }

    /** The data files, largest first. */
    private String[] files() throws IOException {
        try (Stream<Path> all = Files.walk(directory.resolve("graph").resolve("tables"))) {
            return all.filter(path -> path.toString().contains("/data/"))
                    .map(Path::toString)
                    .sorted((a, b) -> Long.compare(size(b), size(a)))
                    .toArray(String[]::new);
        }
    }

    private static long size(String file) {
        return Path.of(file).toFile().length();
    }
}
