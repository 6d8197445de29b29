package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.Durability;
import dev.sennit.model.Element;
import dev.sennit.model.MergeConflictsException;
import dev.sennit.model.MergeResult;
import dev.sennit.model.MergeResult.Outcome;
import dev.sennit.model.MergeStrategy;
import dev.sennit.model.NodeId;
import dev.sennit.model.ResolvedConflict;
import dev.sennit.schema.SchemaParser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Merges of branches that both changed the schema: in both directions, with data changed on either side. */
class UnitedSchemasTest {
    private static final OpenOptions RELAXED = OpenOptions.DEFAULT.durability(Durability.RELAXED);
    private static final String BASE = """
            NODE P { k STRING KEY, v INT32, gone STRING }
            NODE Q { k STRING KEY }
            EDGE TO (P)-[0..*]->(Q) { KEY (), w INT32 }
            """;

    @TempDir
    Path directory;

    private Graph graph;

    /** Persons a to d, with values 1 to 4; q0 to q3; a goes to q0 and so on. */
    @BeforeEach
    void create() {
        graph = Sennit.create(directory.resolve("graph").toString(), SchemaParser.parse(BASE), RELAXED, "");
        write(graph.main(), tx -> {
            for (int i = 0; i < 4; i++) {
                NodeId p = tx.create("P", Map.of("k", name(i), "v", i + 1, "gone", "x"));
                tx.create("TO", p, tx.create("Q", Map.of("k", "q" + i)), Map.of("w", i));
            }
        });
        graph.createBranch("ours", "main");
        graph.createBranch("theirs", "main");
    }

    @AfterEach
    void close() {
        assertThat(graph.check().findings()).isEmpty();
        graph.close();
    }

    @Test
    void bothAddPropertiesAndTypes_andBothSidesValuesAreThere() {
        apply("ours", """
                NODE P { k STRING KEY, v INT32, gone STRING, o STRING }
                NODE Q { k STRING KEY }
                NODE OursOnly { k STRING KEY }
                EDGE TO (P)-[0..*]->(Q) { KEY (), w INT32 }
                EDGE AT (P)-[0..*]->(OursOnly) { KEY () }
                """);
        apply("theirs", """
                NODE P { k STRING KEY, t STRING, v INT32, gone STRING }
                NODE Q { k STRING KEY, t FLOAT64 NOT NULL DEFAULT 0.5 }
                NODE TheirsOnly { k STRING KEY }
                EDGE TO (P)-[0..*]->(Q) { KEY (), w INT32, t BOOL }
                EDGE BY (TheirsOnly)-[0..*]->(P) { KEY (), n INT8 }
                """);
        write(graph.branch("ours"), tx -> {
            tx.set(tx.node("P", "a"), Map.of("o", "ours"));
            tx.set(tx.node("P", "b"), Map.of("v", 20));
            tx.create("P", Map.of("k", "new-ours", "o", "ours"));
            tx.delete(tx.edge("TO", tx.node("P", "d"), tx.node("Q", "q3")));
            tx.create("AT", tx.node("P", "a"), tx.create("OursOnly", Map.of("k", "oo")), Map.of());
        });
        write(graph.branch("theirs"), tx -> {
            tx.set(tx.node("P", "a"), Map.of("t", "theirs"));
            tx.set(tx.node("P", "c"), Map.of("v", 30));
            tx.set(tx.node("Q", "q1"), Map.of("t", 1.5));
            tx.create("P", Map.of("k", "new-theirs", "t", "theirs"));
            tx.set(tx.edge("TO", tx.node("P", "a"), tx.node("Q", "q0")), Map.of("t", true));
            tx.create("BY", tx.create("TheirsOnly", Map.of("k", "to")), tx.node("P", "b"), Map.of("n", 7));
        });

        mergeBothWays();

        assertThat(rows("MATCH (p:P) RETURN p.k, p.v, p.o, p.t, p.gone ORDER BY p.k"))
                .containsExactly(
                        row("a", 1L, "ours", "theirs", "x"),
                        row("b", 20L, null, null, "x"),
                        row("c", 30L, null, null, "x"),
                        row("d", 4L, null, null, "x"),
                        row("new-ours", null, "ours", null, null),
                        row("new-theirs", null, null, "theirs", null));
        assertThat(rows("MATCH (q:Q) RETURN q.k, q.t ORDER BY q.k"))
                .containsExactly(row("q0", 0.5), row("q1", 1.5), row("q2", 0.5), row("q3", 0.5));
        assertThat(rows("MATCH (p:P)-[e:TO]->(q:Q) RETURN p.k, e.w, e.t ORDER BY p.k"))
                .containsExactly(row("a", 0L, true), row("b", 1L, null), row("c", 2L, null));
        assertThat(rows("MATCH (t:TheirsOnly)-[b:BY]->(p:P) RETURN t.k, b.n, p.k"))
                .containsExactly(row("to", 7L, "b"));
        assertThat(rows("MATCH (p:P)-[:AT]->(o:OursOnly) RETURN p.k, o.k")).containsExactly(row("a", "oo"));
    }

    @Test
    void schemasAlone_areUnited_alsoWhereNoDataChange() {
        apply("ours", BASE.replace("v INT32", "v INT64"));
        apply("theirs", BASE.replace("v INT32", "v INT32 RANGE 0..100"));
        mergeBothWays();
        assertThat(graph.branch("ours")
                        .snapshot()
                        .schema()
                        .nodeType("P")
                        .orElseThrow()
                        .property("v"))
                .hasValueSatisfying(v -> {
                    assertThat(v.type().text()).isEqualTo("INT64");
                    assertThat(v.range()).isPresent();
                });
        assertThat(rows("MATCH (p:P) RETURN p.v ORDER BY p.v")).containsExactly(row(1L), row(2L), row(3L), row(4L));
    }

    @Test
    void noStrategy_resolvesAConflictOfSchemas() {
        apply("ours", BASE.replace("gone STRING", "gone STRING, new INT32"));
        apply("theirs", BASE.replace("gone STRING", "gone STRING, new STRING"));
        assertThat(messages("theirs")).containsExactly("P.new: ours added it as INT32, theirs added it as STRING");
        MergeResult resolved = graph.branch("ours")
                .merge(
                        "theirs",
                        MergeOptions.DEFAULT.strategy(MergeStrategy.OURS).asDryRun());
        assertThat(resolved.outcome()).isEqualTo(Outcome.CONFLICTS);
    }

    @Test
    void everyContradiction_isTold() {
        apply("ours", BASE.replace("v INT32", "v INT64").replace("gone STRING", "ours STRING RENAMED FROM gone"));
        apply("theirs", BASE.replace("v INT32", "v FLOAT64").replace("gone STRING", "theirs STRING RENAMED FROM gone"));
        assertThat(messages("theirs"))
                .containsExactlyInAnyOrder(
                        "P.v type: ours has INT64, theirs has FLOAT64", "P.gone: ours has 'ours', theirs has 'theirs'");
    }

    @Test
    void renamesMeetChanges_ofDataAndOfSchema() {
        apply("ours", """
                NODE Person RENAMED FROM P { k STRING KEY, value INT32 RENAMED FROM v, gone STRING }
                NODE Q { k STRING KEY }
                EDGE TO (Person)-[0..*]->(Q) { KEY (), w INT32 }
                """);
        apply(
                "theirs",
                BASE.replace("v INT32", "v INT64 RANGE 0..10000000000, UNIQUE (v)")
                        .replace("w INT32", "weight INT32 RENAMED FROM w"));
        write(graph.branch("ours"), tx -> {
            tx.set(tx.node("Person", "a"), Map.of("value", 100));
            tx.create("Person", Map.of("k", "e", "value", 5));
            tx.set(tx.edge("TO", tx.node("Person", "a"), tx.node("Q", "q0")), Map.of("w", 9));
        });
        write(graph.branch("theirs"), tx -> {
            tx.set(tx.node("P", "b"), Map.of("v", 5_000_000_000L));
            tx.set(tx.node("P", "a"), Map.of("gone", "y"));
            tx.delete(tx.edge("TO", tx.node("P", "c"), tx.node("Q", "q2")));
            tx.delete(tx.node("P", "c"));
        });

        mergeBothWays();

        assertThat(rows("MATCH (p:Person) RETURN p.k, p.value, p.gone ORDER BY p.k"))
                .containsExactly(
                        row("a", 100L, "y"), row("b", 5_000_000_000L, "x"), row("d", 4L, "x"), row("e", 5L, null));
        assertThat(rows("MATCH (p:Person)-[e:TO]->() RETURN p.k, e.weight ORDER BY p.k"))
                .containsExactly(row("a", 9L), row("b", 1L), row("d", 3L));
    }

    @Test
    void aTypeThatOneSideWidens_takesTheOthersValues_andOneThatItNarrows_refusesThem() {
        apply("ours", BASE.replace("v INT32", "v FLOAT64").replace("w INT32", "w INT8"));
        apply("theirs", BASE.replace("gone STRING", "gone STRING, t STRING"));
        write(graph.branch("ours"), tx -> tx.set(tx.node("P", "a"), Map.of("v", 1.25)));
        write(graph.branch("theirs"), tx -> {
            tx.set(tx.node("P", "b"), Map.of("v", 77, "t", "t"));
            tx.set(tx.node("P", "a"), Map.of("t", "t"));
            tx.create("P", Map.of("k", "e", "v", 55));
            tx.set(tx.edge("TO", tx.node("P", "a"), tx.node("Q", "q0")), Map.of("w", 100));
            tx.set(tx.edge("TO", tx.node("P", "b"), tx.node("Q", "q1")), Map.of("w", 1000));
        });
        assertThat(kinds("theirs")).containsExactly("VALUE");
        assertThat(messages("theirs").getFirst()).contains("1000 does not fit INT8");

        write(
                graph.branch("theirs"),
                tx -> tx.set(tx.edge("TO", tx.node("P", "b"), tx.node("Q", "q1")), Map.of("w", 10)));
        mergeBothWays();
        assertThat(rows("MATCH (p:P) RETURN p.k, p.v, p.t ORDER BY p.k"))
                .containsExactly(
                        row("a", 1.25, "t"),
                        row("b", 77.0, "t"),
                        row("c", 3.0, null),
                        row("d", 4.0, null),
                        row("e", 55.0, null));
        assertThat(rows("MATCH ()-[e:TO]->() RETURN e.w ORDER BY e.w"))
                .containsExactly(row(2L), row(3L), row(10L), row(100L));
    }

    /** What one side has cleaned away, the other still has, in a column that is narrowed in the place where it lies. */
    @Test
    void valuesThatTheOtherSideCleanedAway_areNoObstacle() {
        apply("ours", BASE.replace("v INT32", "v INT64"));
        graph.branch("theirs").merge("ours");
        write(graph.branch("ours"), tx -> tx.set(tx.node("P", "a"), Map.of("v", 5_000_000_000L)));
        graph.branch("theirs").merge("ours");

        write(graph.branch("theirs"), tx -> {
            tx.set(tx.node("P", "a"), Map.of("v", 5));
            tx.set(tx.node("P", "b"), absent("gone"));
            tx.delete(tx.edge("TO", tx.node("P", "b"), tx.node("Q", "q1")));
            tx.delete(tx.node("P", "b"));
        });
        apply("theirs", BASE.replace("v INT32", "v INT8 NOT NULL").replace("gone STRING", "gone STRING NOT NULL"));
        apply("ours", BASE.replace("v INT32", "v INT64").replace("gone STRING", "gone STRING, o INT32"));
        write(graph.branch("ours"), tx -> tx.set(tx.node("P", "c"), Map.of("v", 33)));

        mergeBothWays();
        assertThat(rows("MATCH (p:P) RETURN p.k, p.v ORDER BY p.k"))
                .containsExactly(row("a", 5L), row("c", 33L), row("d", 4L));
    }

    @Test
    void rulesOfOneSide_areJudgedOnWhatTheOtherDid() {
        apply("ours", BASE.replace("gone STRING", "gone STRING, UNIQUE (v)"));
        apply("theirs", BASE.replace("v INT32", "v INT32 RANGE 0..100").replace("-[0..*]->", "-[1..2]->"));
        write(graph.branch("ours"), tx -> {
            tx.create("P", Map.of("k", "e", "v", 500)); // beyond the range of theirs, and without an edge
            tx.delete(tx.edge("TO", tx.node("P", "a"), tx.node("Q", "q0")));
            tx.create("TO", tx.node("P", "b"), tx.node("Q", "q2"), Map.of());
            tx.create("TO", tx.node("P", "b"), tx.node("Q", "q3"), Map.of());
        });
        write(graph.branch("theirs"), tx -> tx.set(tx.node("P", "d"), Map.of("v", 3))); // as c
        assertThat(kinds("theirs"))
                .containsExactlyInAnyOrder("VALUE", "UNIQUE", "CARDINALITY", "CARDINALITY", "CARDINALITY");
        assertThat(messages("theirs")).anyMatch(message -> message.contains("500 is not within 0..100"));

        assertThat(graph.branch("ours")
                        .merge(
                                "theirs",
                                MergeOptions.DEFAULT
                                        .strategy(MergeStrategy.OURS)
                                        .asDryRun())
                        .outcome())
                .as("ours breaks the rules of theirs")
                .isEqualTo(Outcome.CONFLICTS);
        write(graph.branch("ours"), tx -> {
            tx.delete(tx.node("P", "e"));
            tx.create("TO", tx.node("P", "a"), tx.node("Q", "q1"), Map.of());
            tx.delete(tx.edge("TO", tx.node("P", "b"), tx.node("Q", "q3")));
        });
        assertThat(kinds("theirs")).containsExactly("UNIQUE");
        write(graph.branch("theirs"), tx -> tx.set(tx.node("P", "d"), Map.of("v", 9)));
        mergeBothWays();
        assertThat(rows("MATCH (p:P) RETURN p.v ORDER BY p.v")).containsExactly(row(1L), row(2L), row(3L), row(9L));
    }

    @Test
    void edgesOfANewType_loseTheirNodesToTheOtherSide_andMayBeResolvedEitherWay() {
        for (MergeStrategy strategy : List.of(MergeStrategy.OURS, MergeStrategy.THEIRS)) {
            for (boolean mine : List.of(true, false)) {
                String suffix = strategy + "-" + mine;
                String adding = mine ? "ours-" + suffix : "theirs-" + suffix;
                String deleting = mine ? "theirs-" + suffix : "ours-" + suffix;
                graph.createBranch(adding, "main");
                graph.createBranch(deleting, "main");
                apply(adding, BASE + "EDGE NEW (Q)-[0..*]->(Q) { KEY () }\n");
                apply(deleting, BASE.replace("gone STRING", "gone STRING, d INT32"));
                write(graph.branch(adding), tx -> {
                    tx.create("NEW", tx.node("Q", "q0"), tx.node("Q", "q1"), Map.of());
                    tx.create("NEW", tx.node("Q", "q2"), tx.node("Q", "q3"), Map.of());
                });
                write(graph.branch(deleting), tx -> {
                    tx.delete(tx.edge("TO", tx.node("P", "d"), tx.node("Q", "q3")));
                    tx.delete(tx.node("Q", "q3"));
                });
                Branch ours = graph.branch("ours-" + suffix);
                assertThat(ours.merge("theirs-" + suffix, MergeOptions.DEFAULT.asDryRun())
                                .conflicts())
                        .as(suffix)
                        .extracting(conflict -> conflict.conflict().id())
                        .containsExactly("orphan-edge NEW(Q,Q):q2|q3");
                ours.merge("theirs-" + suffix, MergeOptions.DEFAULT.strategy(strategy));
                boolean edgeStays = mine == (strategy == MergeStrategy.OURS);
                assertThat(rows(ours.snapshot(), "MATCH (q:Q) RETURN count(*)"))
                        .as(suffix)
                        .containsExactly(row(edgeStays ? 4L : 3L));
                assertThat(rows(ours.snapshot(), "MATCH (a)-[:NEW]->(b) RETURN a.k, b.k ORDER BY a.k"))
                        .as(suffix)
                        .isEqualTo(edgeStays ? List.of(row("q0", "q1"), row("q2", "q3")) : List.of(row("q0", "q1")));
            }
        }
    }

    @Test
    void dataThatOneSideSet_whereTheOtherDropped_areSchemaConflicts() {
        apply("ours", """
                NODE P { k STRING KEY, v INT32, o STRING }
                NODE Q { k STRING KEY }
                EDGE TO (P)-[0..*]->(Q) { KEY (), w INT32 }
                """);
        apply("theirs", """
                NODE P { k STRING KEY, v INT32, gone STRING, t STRING }
                NODE Q { k STRING KEY }
                """);
        write(graph.branch("theirs"), tx -> tx.set(tx.node("P", "a"), Map.of("gone", "set")));
        write(
                graph.branch("ours"),
                tx -> tx.set(tx.edge("TO", tx.node("P", "a"), tx.node("Q", "q0")), Map.of("w", 12)));
        assertThat(messages("theirs"))
                .containsExactlyInAnyOrder(
                        "P.gone: ours dropped it, theirs set it", "TO(P,Q): ours changed its data, theirs dropped it");
    }

    @Test
    void whatBothDropApart_isGone_andTheRestIsMerged() {
        apply("ours", """
                NODE P { k STRING KEY, v INT32, o STRING }
                NODE Q { k STRING KEY }
                EDGE TO (P)-[0..*]->(Q) { KEY (), w INT32 }
                """);
        apply("theirs", """
                NODE P { k STRING KEY, v INT32, gone STRING, t STRING }
                NODE Q { k STRING KEY }
                """);
        write(graph.branch("theirs"), tx -> tx.set(tx.node("P", "a"), Map.of("v", 9, "t", "t")));
        write(graph.branch("ours"), tx -> tx.set(tx.node("P", "b"), Map.of("v", 8, "o", "o")));
        mergeBothWays();
        assertThat(rows("MATCH (p:P) RETURN p.k, p.v, p.o, p.t ORDER BY p.k"))
                .containsExactly(
                        row("a", 9L, null, "t"),
                        row("b", 8L, "o", null),
                        row("c", 3L, null, null),
                        row("d", 4L, null, null));
        assertThat(graph.branch("ours").snapshot().schema().edgeTypes()).isEmpty();
        assertThat(graph.branch("ours")
                        .snapshot()
                        .schema()
                        .nodeType("P")
                        .orElseThrow()
                        .property("gone"))
                .isEmpty();
    }

    /** An id never changes, so a new key must be the old one's text: what the other side inserted need not be. */
    @Test
    void elementsWhoseIdIsNotTheTextOfANewKey_areConflicts() {
        write(graph.main(), tx -> {
            for (int i = 0; i < 4; i++) {
                tx.set(tx.node("P", name(i)), Map.of("gone", name(i)));
            }
        });
        graph.branch("ours").merge("main");
        graph.branch("theirs").merge("main");
        String keyed = BASE.replace(
                "NODE P { k STRING KEY, v INT32, gone STRING }", "NODE P { gone STRING KEY, k STRING, v INT32 }");
        apply("theirs", keyed);
        write(graph.branch("ours"), tx -> tx.create("P", Map.of("k", "e", "gone", "f")));
        assertThat(kinds("theirs")).as("only theirs changed the schema").containsExactly("VALUE");
        apply("ours", BASE.replace("w INT32", "w INT64"));
        assertThat(kinds("theirs")).as("both did").containsExactly("VALUE");
        write(graph.branch("ours"), tx -> tx.set(tx.node("P", "e"), Map.of("gone", "e")));
        mergeBothWays();
    }

    @Test
    void manyRows_areStagedInTheColumnsThereWillBe() {
        apply("ours", BASE.replace("v INT32", "v INT64").replace("gone STRING", "gone STRING, o INT32"));
        apply("theirs", BASE.replace("gone STRING", "t STRING, gone STRING"));
        write(graph.branch("theirs"), tx -> {
            for (int i = 0; i < 4; i++) {
                tx.set(tx.node("P", name(i)), Map.of("t", "d"));
            }
        });
        apply("theirs", BASE.replace("gone STRING", "t STRING NOT NULL, gone STRING"));
        write(graph.branch("ours"), tx -> many(tx, "o", Map.of("o", 1)));
        write(graph.branch("theirs"), tx -> many(tx, "t", Map.of("t", "mine")));
        assertThat(kinds("theirs").stream().distinct())
                .as("rows of ours lack what theirs requires")
                .containsExactly("VALUE");

        apply("theirs", BASE.replace("gone STRING", "t STRING, gone STRING"));
        mergeBothWays();
        assertThat(rows("MATCH (p:P) RETURN p.o, p.t, count(*) ORDER BY p.o, p.t"))
                .containsExactly(row(1L, null, 5000L), row(null, "d", 4L), row(null, "mine", 5000L));
    }

    /** What DEFAULT gave the elements of theirs, those of ours have as well, however many there are. */
    @Test
    void manyRows_haveWhatDefaultGaveTheOthers() {
        apply("ours", BASE.replace("v INT32", "v INT64").replace("gone STRING", "gone STRING, o INT32"));
        apply("theirs", BASE.replace("gone STRING", "t STRING NOT NULL DEFAULT 'd', gone STRING"));
        write(graph.branch("ours"), tx -> many(tx, "o", Map.of("o", 1)));
        write(graph.branch("theirs"), tx -> many(tx, "t", Map.of("t", "mine")));
        mergeBothWays();
        assertThat(rows("MATCH (p:P) RETURN p.o, p.t, count(*) ORDER BY p.o, p.t"))
                .containsExactly(row(1L, "d", 5000L), row(null, "d", 4L), row(null, "mine", 5000L));
    }

    private static void many(Transaction tx, String prefix, Map<String, Object> more) {
        for (int i = 0; i < 5_000; i++) {
            Map<String, Object> properties = new HashMap<>(more);
            properties.put("k", prefix + i);
            tx.create("P", properties);
        }
    }

    /** Merges theirs into ours and, in a copy, ours into theirs: the same comes of it, and a second merge does nothing. */
    private void mergeBothWays() {
        graph.createBranch("reversed", "theirs");
        MergeResult dry = graph.branch("ours").merge("theirs", MergeOptions.DEFAULT.asDryRun());
        assertThat(dry.outcome()).isEqualTo(Outcome.MERGED);
        MergeResult merged = graph.branch("ours").merge("theirs");
        assertThat(merged.outcome()).isEqualTo(Outcome.MERGED);
        assertThat(merged.types()).isEqualTo(dry.types());
        assertThat(graph.branch("reversed").merge("ours~1").outcome()).isEqualTo(Outcome.MERGED);
        assertThat(content("reversed")).isEqualTo(content("ours"));
        assertThat(graph.branch("ours").merge("theirs").outcome()).isEqualTo(Outcome.UP_TO_DATE);
        assertThat(graph.branch("theirs").merge("ours").outcome()).isEqualTo(Outcome.FAST_FORWARD);
        assertThat(content("theirs")).isEqualTo(content("ours"));
    }

    private List<String> content(String branch) {
        Snapshot snapshot = graph.branch(branch).snapshot();
        if (snapshot.schema().edgeTypes().isEmpty()) {
            return rows(snapshot, "MATCH (n) RETURN n ORDER BY elementId(n)").stream()
                    .map(row -> ReferenceMerge.text(Map.of("", (Element) row.getFirst()))
                            .getFirst())
                    .toList();
        }
        return ReferenceMerge.text(ReferenceMerge.content(snapshot));
    }

    private void apply(String branch, String schema) {
        graph.branch(branch).applySchema(SchemaUpdate.to(schema).hidingDroppedData());
    }

    private List<String> kinds(String side) {
        return conflicts(side).stream().map(c -> c.conflict().kind().name()).toList();
    }

    private List<String> messages(String side) {
        return conflicts(side).stream().map(c -> c.conflict().message()).toList();
    }

    private List<ResolvedConflict> conflicts(String side) {
        Branch ours = graph.branch("ours");
        String head = ours.snapshot().commit().id().toString();
        assertThatThrownBy(() -> ours.merge(side)).isInstanceOf(MergeConflictsException.class);
        assertThat(ours.snapshot().commit().id()).hasToString(head);
        return ours.merge(side, MergeOptions.DEFAULT.asDryRun()).conflicts();
    }

    private List<List<@Nullable Object>> rows(String query) {
        return rows(graph.branch("ours").snapshot(), query);
    }

    private static List<List<@Nullable Object>> rows(Snapshot snapshot, String query) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        try (Result result = snapshot.query(query)) {
            result.forEachRemaining(row -> {
                List<@Nullable Object> values = new ArrayList<>();
                for (int i = 0; i < result.columns().size(); i++) {
                    values.add(row.get(i));
                }
                rows.add(values);
            });
        }
        return rows;
    }

    private static List<@Nullable Object> row(@Nullable Object... values) {
        return new ArrayList<>(Arrays.asList(values));
    }

    private static Map<String, @Nullable Object> absent(String property) {
        Map<String, @Nullable Object> values = new HashMap<>();
        values.put(property, null);
        return values;
    }

    private static String name(int i) {
        return String.valueOf((char) ('a' + i));
    }

    private static void write(Branch branch, Consumer<Transaction> body) {
        branch.write(tx -> {
            body.accept(tx);
            return null;
        });
    }
}
