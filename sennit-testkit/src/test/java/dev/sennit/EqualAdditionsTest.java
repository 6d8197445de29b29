package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sennit.model.Durability;
import dev.sennit.model.ElementChange;
import dev.sennit.model.LoadMode;
import dev.sennit.model.MergeConflictsException;
import dev.sennit.model.MergeResult;
import dev.sennit.model.MergeResult.Outcome;
import dev.sennit.model.MergeStrategy;
import dev.sennit.schema.SchemaParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One schema file, kept with the code and applied on several branches, which are merged then, again and again: what each
 * added is one thing to all of them, whichever identities it has on each.
 */
class EqualAdditionsTest {
    private static final OpenOptions RELAXED = OpenOptions.DEFAULT.durability(Durability.RELAXED);
    private static final String OLD = """
            NODE P { k STRING KEY, s STRING }
            EDGE TO (P)-[0..*]->(P) { KEY () }
            """;
    private static final String NEW = """
            NODE P { k STRING KEY, s STRING, x INT32 }
            NODE C { k STRING KEY, x INT32 }
            NODE Note { k STRING }
            EDGE TO (P)-[0..*]->(P) { x INT32, KEY () }
            EDGE AT (P)-[0..1]->(C) { x INT32, KEY () }
            EDGE REF (Note)-[0..*]->(C)
            """;

    @TempDir
    Path directory;

    private Graph graph;

    /** The commit from which all branches come. */
    private String start;

    /** Persons a, b and c; a is connected to b. */
    @BeforeEach
    void create() {
        graph = Sennit.create(directory.resolve("graph").toString(), SchemaParser.parse(OLD), RELAXED, "");
        write("main", tx -> {
            tx.create("TO", tx.create("P", Map.of("k", "a")), tx.create("P", Map.of("k", "b")), Map.of());
            tx.create("P", Map.of("k", "c"));
        });
        start = graph.commit("main").id().toString();
    }

    @AfterEach
    void close() {
        assertThat(graph.check().findings()).isEmpty();
        graph.close();
    }

    @Test
    void rulesAreJudgedOnTheRowsOfBoth_andConflictsMayBeResolved() {
        apply("main", NEW);
        feature("side", NEW);
        write("main", tx -> {
            tx.create("AT", tx.node("P", "a"), tx.create("C", Map.of("k", "r", "x", 1)), Map.of());
            tx.create("C", Map.of("k", "only main"));
            tx.create("REF", tx.create("Note", Map.of("k", "n")), tx.node("C", "r"), Map.of());
        });
        write("side", tx -> {
            tx.create("AT", tx.node("P", "a"), tx.create("C", Map.of("k", "t", "x", 1)), Map.of());
            tx.create("C", Map.of("k", "r", "x", 2));
            tx.create("REF", tx.create("Note", Map.of("k", "n")), tx.node("C", "r"), Map.of());
        });
        assertThat(conflicts("side"))
                .hasSize(2)
                .anyMatch(each -> each.equals("divergent-insert C:r"))
                .anyMatch(each -> each.startsWith("cardinality AT(P,C):a|"));
        for (MergeStrategy strategy : List.of(MergeStrategy.OURS, MergeStrategy.THEIRS)) {
            String into = "resolved-" + strategy;
            graph.createBranch(into, "main");
            graph.branch(into).merge("side", MergeOptions.DEFAULT.strategy(strategy));
            boolean ours = strategy == MergeStrategy.OURS;
            assertThat(rows(into, "MATCH (c:C) RETURN c.k, c.x ORDER BY c.k"))
                    .isEqualTo("[only main, null] [r, " + (ours ? 1 : 2) + "] [t, 1]");
            assertThat(rows(into, "MATCH (p:P)-[:AT]->(c:C) RETURN p.k, c.k")).isEqualTo(ours ? "[a, r]" : "[a, t]");
            assertThat(rows(into, "MATCH (n:Note)-[:REF]->(c:C) RETURN n.k, c.k"))
                    .isEqualTo("[n, r] [n, r]");
        }
        write("main", tx -> tx.delete(tx.edge("AT", tx.node("P", "a"), tx.node("C", "r"))));
        write("main", tx -> tx.set(tx.node("C", "r"), Map.of("x", 2)));
        assertThat(merge("main", "side")).isEqualTo(Outcome.MERGED);
        assertThat(rows("main", "MATCH (p:P)-[:AT]->(c:C) RETURN p.k, c.k")).isEqualTo("[a, t]");
    }

    /** An edge of one side whose node the other deletes, in types that both added. */
    @Test
    void deletionsOfTheOtherBranch_meetEdgesOfOurs() {
        apply("main", NEW);
        feature("side", NEW);
        for (String branch : List.of("main", "side")) {
            write(branch, tx -> {
                tx.create("C", Map.of("k", "r", "x", 1));
                tx.create("C", Map.of("k", "t", "x", 1));
            });
        }
        merge("main", "side");
        write("side", tx -> {
            tx.delete(tx.node("C", "r"));
            tx.set(tx.node("C", "t"), Map.of("x", 2));
        });
        write("main", tx -> tx.create("AT", tx.node("P", "a"), tx.node("C", "r"), Map.of()));
        assertThat(conflicts("side")).containsExactly("orphan-edge AT(P,C):a|r");
        write("main", tx -> tx.delete(tx.edge("AT", tx.node("P", "a"), tx.node("C", "r"))));
        assertThat(merge("main", "side")).isEqualTo(Outcome.MERGED);
        assertThat(rows("main", "MATCH (c:C) RETURN c.k, c.x")).isEqualTo("[t, 2]");
    }

    @Test
    void siblings_threeDeep_crissCross_andBranchesThatAreGone() {
        feature("one", NEW);
        feature("two", NEW);
        graph.createBranch("two/deep", "two");
        graph.createBranch("two/deep/deeper", "two/deep");
        apply("main", NEW);
        int i = 0;
        for (String branch : List.of("one", "two", "two/deep", "two/deep/deeper", "main")) {
            int x = ++i;
            write(branch, tx -> {
                tx.create("C", Map.of("k", "c" + x, "x", x));
                tx.create("P", Map.of("k", "p" + x, "x", x));
                tx.create("AT", tx.node("P", "p" + x), tx.node("C", "c" + x), Map.of("x", x));
            });
        }
        merge("main", "one");
        merge("main", "two/deep/deeper");
        assertThat(rows("main", "MATCH (c:C) RETURN c.x ORDER BY c.x")).isEqualTo("[1] [4] [5]");
        // Each takes over the other's head of before.
        String main = graph.commit("main").id().toString();
        write("one", tx -> tx.set(tx.node("C", "c1"), Map.of("x", 11)));
        String one = graph.commit("one").id().toString();
        write("main", tx -> tx.set(tx.node("P", "p5"), Map.of("x", 55)));
        merge("main", one);
        merge("one", main);
        write("one", tx -> tx.set(tx.node("C", "c4"), Map.of("x", 44)));
        write("main", tx -> tx.set(tx.edge("AT", tx.node("P", "p4"), tx.node("C", "c4")), Map.of("x", 444)));
        assertThat(merge("main", "one")).isEqualTo(Outcome.MERGED);
        assertThat(merge("two", "two/deep/deeper")).isEqualTo(Outcome.MERGED);
        assertThat(merge("two", "two/deep")).isEqualTo(Outcome.MERGED);
        assertThat(merge("two", "one")).isEqualTo(Outcome.MERGED);
        for (String gone : List.of("two/deep/deeper", "two/deep", "one")) {
            graph.deleteBranch(gone, true);
        }
        assertThat(merge("main", "two")).isEqualTo(Outcome.MERGED);
        assertThat(merge("two", "main")).isEqualTo(Outcome.FAST_FORWARD);
        graph.collect(CollectOptions.DEFAULT.keep(Duration.ZERO).keepCommits(1).guard(Duration.ofMillis(1)));
        for (String branch : List.of("main", "two")) {
            assertThat(rows(branch, "MATCH (p:P)-[a:AT]->(c:C) RETURN p.k, a.x, c.k, c.x ORDER BY p.k"))
                    .as(branch)
                    .isEqualTo("[p1, 1, c1, 11] [p2, 2, c2, 2] [p3, 3, c3, 3] [p4, 444, c4, 44] [p5, 5, c5, 5]");
            assertThat(rows(branch, "MATCH (p:P) WHERE p.x > 0 RETURN p.x ORDER BY p.x"))
                    .as(branch)
                    .isEqualTo("[1] [2] [3] [4] [55]");
        }
    }

    /** The other direction first, while the branch goes on: it takes over the identities of main, with its own rows. */
    @Test
    void aBranchThatMergesMain_goesOnUnderItsIdentities() {
        apply("main", NEW);
        feature("side", NEW);
        write("main", tx -> tx.create("C", Map.of("k", "m", "x", 1)));
        write("side", tx -> tx.create("C", Map.of("k", "s", "x", 1)));
        merge("main", "side");
        write("side", tx -> {
            tx.set(tx.node("C", "s"), Map.of("x", 2));
            tx.set(tx.node("P", "a"), Map.of("x", 2));
        });
        write("main", tx -> tx.set(tx.node("C", "m"), Map.of("x", 3)));
        assertThat(merge("side", "main")).isEqualTo(Outcome.MERGED);
        assertThat(rows("side", "MATCH (c:C) RETURN c.k, c.x ORDER BY c.k")).isEqualTo("[m, 3] [s, 2]");
        write("side", tx -> tx.set(tx.node("C", "m"), Map.of("x", 4)));
        write("main", tx -> tx.set(tx.node("P", "b"), Map.of("x", 4)));
        assertThat(merge("main", "side")).isEqualTo(Outcome.MERGED);
        assertThat(rows("main", "MATCH (c:C) RETURN c.k, c.x ORDER BY c.k")).isEqualTo("[m, 4] [s, 2]");
        assertThat(rows("main", "MATCH (p:P) RETURN p.k, p.x ORDER BY p.k")).isEqualTo("[a, 2] [b, 4] [c, null]");
    }

    @Test
    void whatWasDroppedAndAddedAgain_neverShowsOldValues() {
        apply("main", NEW);
        feature("side", NEW);
        for (String branch : List.of("main", "side")) {
            write(branch, tx -> {
                tx.set(tx.node("P", "a"), Map.of("x", 1));
                tx.create("C", Map.of("k", "r", "x", 1));
            });
        }
        merge("main", "side");
        apply("main", OLD);
        apply("main", NEW);
        write("main", tx -> tx.create("C", Map.of("k", "new", "x", 5)));
        write("side", tx -> tx.set(tx.node("P", "b"), Map.of("s", "side")));
        assertThat(merge("main", "side"))
                .as("the side still has the old lifetime")
                .isEqualTo(Outcome.MERGED);
        assertThat(rows("main", "MATCH (p:P) RETURN p.k, p.s, p.x ORDER BY p.k"))
                .isEqualTo("[a, null, null] [b, side, null] [c, null, null]");
        assertThat(rows("main", "MATCH (c:C) RETURN c.k, c.x")).isEqualTo("[new, 5]");

        write("side", tx -> tx.set(tx.node("P", "b"), Map.of("x", 2)));
        assertThat(conflicts("side")).containsExactly("schema P.x");
    }

    @Test
    void renamesOfOneBranch_takeTheValuesOfTheOthers() {
        apply("main", NEW);
        feature("side", NEW);
        feature("third", NEW);
        merge("main", "side");
        apply("main", """
                NODE P { k STRING KEY, s STRING, y INT64 RENAMED FROM x }
                NODE D RENAMED FROM C { k STRING KEY, y INT32 RENAMED FROM x }
                NODE Note { k STRING }
                EDGE TO (P)-[0..*]->(P) { x INT32, KEY () }
                EDGE AT (P)-[0..1]->(D) { x INT32, KEY () }
                EDGE REF (Note)-[0..*]->(D)
                """);
        write("side", tx -> {
            tx.set(tx.node("P", "a"), Map.of("x", 1));
            tx.create("AT", tx.node("P", "a"), tx.create("C", Map.of("k", "r", "x", 1)), Map.of("x", 1));
        });
        assertThat(merge("main", "side")).isEqualTo(Outcome.MERGED);
        assertThat(rows("main", "MATCH (p:P)-[a:AT]->(d:D) RETURN p.y, a.x, d.y"))
                .isEqualTo("[1, 1, 1]");
        // What a branch that never met main has under the old names is something else, and both stand.
        write("third", tx -> tx.set(tx.node("P", "b"), Map.of("x", 3)));
        assertThat(merge("main", "third")).isEqualTo(Outcome.MERGED);
        assertThat(rows("main", "MATCH (p:P) RETURN p.k, p.y, p.x ORDER BY p.k"))
                .isEqualTo("[a, 1, null] [b, null, 3] [c, null, null]");
        // But side and third are one to each other, and apart on main.
        merge("third", "side");
        assertThat(conflicts("third")).contains("schema P.x");
    }

    @Test
    void differencesAreThoseOfRows_andHistoryAnswers() {
        apply("main", NEW);
        feature("side", NEW);
        for (String branch : List.of("main", "side")) {
            write(branch, tx -> {
                tx.set(tx.node("P", "a"), Map.of("x", 1));
                tx.create("C", Map.of("k", "r", "x", 1));
            });
        }
        write("side", tx -> tx.create("C", Map.of("k", "s", "x", 2)));
        String before = graph.commit("main").id().toString();
        merge("main", "side");
        write("main", tx -> tx.set(tx.node("P", "b"), Map.of("x", 3)));
        assertThat(graph.diff("side", "main").changesSchema()).isFalse();
        assertThat(changes("side", "main")).containsExactly("UPDATED P:b [x]");
        assertThat(changes("main", "side")).containsExactly("UPDATED P:b [x]");
        assertThat(changes("main~2", "main")).containsExactly("UPDATED P:b [x]", "INSERTED C:s [k, x]");
        merge("side", "main");
        assertThat(changes("side~1", "side")).as("what the fast-forward did").containsExactly("UPDATED P:b [x]");
        try (Result old = graph.at(before).query("MATCH (c:C) RETURN c.k")) {
            assertThat(old.stream().map(row -> row.get("c.k"))).containsExactly("r");
        }
    }

    @Test
    void commitsBeforeAndAfter_andTheMergeItself_mayBeTakenBack() {
        apply("main", NEW);
        feature("side", NEW);
        write("main", tx -> tx.create("C", Map.of("k", "m", "x", 1)));
        String ofMain = graph.commit("main").id().toString();
        write("side", tx -> {
            tx.create("C", Map.of("k", "s", "x", 1));
            tx.set(tx.node("P", "a"), Map.of("x", 1));
        });
        String ofSide = graph.commit("side").id().toString();
        merge("main", "side");
        String merged = graph.commit("main").id().toString();
        graph.createBranch("copy", "main");

        graph.main().revert(merged, MergeOptions.DEFAULT);
        assertThat(rows("main", "MATCH (c:C) RETURN c.k")).isEqualTo("[m]");
        assertThat(rows("main", "MATCH (p:P) WHERE p.x > 0 RETURN p.x")).isEmpty();
        write("side", tx -> tx.set(tx.node("P", "b"), Map.of("x", 2)));
        assertThat(merge("main", "side")).as("what was merged stays merged").isEqualTo(Outcome.MERGED);
        assertThat(rows("main", "MATCH (p:P) WHERE p.x > 0 RETURN p.x")).isEqualTo("[2]");

        graph.branch("copy").revert(ofSide, MergeOptions.DEFAULT);
        assertThat(rows("copy", "MATCH (c:C) RETURN c.k")).isEqualTo("[m]");
        graph.branch("copy").revert(ofMain, MergeOptions.DEFAULT);
        assertThat(rows("copy", "MATCH (c:C) RETURN c.k")).isEmpty();
    }

    /** What one branch knows of identities, another that only merges that one knows, too. */
    @Test
    void whatWasUnitedElsewhere_isHandedOn() {
        apply("main", NEW);
        graph.createBranch("between", "main");
        feature("side", NEW);
        merge("between", "side");
        apply("main", NEW.replace("x INT32 }\nNODE Note", "x INT32, z INT8 }\nNODE Note"));
        assertThat(merge("main", "between")).isEqualTo(Outcome.MERGED);
        graph.deleteBranch("between", true);
        write("side", tx -> {
            tx.create("C", Map.of("k", "s", "x", 1));
            tx.set(tx.node("P", "a"), Map.of("x", 1));
        });
        assertThat(merge("main", "side")).isEqualTo(Outcome.MERGED);
        assertThat(rows("main", "MATCH (c:C) RETURN c.k, c.x, c.z")).isEqualTo("[s, 1, null]");
        assertThat(rows("main", "MATCH (p:P) WHERE p.x > 0 RETURN p.x")).isEqualTo("[1]");
    }

    /** Large fragments of theirs are not adopted where they call a column otherwise; in other types they still are. */
    @Test
    void manyRows_areCopiedWhereTheirColumnsHaveOtherIdentities() {
        apply("main", NEW);
        feature("side", NEW);
        for (int round = 0; round < 2; round++) {
            int first = round * 5_000;
            write("side", tx -> {
                for (int i = first; i < first + 5_000; i++) {
                    tx.create("P", Map.of("k", "p" + i, "x", i));
                    tx.create("C", Map.of("k", "c" + i, "x", i));
                }
            });
            write("main", tx -> tx.create("C", Map.of("k", "m" + first, "x", -1)));
            assertThat(merge("main", "side")).isEqualTo(Outcome.MERGED);
        }
        assertThat(rows("main", "MATCH (p:P) RETURN count(*), sum(p.x)")).isEqualTo("[10003, 49995000]");
        assertThat(rows("main", "MATCH (c:C) RETURN count(*), sum(c.x)")).isEqualTo("[10002, 49994998]");
        graph.main().optimize();
        assertThat(graph.check().findings()).isEmpty();
    }

    @Test
    void oneAdded_whatTheOtherRenamed_isAConflict_withAWayOutThatLosesNothing() {
        apply("main", OLD.replace("s STRING", "x STRING RENAMED FROM s"));
        feature("side", OLD.replace("s STRING", "s STRING, x STRING"));
        write("main", tx -> tx.set(tx.node("P", "a"), Map.of("x", "main")));
        write("side", tx -> tx.set(tx.node("P", "a"), Map.of("x", "side")));
        MergeConflictsException refused = refusal("side");
        assertThat(refused)
                .hasMessageContaining("P.x: ours renamed s to it, theirs added it")
                .hasMessageContaining("RENAMED FROM");
        assertThat(graph.main()
                        .merge(
                                "side",
                                MergeOptions.DEFAULT
                                        .strategy(MergeStrategy.THEIRS)
                                        .asDryRun())
                        .outcome())
                .isEqualTo(Outcome.CONFLICTS);
        apply("side", OLD.replace("s STRING", "s STRING, other STRING RENAMED FROM x"));
        assertThat(merge("main", "side")).isEqualTo(Outcome.MERGED);
        assertThat(rows("main", "MATCH (p:P {k: 'a'}) RETURN p.x, p.other")).isEqualTo("[main, side]");
    }

    @Test
    void declarationsThatCannotBothStand_areNamed_andMadeEqualOnOneSide() {
        apply("main", NEW);
        feature(
                "side",
                NEW.replace("NODE P { k STRING KEY, s STRING, x INT32", "NODE P { k STRING KEY, s STRING, x INT64"));
        write("side", tx -> tx.set(tx.node("P", "a"), Map.of("x", 1L << 40)));
        write("main", tx -> tx.set(tx.node("P", "b"), Map.of("x", 2)));
        assertThat(refusal("side"))
                .hasMessageContaining("P.x: ours added it as INT32, theirs added it as INT64")
                .hasMessageContaining("schema apply");
        apply(
                "main",
                NEW.replace("NODE P { k STRING KEY, s STRING, x INT32", "NODE P { k STRING KEY, s STRING, x INT64"));
        assertThat(merge("main", "side")).isEqualTo(Outcome.MERGED);
        assertThat(rows("main", "MATCH (p:P) WHERE p.x > 0 RETURN p.x ORDER BY p.x"))
                .isEqualTo("[2] [1099511627776]");
    }

    /** A whole table replaced on the side that has other identities. */
    @Test
    void aReplacement_isAChangeOfRowsLikeAny() {
        apply("main", NEW);
        feature("side", NEW);
        write("side", tx -> {
            tx.create("C", Map.of("k", "one", "x", 1));
            tx.create("C", Map.of("k", "two", "x", 2));
        });
        merge("main", "side");
        replace("side", "C", "k,x\ntwo,3\n");
        write("main", tx -> tx.create("C", Map.of("k", "main", "x", 9)));
        assertThat(merge("main", "side")).isEqualTo(Outcome.MERGED);
        assertThat(rows("main", "MATCH (c:C) RETURN c.k, c.x ORDER BY c.k")).isEqualTo("[main, 9] [two, 3]");
    }

    private void replace(String branch, String type, String csv) {
        Path file = directory.resolve("load.csv");
        try {
            Files.writeString(file, csv);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        graph.branch(branch).load(Load.EMPTY.nodes(type, file).mode(LoadMode.REPLACE));
    }

    private void feature(String name, String schema) {
        graph.createBranch(name, start);
        apply(name, schema);
    }

    private void apply(String branch, String schema) {
        graph.branch(branch).applySchema(SchemaUpdate.to(schema).hidingDroppedData());
    }

    private Outcome merge(String into, String from) {
        return graph.branch(into).merge(from).outcome();
    }

    private List<String> conflicts(String side) {
        MergeResult dry = graph.main().merge(side, MergeOptions.DEFAULT.asDryRun());
        assertThatThrownBy(() -> graph.main().merge(side)).isInstanceOf(MergeConflictsException.class);
        return dry.conflicts().stream().map(c -> c.conflict().id()).toList();
    }

    private MergeConflictsException refusal(String side) {
        return catchThrowableOfType(
                MergeConflictsException.class, () -> graph.main().merge(side));
    }

    private List<String> changes(String from, String to) {
        try (Stream<ElementChange> changes = graph.diff(from, to).changes()) {
            return changes.map(change -> change.kind() + " " + change.element() + " "
                            + change.properties().stream()
                                    .map(ElementChange.PropertyChange::property)
                                    .toList())
                    .toList();
        }
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
