package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.sennit.model.Durability;
import dev.sennit.model.MergeConflict;
import dev.sennit.model.MergeConflictsException;
import dev.sennit.model.MergeResult;
import dev.sennit.model.MergeResult.Outcome;
import dev.sennit.model.MergeResult.TypeCounts;
import dev.sennit.model.MergeSide;
import dev.sennit.model.MergeStrategy;
import dev.sennit.schema.SchemaParser;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What DEFAULT gave, where more happens to the property or its elements than {@link DefaultsTableTest} has. */
class DefaultsInMergesTest {
    private static final OpenOptions RELAXED = OpenOptions.DEFAULT.durability(Durability.RELAXED);
    private static final String BASE = """
            NODE P { k STRING KEY, s STRING }
            EDGE TO (P)-[0..*]->(P) { w INT32, KEY () }
            """;

    @TempDir
    Path directory;

    private Graph graph;

    /** Persons a, b and c; edges from a to b and from b to c. */
    @BeforeEach
    void create() {
        graph = Sennit.create(directory.resolve("graph").toString(), SchemaParser.parse(BASE), RELAXED, "");
        write("main", tx -> {
            var b = tx.create("P", Map.of("k", "b"));
            tx.create("TO", tx.create("P", Map.of("k", "a")), b, Map.of());
            tx.create("TO", b, tx.create("P", Map.of("k", "c")), Map.of());
        });
        graph.createBranch("side", "main");
    }

    @AfterEach
    void close() {
        assertThat(graph.check().findings()).isEmpty();
        graph.close();
    }

    @Test
    void renamedRetypedAndGivenAnotherDefaultInTheFile_itIsWhatItWas() {
        apply("main", property("x INT32 NOT NULL DEFAULT 7"));
        apply("main", property("y INT64 NOT NULL DEFAULT 9 RENAMED FROM x"));
        apply("main", property("y FLOAT64 NOT NULL DEFAULT 10"));
        write("main", tx -> tx.set(tx.node("P", "a"), Map.of("y", 0.5)));
        write("side", tx -> {
            tx.detachDelete(tx.node("P", "c"));
            tx.set(tx.node("P", "a"), Map.of("s", "side"));
            tx.create("P", Map.of("k", "d"));
        });
        graph.createBranch("other-way", "side");
        merge("other-way", "main");
        MergeResult merged = merge("main", "side");
        assertThat(merged.types()).containsExactly(new TypeCounts("P", 1, 1, 1), new TypeCounts("TO(P,P)", 0, 0, 1));
        for (String branch : List.of("main", "other-way")) {
            assertThat(rows(branch, "MATCH (p:P) RETURN p.k, p.s, p.y ORDER BY p.k"))
                    .as(branch)
                    .isEqualTo("[a, side, 0.5] [b, null, 7.0] [d, null, 7.0]");
        }
        assertThat(graph.diff("main", "other-way").summary()).isEmpty();
    }

    @Test
    void theSchemaStepsOfAMerge_nameTheDefault_andNoElementIsTold() {
        apply("side", property("x INT32 NOT NULL DEFAULT 7").replace("w INT32", "w INT32 NOT NULL DEFAULT 1"));
        write("main", tx -> tx.create("P", Map.of("k", "d")));
        MergeResult merged = merge("main", "side");
        assertThat(merged.schema())
                .containsExactly("add P.x INT32 NOT NULL DEFAULT 7", "make TO(P,P).w NOT NULL DEFAULT 1");
        assertThat(merged.types()).as("all have the DEFAULT").isEmpty();
        assertThat(rows("main", "MATCH (p:P) RETURN p.k, p.x ORDER BY p.k")).isEqualTo("[a, 7] [b, 7] [c, 7] [d, 7]");
        assertThat(rows("main", "MATCH (p)-[t:TO]->() RETURN p.k, t.w ORDER BY p.k"))
                .isEqualTo("[a, 1] [b, 1]");
    }

    @Test
    void edges_areElementsLikeAny() {
        apply("main", BASE.replace("w INT32", "w INT32, x STRING NOT NULL DEFAULT 'new'"));
        apply("side", BASE.replace("w INT32", "w INT32, v BOOL"));
        write("side", tx -> {
            tx.delete(tx.edge("TO", tx.node("P", "a"), tx.node("P", "b")));
            tx.set(tx.edge("TO", tx.node("P", "b"), tx.node("P", "c")), Map.of("v", true));
            tx.create("TO", tx.node("P", "c"), tx.node("P", "a"), Map.of());
        });
        merge("main", "side");
        assertThat(rows("main", "MATCH (p)-[t:TO]->() RETURN p.k, t.v, t.x ORDER BY p.k"))
                .isEqualTo("[b, true, new] [c, null, new]");
    }

    @Test
    void fragmentsOfRowsThatLackIt_areNotTakenOverAsTheyAre() {
        apply("main", property("x INT32 NOT NULL DEFAULT 7").replace("w INT32", "w INT32 NOT NULL DEFAULT 1"));
        write("side", tx -> {
            for (int i = 0; i < 5_000; i++) {
                tx.create(
                        "TO",
                        tx.node("P", "a"),
                        tx.create("P", Map.of("k", "n" + i)),
                        i % 2 == 0 ? Map.of() : Map.of("w", 5));
            }
        });
        graph.createBranch("other-way", "side");
        merge("other-way", "main");
        merge("main", "side");
        for (String branch : List.of("main", "other-way")) {
            assertThat(rows(branch, "MATCH (p:P) RETURN p.x, count(*)")).isEqualTo("[7, 5003]");
            assertThat(rows(branch, "MATCH ()-[t:TO]->() RETURN t.w, count(*) ORDER BY t.w"))
                    .isEqualTo("[1, 2502] [5, 2500]");
        }
    }

    /** A rule over all elements of the result sees what they have there. */
    @Test
    void aDefaultThatMayBeThereOnceOnly_isAConflictWithWhatTheOtherSideInserted() {
        write("main", tx -> List.of("b", "c").forEach(k -> tx.detachDelete(tx.node("P", k))));
        graph.createBranch("single", "main");
        apply("main", property("x INT32 UNIQUE DEFAULT 7"));
        apply("single", BASE.replace("s STRING", "s STRING, v BOOL"));
        write("single", tx -> tx.create("P", Map.of("k", "d")));
        MergeResult dry = graph.main().merge("single", MergeOptions.DEFAULT.asDryRun());
        assertThat(dry.conflicts())
                .extracting(each -> each.conflict().kind())
                .containsExactly(MergeConflict.Kind.UNIQUE);
        assertThat(graph.main()
                        .merge("single", MergeOptions.DEFAULT.strategy(MergeStrategy.OURS))
                        .outcome())
                .isEqualTo(Outcome.MERGED);
        assertThat(rows("main", "MATCH (p:P) RETURN p.k, p.x ORDER BY p.k")).isEqualTo("[a, 7]");
    }

    @Test
    void aDefaultThatItsOwnRulesForbidByNow_isGivenToNobody() {
        apply("main", property("x INT32 DEFAULT 7"));
        write("main", tx -> List.of("a", "b", "c").forEach(k -> tx.set(tx.node("P", k), Map.of("x", 1))));
        apply("main", property("x INT32 RANGE 0..5"));
        write("side", tx -> {
            tx.set(tx.node("P", "a"), Map.of("s", "side"));
            tx.create("P", Map.of("k", "d"));
        });
        merge("main", "side");
        assertThat(rows("main", "MATCH (p:P) RETURN p.k, p.s, p.x ORDER BY p.k"))
                .isEqualTo("[a, side, 1] [b, null, 1] [c, null, 1] [d, null, null]");
    }

    @Test
    void commitsFromBeforeTheDefault_areTakenBackAfterIt() {
        write("main", tx -> tx.create("P", Map.of("k", "wrong")));
        String insertion = graph.commit("main").id().toString();
        write("main", tx -> tx.detachDelete(tx.node("P", "c")));
        String deletion = graph.commit("main").id().toString();
        write("main", tx -> tx.set(tx.node("P", "a"), Map.of("s", "wrong")));
        String change = graph.commit("main").id().toString();
        apply("main", property("x INT32 NOT NULL DEFAULT 7"));
        write("main", tx -> tx.set(tx.node("P", "a"), Map.of("x", 1)));
        for (String commit : List.of(insertion, deletion, change)) {
            assertThat(graph.main().revert(commit, MergeOptions.DEFAULT).outcome())
                    .isEqualTo(Outcome.REVERTED);
        }
        assertThat(rows("main", "MATCH (p:P) RETURN p.k, p.s, p.x ORDER BY p.k"))
                .isEqualTo("[a, null, 1] [b, null, 7] [c, null, 7]");
    }

    /** Merges that gave values are taken back in what they changed, and the values stay. */
    @Test
    void aMergeThatGaveValues_isTakenBack() {
        apply("main", property("x INT32"));
        apply("side", property("x INT32 DEFAULT 7"));
        write("side", tx -> tx.create("P", Map.of("k", "d", "x", 1)));
        merge("main", "side");
        assertThat(rows("main", "MATCH (p:P) RETURN p.k, p.x ORDER BY p.k")).isEqualTo("[a, 7] [b, 7] [c, 7] [d, 1]");
        assertThat(graph.main().revert("main", MergeOptions.DEFAULT).types())
                .containsExactly(new TypeCounts("P", 0, 0, 1));
        assertThat(rows("main", "MATCH (p:P) RETURN p.k, p.x ORDER BY p.k")).isEqualTo("[a, 7] [b, 7] [c, 7]");
    }

    @Test
    void defaultsThatDiffer_areOneConflict_whichIsResolvedByItsId() {
        apply("main", property("x INT32 NOT NULL DEFAULT 7"));
        apply("side", property("x INT32 NOT NULL DEFAULT 9"));
        write("main", tx -> tx.set(tx.node("P", "a"), Map.of("x", 1)));
        write("side", tx -> {
            tx.set(tx.node("P", "b"), Map.of("x", 7, "s", "side"));
            tx.create("P", Map.of("k", "d", "x", 9));
        });
        assertThatExceptionOfType(MergeConflictsException.class)
                .isThrownBy(() -> graph.main().merge("side"))
                .satisfies(e -> {
                    assertThat(e.conflicts())
                            .extracting(each -> each.conflict().message())
                            .containsExactly(
                                    "P.x: both sides gave it to the elements there were, by DEFAULTs that differ:"
                                            + " ours 7, theirs 9");
                    assertThat(e.text().remedy()).contains("--strategy ours or theirs");
                });
        graph.createBranch("for-theirs", "main");
        MergeResult forTheirs = graph.branch("for-theirs")
                .merge("side", MergeOptions.DEFAULT.resolve("divergent-default P.x", MergeSide.THEIRS));
        assertThat(forTheirs.types()).containsExactly(new TypeCounts("P", 1, 2, 0));
        assertThat(rows("for-theirs", "MATCH (p:P) RETURN p.k, p.s, p.x ORDER BY p.k"))
                .as("b was set to what ours is by DEFAULT, and stays it")
                .isEqualTo("[a, null, 1] [b, side, 7] [c, null, 9] [d, null, 9]");
        graph.main().merge("side", MergeOptions.DEFAULT.resolve("divergent-default P.x", MergeSide.OURS));
        assertThat(rows("main", "MATCH (p:P) RETURN p.k, p.s, p.x ORDER BY p.k"))
                .as("d keeps what it was inserted with")
                .isEqualTo("[a, null, 1] [b, side, 7] [c, null, 7] [d, null, 9]");
        write("side", tx -> {
            tx.set(tx.node("P", "c"), Map.of("s", "side"));
            tx.set(tx.node("P", "d"), Map.of("s", "side"));
            tx.detachDelete(tx.node("P", "b"));
        });
        merge("main", "side");
        assertThat(rows("main", "MATCH (p:P) RETURN p.k, p.s, p.x ORDER BY p.k"))
                .isEqualTo("[a, null, 1] [c, side, 7] [d, side, 9]");
    }

    /** Each side takes over the other's head at the same time, and chooses its own DEFAULT. */
    @Test
    void crissCross_whereEachSideChoseItsOwn() {
        apply("main", property("x INT32 NOT NULL DEFAULT 7"));
        apply("side", property("x INT32 NOT NULL DEFAULT 9"));
        write("main", tx -> tx.create("P", Map.of("k", "m", "x", 1)));
        write("side", tx -> tx.create("P", Map.of("k", "s", "x", 2)));
        String head = graph.commit("main").id().toString();
        MergeOptions ours = MergeOptions.DEFAULT.strategy(MergeStrategy.OURS);
        graph.main().merge("side", ours);
        graph.branch("side").merge(head, ours);
        assertThat(rows("side", "MATCH (p:P) RETURN p.k, p.x ORDER BY p.k"))
                .isEqualTo("[a, 9] [b, 9] [c, 9] [m, 1] [s, 2]");
        write("main", tx -> tx.set(tx.node("P", "a"), Map.of("x", 3)));
        write("side", tx -> {
            tx.detachDelete(tx.node("P", "b"));
            tx.set(tx.node("P", "s"), Map.of("x", 4));
        });
        MergeResult dry = graph.main().merge("side", ours.asDryRun());
        assertThat(dry.conflicts())
                .extracting(each -> each.conflict().kind())
                .containsOnly(MergeConflict.Kind.DIVERGENT_DEFAULT);
        graph.main().merge("side", ours);
        assertThat(rows("main", "MATCH (p:P) RETURN p.k, p.x ORDER BY p.k")).isEqualTo("[a, 3] [c, 7] [m, 1] [s, 4]");
    }

    private static String property(String declaration) {
        return BASE.replace("s STRING", "s STRING, " + declaration);
    }

    private void apply(String branch, String schema) {
        graph.branch(branch).applySchema(SchemaUpdate.to(schema));
    }

    private MergeResult merge(String into, String from) {
        MergeResult result = graph.branch(into).merge(from);
        assertThat(result.outcome()).isEqualTo(Outcome.MERGED);
        return result;
    }

    private String rows(String branch, String query) {
        try (Result result = graph.branch(branch).snapshot().query(query)) {
            return result.stream()
                    .map(row -> result.columns().stream().map(row::get).toList().toString())
                    .collect(Collectors.joining(" "));
        }
    }

    private void write(String branch, Consumer<Transaction> body) {
        graph.branch(branch).write(tx -> {
            body.accept(tx);
            return null;
        });
    }
}
