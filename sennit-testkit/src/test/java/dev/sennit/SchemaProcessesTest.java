package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.CommitInfo;
import dev.sennit.model.ConstraintViolationException;
import dev.sennit.model.Durability;
import dev.sennit.model.NodeId;
import dev.sennit.model.SennitException;
import dev.sennit.model.Violation;
import dev.sennit.schema.Property;
import dev.sennit.schema.SchemaParser;
import dev.sennit.testkit.ChildJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One process reads and writes while another changes the schema. */
class SchemaProcessesTest {
    private static final String FIRST = "NODE P { k INT32 KEY, town STRING, n INT32 }";

    @TempDir
    Path directory;

    private Path root;

    @BeforeEach
    void place() {
        root = directory.resolve("graph");
    }

    @Test
    void aRenameElsewhere_isSeen_andOlderStatesKeepTheirNames() throws IOException, InterruptedException {
        try (Graph graph = create(FIRST)) {
            graph.main().write(tx -> tx.create("P", Map.of("k", 1, "town", "Bonn", "n", 5)));
            Snapshot earlier = graph.main().snapshot();
            String commit = earlier.commit().id().toString();

            change("NODE Q RENAMED FROM P { k INT64 KEY, city STRING RENAMED FROM town, n INT32 }");

            assertThat(one(graph.main().snapshot(), "MATCH (q:Q) RETURN q.k, q.city, q.n, elementId(q)"))
                    .containsExactly(1L, "Bonn", 5L, "Q:1");
            assertThat(one(earlier, "MATCH (p:P) RETURN p.k, p.town, p.n, elementId(p)"))
                    .containsExactly(1L, "Bonn", 5L, "P:1");
            assertThat(one(graph.at(commit), "MATCH (p:P) RETURN p.town")).containsExactly("Bonn");
            graph.main().write(tx -> tx.upsert("Q", Map.of("k", 1, "city", "Köln")));
            assertThat(one(graph.at(commit), "MATCH (p:P) RETURN p.town")).containsExactly("Bonn");
            assertThat(one(graph.main().snapshot(), "MATCH (q:Q) RETURN q.city, q.n"))
                    .containsExactly("Köln", 5L);
            requireSound(graph);
        }
    }

    @Test
    void whatIsDroppedAndAddedAgainElsewhere_neverShowsOldValues() throws IOException, InterruptedException {
        try (Graph graph = create(FIRST + " EDGE E (P)-[0..*]->(P)")) {
            graph.main().write(tx -> {
                NodeId p = tx.create("P", Map.of("k", 1, "town", "Bonn"));
                return tx.create("E", p, p, Map.of());
            });
            String commit = graph.main().snapshot().commit().id().toString();

            change("NODE P { k INT32 KEY, n INT32 }", FIRST + " EDGE E (P)-[0..*]->(P)");

            assertThat(one(graph.main().snapshot(), "MATCH (p:P) RETURN p.k, p.town"))
                    .containsExactly(1L, null);
            assertThat(one(graph.main().snapshot(), "MATCH ()-[e:E]->() RETURN count(*)"))
                    .containsExactly(0L);
            graph.main().write(tx -> tx.upsert("P", Map.of("k", 1, "n", 7)));
            assertThat(one(graph.main().snapshot(), "MATCH (p:P) RETURN p.town, p.n"))
                    .containsExactly(null, 7L);
            assertThat(one(graph.at(commit), "MATCH (p:P)-[e:E]->() RETURN p.town"))
                    .containsExactly("Bonn");
            requireSound(graph);
        }
    }

    /** Writers meet changes at every stage; each acknowledged row is there, under the name its property has now. */
    @Test
    void whileAnotherProcessChangesTheSchema_noAcknowledgedWriteIsLost_andNoneIsMadeUnderAnOldSchema()
            throws IOException, InterruptedException {
        String wide =
                "NODE P { k INT64 KEY, city STRING RENAMED FROM town, n INT64 NOT NULL DEFAULT -1, x STRING DEFAULT 'd' }";
        String back = "NODE P { k INT64 KEY, town STRING RENAMED FROM city, n INT64 }";
        try (Graph graph = create(FIRST)) {
            Process changing = start(true, wide, back, wide, back, wide);
            Map<Long, String> acknowledged = new TreeMap<>();
            long key = 0;
            int refused = 0;
            while (changing.isAlive() || key < 20) {
                List<String> names = graph.main().snapshot().schema().nodeType("P").orElseThrow().properties().stream()
                        .map(Property::name)
                        .toList();
                long k = key++;
                String name = names.contains("city") ? "city" : "town";
                try {
                    if (k % 2 == 0) {
                        Path file = Files.writeString(
                                directory.resolve("rows.jsonl"),
                                "{\"node\": \"P\", \"properties\": {\"k\": " + k + ", \"" + name + "\": \"v" + k
                                        + "\", \"n\": " + k + "}}\n");
                        graph.main().load(Load.EMPTY.rows(file), patient());
                    } else {
                        graph.main().write(patient(), tx -> tx.create("P", Map.of("k", k, name, "v" + k, "n", k)));
                    }
                    acknowledged.put(k, "v" + k);
                } catch (ConstraintViolationException e) {
                    // The name was another one by the time the load was prepared.
                    assertThat(e.violations()).extracting(Violation::property).containsExactly(name);
                    refused++;
                } catch (SennitException e) {
                    assertThat(e.getMessage()).contains(name); // as well
                    refused++;
                }
            }
            assertThat(changing.waitFor())
                    .as(Files.readString(directory.resolve("output")))
                    .isZero();

            assertThat(graph.main().snapshot().schema()).isEqualTo(SchemaParser.parse(wide));
            Map<Long, String> found = new TreeMap<>();
            try (Result result =
                    graph.main().snapshot().query("MATCH (p:P) RETURN p.k AS k, p.city AS city, p.n AS n")) {
                result.forEachRemaining(row -> {
                    assertThat(row.getLong("n")).isEqualTo(row.getLong("k"));
                    found.put(row.getLong("k"), String.valueOf(row.getString("city")));
                });
            }
            assertThat(found).isEqualTo(acknowledged);
            List<CommitInfo> log = graph.log("main").toList();
            assertThat(log.stream().filter(commit -> commit.writer().equals("schema")))
                    .hasSize(5);
            assertThat(log).hasSize(1 + 5 + acknowledged.size());
            List<CommitInfo> between =
                    log.stream().dropWhile(commit -> !commit.writer().equals("schema")).toList().reversed().stream()
                            .dropWhile(commit -> !commit.writer().equals("schema"))
                            .filter(commit -> !commit.writer().equals("schema"))
                            .toList();
            assertThat(between).hasSizeGreaterThanOrEqualTo(4);
            System.out.println("schema against load: " + acknowledged.size() + " writes acknowledged, " + refused
                    + " refused; " + between.size() + " between changes");
            requireSound(graph);
        }
    }

    private static WriteOptions patient() {
        return WriteOptions.DEFAULT.timeout(Duration.ofMinutes(1)).attempts(1_000);
    }

    private Graph create(String schema) {
        return Sennit.create(
                root.toString(),
                SchemaParser.parse(schema),
                OpenOptions.DEFAULT.durability(Durability.RELAXED),
                "init");
    }

    private void change(String... schemas) throws IOException, InterruptedException {
        assertThat(start(false, schemas).waitFor())
                .as(Files.readString(directory.resolve("output")))
                .isZero();
    }

    private Process start(boolean waiting, String... schemas) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(root.toString(), Boolean.toString(waiting)));
        for (String schema : schemas) {
            Path file = directory.resolve("schema-" + arguments.size());
            arguments.add(Files.writeString(file, schema).toString());
        }
        return ChildJvm.start(
                directory.resolve("tmp"),
                directory.resolve("output"),
                SchemaChild.class,
                List.of(),
                arguments.toArray(String[]::new));
    }

    private static List<Object> one(Snapshot snapshot, String query) {
        List<List<Object>> rows = new ArrayList<>();
        try (Result result = snapshot.query(query)) {
            int columns = result.columns().size();
            result.forEachRemaining(row -> {
                List<Object> values = new ArrayList<>();
                for (int i = 0; i < columns; i++) {
                    values.add(row.get(i));
                }
                rows.add(values);
            });
        }
        assertThat(rows).hasSize(1);
        return rows.getFirst();
    }

    private static void requireSound(Graph graph) {
        assertThat(graph.check(CheckOptions.DEFAULT).problems()).isZero();
    }
}
