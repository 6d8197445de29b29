package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.Durability;
import dev.sennit.model.SennitException;
import dev.sennit.schema.SchemaParser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** MERGE of many rows: what it means, and that it looks no more often than one of few. */
class MergeClauseTest {
    private static final OpenOptions RELAXED = OpenOptions.DEFAULT.durability(Durability.RELAXED);
    private static final String SCHEMA = """
            NODE Tag { x INT32, y STRING, n INT64 }
            NODE Person { id INT32 KEY, n INT64 }
            EDGE KNOWS (Person)-[0..*]->(Person) { w INT32, n INT64 }
            EDGE HAS (Person)-[0..*]->(Tag) { w INT32 }
            EDGE NEAR (Tag)-[0..*]->(Tag)
            """;

    /** Statements for a row of small numbers x, y, a and b. */
    private static final List<String> MERGES = List.of(
            "MERGE (t:Tag {x: row.x})",
            "MERGE (t:Tag {x: row.x, y: toString(row.y)}) ON CREATE SET t.n = 1 ON MATCH SET t.n = t.n + 1",
            "MERGE (t:Tag {x: row.x}) ON CREATE SET t.n = row.a ON MATCH SET t += {n: t.n + row.x}",
            "MERGE (t:Tag {x: row.x}) ON MATCH SET t.x = row.x + 1",
            "MERGE (t:Tag {x: row.x, n: row.y}) ON CREATE SET t.n = row.y + 1",
            "MERGE (p:Person {id: row.x + 10}) ON CREATE SET p.n = 1 ON MATCH SET p.n = p.n + 1",
            "MERGE (p:Person {id: row.x}) ON MATCH SET p = {n: row.y}",
            "MATCH (a:Person {id: row.a}) MERGE (t:Tag {x: a.n}) ON CREATE SET a.n = row.x",
            "MATCH (a:Person {id: row.a}), (b:Person {id: row.b}) MERGE (a)-[k:KNOWS {w: row.x}]->(b)"
                    + " ON CREATE SET k.n = 1 ON MATCH SET k.n = k.n + 1",
            "MATCH (a:Person {id: row.a}), (b:Person {id: row.b}) MERGE (a)-[k:KNOWS]-(b)"
                    + " ON CREATE SET k.w = row.x ON MATCH SET a.n = b.n + 1",
            "MATCH (a:Person {id: row.a}) MERGE (a)-[k:KNOWS]->(a)",
            "MATCH (a:Person {id: row.a}) MERGE (a)-[:HAS {w: row.x}]->(t:Tag {x: row.y}) ON MATCH SET t.n = row.b",
            "MATCH (a:Person {id: row.a}) MERGE p = (a)-[:HAS]->(:Tag {x: row.y})",
            "MERGE (t:Tag {x: row.x})-[:NEAR]->(u:Tag {x: row.y})",
            "MERGE (t:Tag {x: row.x})-[:NEAR]-(u:Tag {x: row.y})",
            "MERGE (t:Tag {x: row.x})-[:NEAR]->(t)",
            "MERGE (:Tag {x: row.x})-[:NEAR]->(:Tag)-[:NEAR]->(:Tag {x: row.y})");

    @TempDir
    Path directory;

    private final TableReads reads = new TableReads(List.of());
    private Graph graph;

    @BeforeEach
    void create() {
        String root = directory.resolve("g").toString();
        Sennit.create(root, SchemaParser.parse(SCHEMA), RELAXED, "").close();
        graph = new OpenGraph(
                root, new GraphRuntimes(RuntimeParts.DEFAULT.stores(o -> o, m -> m, reads::watching)), RELAXED);
        graph.main()
                .execute("UNWIND range(0, 4) AS i CREATE (:Person {id: i, n: i}), (:Tag {x: i, n: 0}), (:Tag {x: i})");
        graph.main()
                .execute("MATCH (a:Person), (b:Person), (t:Tag) WHERE b.id = (a.id + 1) % 5 AND t.x = a.id"
                        + " CREATE (a)-[:KNOWS {w: a.id, n: 0}]->(b), (a)-[:HAS {w: 1}]->(t), (t)-[:NEAR]->(t)");
    }

    @AfterEach
    void close() {
        graph.close();
    }

    /** How often tables are read to merge rows that a statement makes of a number. */
    private int scans(String statement, int rows) {
        reads.clear();
        graph.main().execute(statement, Map.of("rows", rows));
        return reads.scans().size();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UNWIND range(1, $rows) AS i MERGE (:Tag {x: i + 100})",
                "UNWIND range(1, $rows) AS i MERGE (t:Tag {y: 'w' + toString(i % 7)}) ON CREATE SET t.n = 1 ON MATCH SET t.n ="
                        + " t.n + 1",
                "UNWIND range(1, $rows) AS i MERGE (t:Person {id: i + 100}) ON CREATE SET t.n = 1 ON MATCH SET t.n = t.n + 1",
                "UNWIND range(1, $rows) AS i MATCH (a:Person {id: i % 5}) MERGE (a)-[:HAS]->(:Tag {x: i})",
                "UNWIND range(1, $rows) AS i MATCH (a:Person {id: i % 5}), (b:Person {id: i % 3}) MERGE (a)-[k:KNOWS {w: i}]->(b)"
                        + " ON MATCH SET k.n = i"
            })
    void manyRowsAreMergedWithoutLookingMoreOften(String statement) {
        int few = scans(statement, 5);
        int many = scans(statement, 3_000);
        int again = scans(statement, 3_000);
        assertThat(many)
                .as("scans for 3000 rows, most of them new; %d for 5", few)
                .isLessThanOrEqualTo(4 * few);
        assertThat(again)
                .as("scans for 3000 rows that are there; %d for 5", few)
                .isLessThanOrEqualTo(4 * few);
    }

    @Test
    void wordsAreCounted() {
        List<String> words = Stream.iterate(0, i -> i + 1)
                .limit(2_000)
                .map(i -> "w" + i * i % 23)
                .toList();
        String statement = "UNWIND $words AS w MERGE (t:Tag {y: w}) ON CREATE SET t.n = 1 ON MATCH SET t.n = t.n + 1";
        graph.main().execute(statement, Map.of("words", words));
        graph.main().execute(statement, Map.of("words", words));
        Map<String, Long> expected = new HashMap<>();
        words.forEach(w -> expected.merge(w, 2L, Long::sum));
        try (Result result =
                graph.main().snapshot().query("MATCH (t:Tag) WHERE t.y IS NOT NULL RETURN t.y AS y, t.n AS n")) {
            assertThat(result.stream().toList())
                    .hasSize(expected.size())
                    .allSatisfy(row -> assertThat(row.get("n")).isEqualTo(expected.get((String) row.get("y"))));
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 20261130})
    void rowsOfOneStatementAreMergedAsIfEachHadItsOwn(long seed) {
        Random random = new Random(seed);
        for (String merge : MERGES) {
            for (int round = 0; round < 2; round++) {
                List<Map<String, Object>> rows = new ArrayList<>();
                for (int i = 0; i < 2 + random.nextInt(9); i++) {
                    rows.add(Map.of(
                            "x", random.nextInt(7),
                            "y", random.nextInt(3),
                            "a", random.nextInt(5),
                            "b", random.nextInt(5)));
                }
                assertThat(after(List.of(rows), merge))
                        .as("seed %d, %s for %s", seed, merge, rows)
                        .isEqualTo(after(rows.stream().map(List::of).toList(), merge));
            }
        }
    }

    /** What there is after a statement, or what it fails with; nothing of it is kept. */
    private List<String> after(List<List<Map<String, Object>>> statements, String merge) {
        List<String> seen = new ArrayList<>();
        try {
            graph.main().write(tx -> {
                for (List<Map<String, Object>> rows : statements) {
                    tx.execute("UNWIND $rows AS row " + merge, Map.of("rows", rows))
                            .close();
                }
                seen.addAll(lines(tx, "MATCH (n) RETURN labels(n) AS l, properties(n) AS p"));
                seen.addAll(lines(
                        tx,
                        "MATCH (n)-[r]->(m) RETURN properties(n) AS n, type(r) AS t, properties(r) AS r,"
                                + " properties(m) AS m"));
                throw new Undone();
            });
        } catch (Undone undone) {
            return seen;
        } catch (SennitException failed) {
            return List.of(failed.code().toString());
        }
        throw new AssertionError("the transaction went on");
    }

    private static List<String> lines(Transaction tx, String query) {
        try (Result result = tx.query(query)) {
            return result.stream().map(row -> row.toMap().toString()).sorted().toList();
        }
    }

    private static final class Undone extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
