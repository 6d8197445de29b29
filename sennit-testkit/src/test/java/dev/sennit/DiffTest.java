package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.Durability;
import dev.sennit.model.EdgeId;
import dev.sennit.model.Element;
import dev.sennit.model.ElementChange;
import dev.sennit.model.ElementChange.Kind;
import dev.sennit.model.ElementChange.PropertyChange;
import dev.sennit.model.LoadMode;
import dev.sennit.model.NodeId;
import dev.sennit.model.SennitException;
import dev.sennit.schema.SchemaParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Differences of states, by what they hold and not by how it lies. */
class DiffTest {
    private static final OpenOptions RELAXED = OpenOptions.DEFAULT.durability(Durability.RELAXED);

    @TempDir
    Path directory;

    @SuppressWarnings("NullAway.Init") // before each test
    private Graph graph;

    @BeforeEach
    void create() {
        graph = Sennit.create(directory.resolve("graph").toString(), SchemaParser.parse("""
                NODE Person { name STRING KEY, age INT32, score FLOAT64, tags LIST<BYTES>, face VECTOR<2>, more JSON }
                NODE Note { text STRING }
                EDGE KNOWS (Person)-[0..*]->(Person) { since INT32, KEY () }
                EDGE SAYS (Person)-[0..*]->(Person) { what STRING }
                """), RELAXED, "");
    }

    @AfterEach
    void close() {
        graph.close();
    }

    @Test
    void elementsComeWithTheirPropertiesBeforeAndAfter() {
        graph.main().write(tx -> {
            NodeId ann = tx.create("Person", Map.of("name", "Ann", "age", 30, "score", 1.5));
            NodeId bob = tx.create("Person", Map.of("name", "Bob"));
            tx.create("KNOWS", ann, bob, Map.of("since", 1));
            return tx.create("Person", Map.of("name", "Zoe"));
        });
        graph.main().write(tx -> {
            Map<String, Object> changed = new HashMap<>();
            changed.put("age", 31);
            changed.put("score", null);
            tx.set(tx.node("Person", "Ann"), changed);
            tx.detachDelete(tx.node("Person", "Bob"));
            return tx.create("Person", Map.of("name", "Cid", "age", 7));
        });
        Diff diff = graph.diff("main~1", "main");
        assertThat(diff.from()).isEqualTo(graph.commit("main~1"));
        assertThat(diff.to()).isEqualTo(graph.commit("main"));
        assertThat(diff.changesSchema()).isFalse();
        assertThat(diff.summary())
                .containsExactly(
                        new Diff.TypeSummary("Person", 1, 1, 1), new Diff.TypeSummary("KNOWS(Person,Person)", 0, 0, 1));
        List<ElementChange> changes = changes(diff);
        assertThat(changes.stream().map(ElementChange::element))
                .containsExactly(
                        new NodeId("Person", "Ann"),
                        new NodeId("Person", "Bob"),
                        new NodeId("Person", "Cid"),
                        new EdgeId("KNOWS(Person,Person)", "Ann|Bob"));
        assertThat(changes.stream().map(ElementChange::kind))
                .containsExactly(Kind.UPDATED, Kind.DELETED, Kind.INSERTED, Kind.DELETED);
        assertThat(changes.getFirst().properties())
                .containsExactly(new PropertyChange("age", 30L, 31L), new PropertyChange("score", 1.5, null));
        assertThat(changes.getFirst().before().map(Element::properties))
                .contains(Map.of("name", "Ann", "age", 30L, "score", 1.5));
        assertThat(changes.getLast().properties()).containsExactly(new PropertyChange("since", 1L, null));
        assertThat(changes(graph.diff("main", "main~1")).stream().map(ElementChange::kind))
                .containsExactly(Kind.UPDATED, Kind.INSERTED, Kind.DELETED, Kind.INSERTED);
        assertThat(diff.changes(List.of("KNOWS"))).hasSize(1);
        assertThatThrownBy(() -> diff.changes(List.of("Persn")))
                .isInstanceOf(SennitException.class)
                .hasMessageContaining("did you mean 'Person'?");
    }

    @Test
    void valuesAreComparedByTheirBits_andNaNEqualsNaN() {
        Map<String, Object> values = Map.of(
                "name",
                "Ann",
                "score",
                Double.NaN,
                "tags",
                List.of(new byte[] {1, 2}),
                "face",
                new float[] {1, 2},
                "more",
                Map.of("a", List.of(1)));
        graph.main().write(tx -> tx.create("Person", values));
        graph.main().write(tx -> {
            // The same in another row: deleted and made anew in two commits would be two changes that cancel out.
            tx.delete(tx.node("Person", "Ann"));
            return null;
        });
        graph.main().write(tx -> tx.create("Person", values));
        assertThat(changes(graph.diff("main~2", "main"))).isEmpty();
        graph.main().write(tx -> {
            tx.set(tx.node("Person", "Ann"), Map.of("score", 0.0));
            return null;
        });
        graph.main().write(tx -> {
            tx.set(tx.node("Person", "Ann"), Map.of("score", -0.0));
            return null;
        });
        assertThat(changes(graph.diff("main~1", "main")).getFirst().properties())
                .containsExactly(new PropertyChange("score", 0.0, -0.0));
    }

    @Test
    void anOptimizedGraph_oneThatWasFolded_andOneLoadedAnew_hasNoDifferences() throws IOException {
        for (int i = 0; i < 70; i++) {
            int number = i;
            graph.main().write(tx -> tx.create("Person", Map.of("name", "p" + number, "age", number)));
        }
        String before = graph.commit("main").id().toString();
        graph.main().optimize();
        assertThat(graph.commit("main").id().toString()).isNotEqualTo(before);
        assertThat(changes(graph.diff(before, "main"))).isEmpty();
        Path file = directory.resolve("p.csv");
        Files.writeString(
                file,
                "name,age\n"
                        + String.join(
                                "\n",
                                IntStream.range(0, 70)
                                        .mapToObj(i -> "p" + i + "," + i)
                                        .toList()));
        graph.main().load(Load.EMPTY.nodes("Person", file).mode(LoadMode.REPLACE));
        assertThat(changes(graph.diff(before, "main"))).isEmpty();
    }

    @Test
    void manyChanges_areAllThere_eachOnce_asTheirRowsLie_andTheSameEachTime() throws IOException {
        int rows = 45_000;
        Path file = directory.resolve("p.csv");
        Files.writeString(file, "name,age\n" + lines(rows, 0));
        graph.main().load(Load.EMPTY.nodes("Person", file));
        Files.writeString(file, "name,age\n" + lines(rows - 10, 1));
        graph.main().load(Load.EMPTY.nodes("Person", file).mode(LoadMode.REPLACE));
        Diff diff = graph.diff("main~1", "main");
        assertThat(diff.summary()).containsExactly(new Diff.TypeSummary("Person", 0, rows - 10, 10));
        List<String> once = changes(diff).stream().map(c -> c.element().id()).toList();
        assertThat(once).doesNotHaveDuplicates().hasSize(rows);
        assertThat(changes(diff).stream()
                        .filter(c -> c.kind() == Kind.UPDATED)
                        .map(c -> c.element().id()))
                .as("rows that follow each other are read together")
                .containsExactlyElementsOf(
                        IntStream.range(0, rows - 10).mapToObj(i -> "p" + i).toList());
        assertThat(changes(diff).stream().map(c -> c.element().id())).containsExactlyElementsOf(once);
        assertThat(directory.resolve("graph")).exists();
    }

    private static String lines(int rows, int age) {
        return String.join(
                "\n",
                IntStream.range(0, rows).mapToObj(i -> "p" + i + "," + age).toList());
    }

    static LongStream seeds() {
        return Seeds.first(5, 200);
    }

    /** Any two states of a random history differ in what their whole contents differ in. */
    @ParameterizedTest
    @MethodSource("seeds")
    void randomHistories_differInWhatTheirContentsDiffer(long seed) throws IOException {
        Random random = new Random(seed);
        List<String> commits = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            step(random, i);
            commits.add(graph.commit("main").id().toString());
        }
        for (int i = 0; i < 8; i++) {
            String from = commits.get(random.nextInt(commits.size()));
            String to = commits.get(random.nextInt(commits.size()));
            assertThat(text(changes(graph.diff(from, to))))
                    .as("seed %d, from %s to %s", seed, from, to)
                    .isEqualTo(expected(content(graph.at(from)), content(graph.at(to))));
        }
    }

    private void step(Random random, int number) throws IOException {
        if (random.nextInt(5) == 0) {
            graph.main().optimize();
            return;
        }
        if (random.nextInt(5) == 0) {
            Path file = directory.resolve("step.csv");
            Files.writeString(file, "name,age\na,1\nb,2\nc," + random.nextInt(3) + "\n");
            graph.main().load(Load.EMPTY.nodes("Person", file).mode(LoadMode.UPSERT));
            return;
        }
        graph.main().write(tx -> {
            for (int i = 0; i < 4; i++) {
                String name = String.valueOf((char) ('a' + random.nextInt(6)));
                String other = String.valueOf((char) ('a' + random.nextInt(6)));
                boolean there = tx.find(tx.node("Person", name)).isPresent();
                switch (random.nextInt(4)) {
                    case 0 -> {
                        if (there) {
                            tx.detachDelete(tx.node("Person", name));
                        }
                    }
                    case 1 -> {
                        if (there && tx.find(tx.node("Person", other)).isPresent()) {
                            tx.upsert(
                                    "KNOWS",
                                    tx.node("Person", name),
                                    tx.node("Person", other),
                                    Map.of("since", number));
                        }
                    }
                    case 2 -> {
                        if (there && tx.find(tx.node("Person", other)).isPresent()) {
                            tx.create("SAYS", tx.node("Person", name), tx.node("Person", other), Map.of("what", "w"));
                        }
                    }
                    default -> tx.upsert("Person", Map.of("name", name, "age", random.nextInt(3)));
                }
            }
            return null;
        });
    }

    private static List<ElementChange> changes(Diff diff) {
        try (Stream<ElementChange> changes = diff.changes()) {
            return changes.toList();
        }
    }

    /** Every change as {@code id: before -> after}. */
    private static Map<String, String> text(List<ElementChange> changes) {
        Map<String, String> text = new TreeMap<>();
        for (ElementChange change : changes) {
            text.put(change.element().toString(), shown(change.before()) + " -> " + shown(change.after()));
        }
        assertThat(text).hasSameSizeAs(changes);
        return text;
    }

    private static String shown(Optional<Element> element) {
        return element.map(e -> new TreeMap<>(e.properties()).toString()).orElse("none");
    }

    private static Map<String, String> expected(Map<String, String> before, Map<String, String> after) {
        Map<String, String> expected = new TreeMap<>();
        Stream.concat(before.keySet().stream(), after.keySet().stream())
                .distinct()
                .forEach(id -> {
                    String left = before.getOrDefault(id, "none");
                    String right = after.getOrDefault(id, "none");
                    if (!left.equals(right)) {
                        expected.put(id, left + " -> " + right);
                    }
                });
        return expected;
    }

    private static Map<String, String> content(Snapshot snapshot) {
        Map<String, String> content = new TreeMap<>();
        for (String query : List.of("MATCH (n) RETURN n", "MATCH ()-[n]->() RETURN n")) {
            try (Result result = snapshot.query(query)) {
                result.forEachRemaining(row -> {
                    Element element = (Element) Objects.requireNonNull(row.get("n"));
                    content.put(element.elementId(), shown(Optional.of(element)));
                });
            }
        }
        return content;
    }
}
