package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.Durability;
import dev.sennit.model.EdgeId;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.FastForward;
import dev.sennit.model.InvalidArgumentException;
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
import dev.sennit.testkit.Fault;
import dev.sennit.testkit.Faults;
import dev.sennit.testkit.FaultyManifestTable;
import dev.sennit.testkit.FaultyObjectStore;
import dev.sennit.testkit.FaultyTableStore;
import dev.sennit.testkit.StoreCall;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What merging branches does beyond the truth table: rules broken by both sides together, edges, and what it costs. */
class MergeTest {
    private static final OpenOptions RELAXED = OpenOptions.DEFAULT.durability(Durability.RELAXED);

    @TempDir
    Path directory;

    private final List<Graph> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(graph -> {
            assertThat(graph.check().findings()).isEmpty();
            graph.close();
        });
    }

    @Test
    void rulesThatOnlyBothSidesTogetherBreak_areTypedConflicts_andNothingIsStored() {
        Graph graph = create("""
                NODE Person { name STRING KEY, a STRING, b STRING, UNIQUE (a, b) }
                NODE Task { id STRING KEY }
                EDGE OWNS (Person)-[0..2]->(Task) { KEY () }
                EDGE DOES (Person)-[0..*]->(Task) { KEY (), IN 1..* }
                """);
        write(graph.main(), tx -> {
            NodeId ann = tx.create("Person", Map.of("name", "Ann", "a", "1", "b", "1"));
            NodeId bob = tx.create("Person", Map.of("name", "Bob", "a", "2", "b", "2"));
            for (int i = 0; i < 3; i++) {
                NodeId task = tx.create("Task", Map.of("id", "t" + i));
                tx.create("DOES", ann, task, Map.of());
                tx.create("DOES", bob, task, Map.of());
            }
        });
        graph.createBranch("side", "main");
        write(graph.main(), tx -> {
            tx.set(tx.node("Person", "Ann"), Map.of("a", "2"));
            tx.create("OWNS", tx.node("Person", "Ann"), tx.node("Task", "t0"), Map.of());
            tx.delete(tx.edge("DOES", tx.node("Person", "Ann"), tx.node("Task", "t2")));
        });
        write(graph.branch("side"), tx -> {
            tx.set(tx.node("Person", "Ann"), Map.of("b", "2"));
            tx.create("OWNS", tx.node("Person", "Ann"), tx.node("Task", "t1"), Map.of());
            tx.create("OWNS", tx.node("Person", "Ann"), tx.node("Task", "t2"), Map.of());
            tx.delete(tx.edge("DOES", tx.node("Person", "Bob"), tx.node("Task", "t2")));
        });
        String head = graph.commit("main").id().toString();
        MergeResult dry = graph.main().merge("side", MergeOptions.DEFAULT.asDryRun());
        assertThat(dry.conflicts().stream().map(c -> c.conflict().kind().name()))
                .containsExactlyInAnyOrder("UNIQUE", "CARDINALITY", "CARDINALITY");
        assertThat(dry.conflicts().stream()
                        .map(ResolvedConflict::conflict)
                        .filter(MergeConflict.Unique.class::isInstance))
                .singleElement()
                .satisfies(unique -> assertThat(unique.message()).endsWith(": Person:Bob"));
        assertThatThrownBy(() -> graph.main().merge("side")).isInstanceOf(MergeConflictsException.class);
        assertThat(graph.commit("main").id()).hasToString(head);
        graph.main().merge("side", MergeOptions.DEFAULT.strategy(MergeStrategy.THEIRS));
        assertThat(graph.main().merge("side").outcome()).isEqualTo(Outcome.UP_TO_DATE);
    }

    @Test
    void aResolutionWinsOverTheStrategy_forAllElementsThatBreakARuleTogether_andWhatIsToldIsWhatIsWritten() {
        Graph graph = create("""
                NODE P { k STRING KEY }
                EDGE K (P)-[0..2]->(P) { w INT32, KEY () }
                """);
        write(graph.main(), tx -> {
            for (String key : List.of("b", "c", "d")) {
                tx.create("P", Map.of("k", key));
            }
            tx.create("K", tx.create("P", Map.of("k", "a")), tx.node("P", "b"), Map.of("w", 0));
        });
        graph.createBranch("side", "main");
        edges(graph.main(), 1, "c");
        edges(graph.branch("side"), 2, "d");
        MergeOptions ours = MergeOptions.DEFAULT.strategy(MergeStrategy.OURS);
        String property = "divergent-property K(P,P):a|b w";
        String cardinality = graph.main().merge("side", ours.asDryRun()).conflicts().stream()
                .filter(conflict -> conflict.conflict().kind() == MergeConflict.Kind.CARDINALITY)
                .map(conflict -> conflict.conflict().id())
                .findFirst()
                .orElseThrow();

        assertThatThrownBy(() -> graph.main()
                        .merge("side", ours.resolve(property, MergeSide.THEIRS).resolve(cardinality, MergeSide.OURS)))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining(property)
                .hasMessageContaining(cardinality);

        assertThatThrownBy(() -> graph.main()
                        .merge(
                                "side",
                                ours.resolve("value P:x k", MergeSide.OURS).resolve("y", MergeSide.OURS)))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("there are no conflicts 'value P:x k', 'y'");
        List<MergeConflict> asked = new ArrayList<>();
        graph.main()
                .merge(
                        "side",
                        ours.resolve(property, MergeSide.OURS)
                                .beforeResolving(asked::add)
                                .asDryRun());
        assertThat(asked)
                .containsExactly(new MergeConflict.DivergentProperty(new EdgeId("K(P,P)", "a|b"), "w", 0L, 1L, 2L));

        graph.createBranch("again", "main");
        MergeResult byProperty = graph.main().merge("side", ours.resolve(property, MergeSide.THEIRS));
        assertThat(byProperty.conflicts())
                .allMatch(conflict -> conflict.resolution().equals(Optional.of(MergeSide.THEIRS)));
        assertThat(edges(graph.main())).containsExactly("b 2", "d 2");

        MergeResult byRule = graph.branch("again").merge("side", ours.resolve(cardinality, MergeSide.THEIRS));
        assertThat(byRule.conflicts())
                .as("the strategy would have had ours of the property")
                .allMatch(conflict -> conflict.resolution().equals(Optional.of(MergeSide.THEIRS)));
        assertThat(edges(graph.branch("again"))).containsExactly("b 2", "d 2");
    }

    private static void edges(Branch branch, int weight, String to) {
        write(branch, tx -> {
            tx.set(tx.edge("K", tx.node("P", "a"), tx.node("P", "b")), Map.of("w", weight));
            tx.create("K", tx.node("P", "a"), tx.node("P", to), Map.of("w", weight));
        });
    }

    private static List<String> edges(Branch branch) {
        List<String> edges = new ArrayList<>();
        try (Result result = branch.snapshot().query("MATCH (:P)-[k:K]->(p:P) RETURN p.k, k.w ORDER BY p.k")) {
            result.forEachRemaining(row -> edges.add(row.get(0) + " " + row.get(1)));
        }
        return edges;
    }

    @Test
    void equalEdgesOfATypeWithAKeyAreOne_andEdgesWithoutAKeyBothStay() {
        Graph graph = create("""
                NODE P { k STRING KEY }
                EDGE K (P)-[0..*]->(P) { w INT32, KEY () }
                EDGE M (P)-[0..*]->(P) { w INT32 }
                """);
        write(graph.main(), tx -> {
            NodeId a = tx.create("P", Map.of("k", "a"));
            NodeId b = tx.create("P", Map.of("k", "b"));
            tx.create("K", b, a, Map.of("w", 1));
        });
        graph.createBranch("side", "main");
        for (String branch : List.of("main", "side")) {
            write(graph.branch(branch), tx -> {
                tx.create("K", tx.node("P", "a"), tx.node("P", "b"), Map.of("w", 7));
                tx.create("M", tx.node("P", "a"), tx.node("P", "b"), Map.of("w", 7));
            });
        }
        write(graph.main(), tx -> tx.delete(tx.edge("K", tx.node("P", "b"), tx.node("P", "a"))));
        assertThat(graph.main().merge("side").outcome()).isEqualTo(Outcome.MERGED);
        assertThat(count(graph, "MATCH ()-[e:K]->() RETURN count(e)")).isEqualTo(1);
        assertThat(count(graph, "MATCH ()-[e:M]->() RETURN count(e)")).isEqualTo(2);
        // The edge that main deleted does not come back, not by a sibling either.
        graph.createBranch("sibling", graph.commit("side").id().toString());
        write(graph.branch("sibling"), tx -> tx.create("P", Map.of("k", "c")));
        graph.main().merge("sibling");
        assertThat(count(graph, "MATCH ()-[e:K]->() RETURN count(e)")).isEqualTo(1);
        assertThat(count(graph, "MATCH ()-[e:M]->() RETURN count(e)")).isEqualTo(2);
    }

    @Test
    void fastForwards_andWhatRefusesThem() {
        Graph graph = create("NODE P { k STRING KEY, v INT32 }");
        write(graph.main(), tx -> tx.create("P", Map.of("k", "a", "v", 1)));
        graph.createBranch("side", "main");
        write(graph.branch("side"), tx -> tx.create("P", Map.of("k", "b", "v", 1)));
        MergeOptions only = MergeOptions.DEFAULT.fastForward(FastForward.ONLY);
        assertThat(graph.main()
                        .merge(
                                "side",
                                MergeOptions.DEFAULT
                                        .fastForward(FastForward.NEVER)
                                        .asDryRun())
                        .types())
                .containsExactly(new MergeResult.TypeCounts("P", 1, 0, 0));
        MergeResult forward = graph.main().merge("side", only);
        assertThat(forward.outcome()).isEqualTo(Outcome.FAST_FORWARD);
        assertThat(forward.types()).isEmpty();
        assertThat(forward.commit().orElseThrow().parents())
                .containsExactly(forward.ours(), graph.commit("side").id());
        assertThatThrownBy(() -> graph.commit("main^3"))
                .isInstanceOf(SennitException.class)
                .hasMessageContaining("has only 2 parents");
        write(graph.branch("side"), tx -> tx.create("P", Map.of("k", "c", "v", 1)));
        assertThatThrownBy(() -> graph.main().merge("side", only))
                .isInstanceOf(SennitException.class)
                .extracting(e -> ((SennitException) e).code())
                .isEqualTo(ErrorCode.PRECONDITION_FAILED);
        assertThatThrownBy(() -> graph.main().merge("main"))
                .isInstanceOf(SennitException.class)
                .hasMessageContaining("into itself");
    }

    @Test
    void aSchemaThatOneSideChanged_isTheResultsSchema_andOurChangesFindTheirPlaceInIt() {
        Graph graph = create("""
                NODE P { k STRING KEY, v INT32, gone STRING }
                NODE Q { k STRING KEY }
                """);
        write(graph.main(), tx -> {
            tx.create("P", Map.of("k", "a", "v", 1, "gone", "x"));
            tx.create("P", Map.of("k", "b", "v", 2));
        });
        for (String side : List.of("ahead", "side", "both")) {
            graph.createBranch(side, "main");
        }
        SchemaUpdate update = SchemaUpdate.to("""
                NODE P { k STRING KEY, value INT32 RENAMED FROM v RANGE 0..10, extra STRING }
                NODE Q { k STRING KEY }
                NODE R { k STRING KEY }
                EDGE TO (P)-[0..*]->(R) { KEY () }
                """).hidingDroppedData();
        for (String side : List.of("ahead", "side")) {
            graph.branch(side).applySchema(update);
            write(graph.branch(side), tx -> {
                NodeId r = tx.create("R", Map.of("k", "r"));
                tx.set(tx.node("P", "b"), Map.of("extra", "new"));
                tx.create("TO", tx.node("P", "b"), r, Map.of());
            });
        }
        graph.createBranch("forward", "main");
        assertThat(graph.branch("forward").merge("ahead").outcome()).isEqualTo(Outcome.FAST_FORWARD);
        assertThat(graph.diff("ahead", "forward").changesSchema()).isFalse();
        try (var changes = graph.diff("ahead", "forward").changes()) {
            assertThat(changes).isEmpty();
        }

        write(graph.main(), tx -> {
            tx.set(tx.node("P", "b"), Map.of("v", 7));
            tx.create("P", Map.of("k", "c", "v", 11));
        });
        assertThat(kinds(graph, "side")).containsExactly("VALUE");
        write(graph.main(), tx -> tx.set(tx.node("P", "c"), Map.of("v", 3)));
        MergeResult merged = graph.main().merge("side");
        assertThat(merged.outcome()).isEqualTo(Outcome.MERGED);
        assertThat(count(graph, "MATCH (p:P {k: 'b', extra: 'new'})-[:TO]->(:R) RETURN p.value"))
                .isEqualTo(7);
        assertThat(count(graph, "MATCH (p:P {k: 'c'}) RETURN p.value")).isEqualTo(3);
        assertThat(graph.main().merge("side").outcome()).isEqualTo(Outcome.UP_TO_DATE);

        // What they set is not there any more; and what they dropped, we have set.
        write(graph.branch("both"), tx -> tx.set(tx.node("P", "b"), Map.of("gone", "y")));
        assertThat(kinds(graph, "both")).containsExactly("SCHEMA");
        assertThat(graph.branch("both").merge("main", MergeOptions.DEFAULT.asDryRun()).conflicts().stream()
                        .map(c -> c.conflict().message()))
                .containsExactly("P.gone: ours set it, theirs dropped it");
    }

    @Test
    void anEdgeThatLosesBothItsNodes_isResolvedEitherWay() {
        Graph graph = create("""
                NODE P { k STRING KEY }
                NODE Q { k STRING KEY }
                EDGE TO (P)-[0..*]->(Q) { KEY () }
                """);
        write(graph.main(), tx -> {
            tx.create("P", Map.of("k", "p"));
            tx.create("Q", Map.of("k", "q"));
        });
        graph.createBranch("side", "main");
        write(graph.branch("side"), tx -> tx.create("TO", tx.node("P", "p"), tx.node("Q", "q"), Map.of()));
        write(graph.main(), tx -> {
            tx.delete(tx.node("P", "p"));
            tx.delete(tx.node("Q", "q"));
        });
        graph.createBranch("restored", "main");
        assertThat(graph.main().merge("side", MergeOptions.DEFAULT.asDryRun()).conflicts())
                .singleElement()
                .satisfies(only -> {
                    assertThat(only.conflict().id()).isEqualTo("orphan-edge TO(P,Q):p|q");
                    assertThat(only.conflict().message())
                            .isEqualTo("TO(P,Q):p|q would be without P:p and Q:q, which the other side deleted");
                });
        assertThat(graph.main()
                        .merge(
                                "side",
                                MergeOptions.DEFAULT
                                        .resolve("orphan-edge TO(P,Q):p|q", MergeSide.THEIRS)
                                        .asDryRun())
                        .conflicts())
                .extracting(ResolvedConflict::resolution)
                .containsExactly(Optional.of(MergeSide.THEIRS));
        graph.main().merge("side", MergeOptions.DEFAULT.strategy(MergeStrategy.OURS));
        assertThat(count(graph, "MATCH (n) RETURN count(*)")).isZero();
        graph.branch("restored").merge("side", MergeOptions.DEFAULT.strategy(MergeStrategy.THEIRS));
        try (Result edges = graph.branch("restored").snapshot().query("MATCH (:P)-[e:TO]->(:Q) RETURN e")) {
            assertThat(edges).toIterable().hasSize(1);
        }
    }

    @Test
    void anEdgeTooManyAtBothItsEnds_isOneConflict_thatTellsBoth() {
        Graph graph = create("""
                NODE P { k STRING KEY }
                NODE Q { k STRING KEY }
                EDGE TO (P)-[0..1]->(Q) { IN 0..1, KEY () }
                """);
        write(graph.main(), tx -> {
            for (String key : List.of("1", "2")) {
                tx.create("P", Map.of("k", key));
                tx.create("Q", Map.of("k", key));
            }
        });
        graph.createBranch("side", "main");
        write(graph.branch("side"), tx -> tx.create("TO", tx.node("P", "1"), tx.node("Q", "2"), Map.of()));
        write(graph.main(), tx -> {
            tx.create("TO", tx.node("P", "1"), tx.node("Q", "1"), Map.of());
            tx.create("TO", tx.node("P", "2"), tx.node("Q", "2"), Map.of());
        });
        MergeResult dry = graph.main().merge("side", MergeOptions.DEFAULT.asDryRun());
        assertThat(dry.conflicts()).singleElement().satisfies(only -> {
            assertThat(only.conflict().kind()).isEqualTo(MergeConflict.Kind.CARDINALITY);
            assertThat(only.conflict().message())
                    .contains("P '1' may have 1 outgoing", "; ", "Q '2' may have 1 incoming");
        });
        String id = dry.conflicts().getFirst().conflict().id();
        graph.main().merge("side", MergeOptions.DEFAULT.resolve(id, MergeSide.THEIRS));
        try (Result edges = graph.main().snapshot().query("MATCH (a:P)-[:TO]->(b:Q) RETURN a.k + b.k AS e")) {
            assertThat(edges).toIterable().extracting(row -> row.getString("e")).containsExactly("12");
        }
        assertThat(graph.check().findings()).isEmpty();
    }

    @Test
    void aMergeTellsWhatItChangesInTheSchemaOfTheBranch_andNothingOfWhatItHasAlready() {
        Graph graph = create("NODE P { k STRING KEY, a INT32, b STRING }");
        write(graph.main(), tx -> tx.create("P", Map.of("k", "1", "a", 1)));
        graph.createBranch("side", "main");
        graph.branch("side")
                .applySchema(SchemaUpdate.to(
                                "NODE P { k STRING KEY, n INT32 RENAMED FROM a, c BOOL } NODE Q { k STRING KEY }")
                        .hidingDroppedData());
        List<String> told = List.of("rename P.a to n", "add P.c BOOL", "add NODE Q", "drop P.b");
        graph.createBranch("behind", "main");
        assertThat(graph.branch("behind")
                        .merge("side", MergeOptions.DEFAULT.asDryRun())
                        .schema())
                .containsExactlyInAnyOrderElementsOf(told);
        assertThat(graph.branch("behind").merge("side").schema()).containsExactlyInAnyOrderElementsOf(told);
        graph.createBranch("apart", "main");
        write(graph.branch("apart"), tx -> tx.create("P", Map.of("k", "2")));
        MergeResult apart = graph.branch("apart").merge("side");
        assertThat(apart.outcome()).isEqualTo(Outcome.MERGED);
        assertThat(apart.schema()).containsExactlyInAnyOrderElementsOf(told);
        graph.main().applySchema(SchemaUpdate.to("NODE P { k STRING KEY, a INT64, b STRING, d INT32 }"));
        MergeResult dry = graph.main().merge("side", MergeOptions.DEFAULT.asDryRun());
        assertThat(dry.schema()).containsExactlyInAnyOrderElementsOf(told);
        assertThat(graph.main().merge("side").schema()).isEqualTo(dry.schema());
        write(graph.branch("side"), tx -> tx.create("Q", Map.of("k", "q")));
        assertThat(graph.main().merge("side").schema()).isEmpty();
    }

    private static List<String> kinds(Graph graph, String side) {
        assertThatThrownBy(() -> graph.main().merge(side)).isInstanceOf(MergeConflictsException.class);
        return graph.main().merge(side, MergeOptions.DEFAULT.asDryRun()).conflicts().stream()
                .map(c -> c.conflict().kind().name())
                .toList();
    }

    /**
     * Store operations of a fast-forward and of a merge of one row on each side, whatever the graph has become: in the
     * middle of an archive block of its history as well as in the next.
     */
    @Test
    void costsTheSameWhateverTheNumberOfTables_andTheLengthOfHistory() {
        Map<StoreCall, Integer> forward = calls(3, 4, false);
        Map<StoreCall, Integer> diverged = calls(3, 4, true);
        assertThat(calls(40, 4, false)).as("fast-forward, 40 tables").isEqualTo(forward);
        assertThat(calls(40, 4, true)).as("diverged, 40 tables").isEqualTo(diverged);
        for (int commits : new int[] {17, 36}) {
            assertThat(calls(3, commits, false))
                    .as("fast-forward after " + commits + " commits")
                    .isEqualTo(forward);
            assertThat(calls(3, commits, true))
                    .as("diverged after " + commits + " commits")
                    .isEqualTo(diverged);
        }
        System.out.println("fast-forward: " + forward + "; one row on each side: " + diverged);
        assertThat(forward).doesNotContainKeys(StoreCall.OPEN_TABLE, StoreCall.COMMIT_TABLE, StoreCall.STAGE_FRAGMENT);
        assertThat(diverged).containsEntry(StoreCall.COMMIT_TABLE, 1).containsEntry(StoreCall.STAGE_FRAGMENT, 1);
    }

    private final AtomicInteger graphs = new AtomicInteger();

    private Map<StoreCall, Integer> calls(int tables, int commits, boolean diverged) {
        Map<StoreCall, Integer> calls = new EnumMap<>(StoreCall.class);
        Faults counting = new Faults((number, call, subject) -> {
            calls.merge(call, 1, Integer::sum);
            return Fault.NONE;
        });
        RuntimeParts parts = RuntimeParts.DEFAULT.stores(
                objects -> new FaultyObjectStore(objects, counting),
                manifest -> new FaultyManifestTable(manifest, (base, rows, identity) -> false, counting),
                store -> new FaultyTableStore(store, counting));
        Path root = directory.resolve("counted-" + graphs.incrementAndGet());
        StringBuilder schema = new StringBuilder();
        IntStream.range(0, tables).forEach(i -> schema.append("NODE P" + i + " { k STRING KEY, v INT32 }\n"));
        Sennit.create(root.toString(), SchemaParser.parse(schema.toString()), RELAXED, "")
                .close();
        try (Graph graph = new OpenGraph(root.toString(), new GraphRuntimes(parts), RELAXED)) {
            for (int i = 0; i < commits; i++) {
                String key = "k" + i;
                write(graph.main(), tx -> tx.create("P0", Map.of("k", key)));
            }
            graph.createBranch("side", "main");
            write(graph.branch("side"), tx -> tx.set(tx.node("P0", "k0"), Map.of("v", 1)));
            if (diverged) {
                write(graph.main(), tx -> tx.set(tx.node("P0", "k1"), Map.of("v", 1)));
            }
            calls.clear();
            MergeResult result = graph.main().merge("side");
            assertThat(result.outcome()).isEqualTo(diverged ? Outcome.MERGED : Outcome.FAST_FORWARD);
            return new EnumMap<>(calls);
        }
    }

    private Graph create(String schema) {
        Graph graph = Sennit.create(directory.resolve("graph").toString(), SchemaParser.parse(schema), RELAXED, "");
        open.add(graph);
        return graph;
    }

    private static void write(Branch branch, Consumer<Transaction> body) {
        branch.write(tx -> {
            body.accept(tx);
            return null;
        });
    }

    private static long count(Graph graph, String query) {
        try (Result result = graph.main().snapshot().query(query)) {
            return ((Number) Objects.requireNonNull(result.next().get(0))).longValue();
        }
    }
}
