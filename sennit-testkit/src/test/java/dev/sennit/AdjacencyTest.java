package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.Durability;
import dev.sennit.schema.SchemaParser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is read of edge tables to know who is next to whom: once, and then only what is new. */
class AdjacencyTest {
    private static final OpenOptions RELAXED = OpenOptions.DEFAULT.durability(Durability.RELAXED);
    private static final int PERSONS = 200;
    private static final String WALKS = "MATCH (p:Person) MATCH (p)-[r:FOLLOWS*1..2]->(q) RETURN count(*) AS walks";

    @TempDir
    Path directory;

    private final TableReads reads = new TableReads(List.of("_src", "_dst"));
    private Graph graph;

    @BeforeEach
    void load() {
        String schema = "NODE Person { id INT64 KEY } EDGE FOLLOWS (Person)-[0..*]->(Person) { w INT32, KEY (w) }";
        String root = directory.resolve("g").toString();
        Sennit.create(root, SchemaParser.parse(schema), RELAXED, "").close();
        graph = new OpenGraph(
                root, new GraphRuntimes(RuntimeParts.DEFAULT.stores(o -> o, m -> m, reads::watching)), RELAXED);
        graph.main().execute("UNWIND range(0, " + (PERSONS - 1) + ") AS i CREATE (:Person {id: i})");
        graph.main().execute("""
                MATCH (p:Person) UNWIND [1, 7, 31] AS step
                MATCH (q:Person {id: (p.id + step) % 200})
                CREATE (p)-[:FOLLOWS {w: step}]->(q)
                """);
    }

    @AfterEach
    void close() {
        graph.close();
    }

    private long walks(String branch) {
        try (Result result = graph.branch(branch).snapshot().query(WALKS)) {
            return result.next().getLong("walks");
        }
    }

    private static long walks(int edgesMore) {
        return 3L * PERSONS + 9L * PERSONS + edgesMore * 7L;
    }

    @Test
    void aVersionIsReadOnce_whateverSnapshotOrBranchAsks() {
        assertThat(walks("main")).isEqualTo(walks(0));
        assertThat(reads.rows()).isGreaterThanOrEqualTo(3 * PERSONS);
        reads.clear();
        graph.createBranch("copy", "main");

        assertThat(walks("copy")).isEqualTo(walks(0));
        assertThat(walks("main")).isEqualTo(walks(0));
        assertThat(reads.scans()).as("scans").isEmpty();

        graph.main().execute("MATCH (p:Person {id: 3}) CREATE (:Person {id: 1000})");
        assertThat(walks("main")).isEqualTo(walks(0));
        assertThat(reads.scans())
                .as("scans after a commit that leaves the edges alone")
                .isEmpty();
    }

    @Test
    void whenEdgesAreAdded_onlyThoseAreRead() {
        walks("main");
        graph.createBranch("copy", "main");
        for (int i = 1; i <= 5; i++) {
            graph.main()
                    .execute("MATCH (p:Person {id: 0}), (q:Person {id: 100}) CREATE (p)-[:FOLLOWS {w: " + -i
                            + "}]->(q)");
            reads.clear();
            // The edge itself, three from where it leads to, and three that lead to where it starts.
            assertThat(walks("main")).isEqualTo(walks(i));
            assertThat(reads.rows()).as("rows read after edge " + i).isEqualTo(1);
            assertThat(reads.scans())
                    .singleElement()
                    .satisfies(
                            scan -> assertThat(scan.fragments().orElseThrow()).hasSize(1));
        }
        reads.clear();
        assertThat(walks("copy")).as("where nothing was added").isEqualTo(walks(0));
        assertThat(reads.scans()).isEmpty();
    }

    @Test
    void whenEdgesChangeOrGo_onlyWhatIsNewIsRead() {
        walks("main");
        graph.main().execute("MATCH (:Person {id: 5})-[r:FOLLOWS {w: 7}]->() DELETE r");
        reads.clear();
        // Besides the edge there are gone the three walks that go on from it, and the three that lead to it.
        assertThat(walks("main")).isEqualTo(walks(-1));
        assertThat(reads.rows()).as("rows read after a deletion").isZero();

        graph.main().execute("MATCH (p:Person {id: 5}), (q:Person {id: 12}) CREATE (p)-[:FOLLOWS {w: 7}]->(q)");
        reads.clear();
        assertThat(walks("main")).isEqualTo(walks(0));
        assertThat(reads.rows()).isEqualTo(1);

        graph.main().optimize();
        assertThat(walks("main")).as("after optimizing").isEqualTo(walks(0));
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 20261130})
    void whateverHappened_theAnswerIsThatOfOneWhoReadsEverything(long seed) {
        Random random = new Random(seed);
        graph.createBranch("copy", "main");
        List<String> done = new ArrayList<>();
        for (int step = 0; step < 15; step++) {
            Branch branch = graph.branch(random.nextBoolean() ? "main" : "copy");
            String from = "MATCH (p:Person) WHERE p.id IN " + ids(random) + " MATCH (p)-[r:FOLLOWS]->(q) ";
            String statement = switch (random.nextInt(5)) {
                case 0, 1 ->
                    "MATCH (p:Person), (q:Person) WHERE p.id IN " + ids(random) + " AND q.id IN " + ids(random)
                            + " MERGE (p)-[:FOLLOWS {w: " + random.nextInt(5) + "}]->(q)";
                case 2 -> from + "DELETE r";
                case 3 -> from + "DELETE r MERGE (p)-[:FOLLOWS {w: r.w}]->(q)";
                default -> "";
            };
            done.add(branch.name() + ": " + statement);
            if (statement.isEmpty()) {
                branch.optimize();
            } else {
                branch.execute(statement.replace("r.w", "4"));
            }
            for (String name : List.of("main", "copy")) {
                try (Graph fresh = new OpenGraph(
                        directory.resolve("g").toString(), new GraphRuntimes(RuntimeParts.DEFAULT), RELAXED)) {
                    assertThat(pairs(graph.branch(name)))
                            .as("seed %d, branch %s after %s", seed, name, done)
                            .isEqualTo(pairs(fresh.branch(name)));
                }
            }
        }
    }

    private static List<Integer> ids(Random random) {
        return List.copyOf(new TreeSet<>(
                IntStream.range(0, 6).mapToObj(i -> random.nextInt(PERSONS)).toList()));
    }

    private static List<String> pairs(Branch branch) {
        try (Result result = branch.snapshot()
                .query(
                        "MATCH (p:Person) MATCH (p)-[r:FOLLOWS*2..2]->(q) WHERE p.id < 100 RETURN p.id AS p, q.id AS q,"
                                + " [e IN r | e.w] AS w",
                        Map.of())) {
            return result.stream().map(row -> row.toMap().toString()).sorted().toList();
        }
    }
}
