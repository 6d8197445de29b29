package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.Durability;
import dev.sennit.model.MergeStrategy;
import dev.sennit.schema.SchemaParser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is kept of nodes and small fragments outlives commits: right after a write, only what it changed is read. */
class ReadAfterWriteTest {
    private static final OpenOptions RELAXED = OpenOptions.DEFAULT.durability(Durability.RELAXED);

    private static final String SCHEMA = """
            NODE Person {
              id INT64 KEY, name STRING, age INT32, ok BOOL, size ENUM('s', 'm', 'l'), born DATE,
              score FLOAT32, at ZONED DATETIME, price DECIMAL(10, 2), tags LIST<STRING>
            }
            EDGE FOLLOWS (Person)-[0..*]->(Person) { w INT32, KEY (w) }
            """;

    private static final String NEXT =
            "MATCH (p:Person {id: $id})-[:FOLLOWS]->(q:Person) RETURN q.id AS id, q.name AS name, q.age AS age";

    @TempDir
    Path directory;

    private final List<Graph> open = new ArrayList<>();

    @AfterEach
    void close() {
        open.forEach(Graph::close);
    }

    private String root() {
        return directory.resolve("g").toString();
    }

    /** A handle that shares nothing in memory with the others, as if it were of another process. */
    private Graph another(TableReads reads) {
        Graph graph = new OpenGraph(
                root(), new GraphRuntimes(RuntimeParts.DEFAULT.stores(o -> o, m -> m, reads::watching)), RELAXED);
        open.add(graph);
        return graph;
    }

    private static void create(Graph graph, int persons) {
        graph.main()
                .execute(
                        "UNWIND range(0, $n - 1) AS i CREATE (:Person {id: i, name: 'p' + toString(i), age: 30})",
                        Map.of("n", persons));
        graph.main().execute("""
                MATCH (p:Person) UNWIND [1, 7, 31] AS step MATCH (q:Person {id: (p.id + step) % $n})
                CREATE (p)-[:FOLLOWS {w: step}]->(q)
                """, Map.of("n", persons));
    }

    /** A person, whom it follows, and a change of somebody else. */
    private static void write(Graph graph, long id) {
        graph.main().execute("CREATE (:Person {id: $id, name: 'new', age: 1})", Map.of("id", id));
        graph.main()
                .execute(
                        "MATCH (a:Person {id: $id}), (b:Person {id: 8}) CREATE (a)-[:FOLLOWS {w: 1}]->(b)",
                        Map.of("id", id));
        graph.main().execute("MATCH (p:Person {id: 8}) SET p.age = $age", Map.of("age", id % 100));
    }

    private static List<String> next(Graph graph, long id) {
        try (Result result = graph.main().snapshot().query(NEXT, Map.of("id", id))) {
            return result.stream().map(row -> row.toMap().toString()).sorted().toList();
        }
    }

    /** How many fragments scans went through. */
    private static int fragments(TableReads reads) {
        return reads.scans().stream()
                .mapToInt(scan -> scan.fragments().orElseThrow().size())
                .sum();
    }

    @Test
    void aHopAfterAWrite_costsWhatTheWriteChanged_howeverManyWereBefore() {
        Sennit.create(root(), SchemaParser.parse(SCHEMA), RELAXED, "").close();
        TableReads ownReads = new TableReads(List.of());
        TableReads othersReads = new TableReads(List.of());
        Graph own = another(ownReads);
        int persons = 6_000;
        create(own, persons);
        Graph other = another(othersReads);
        for (int i = 0; i < 5; i++) {
            assertThat(next(own, 10 + i)).hasSize(3);
            assertThat(next(other, 10 + i)).hasSize(3);
        }
        for (int write = 0; write < 40; write++) {
            long id = (long) persons + write;
            write(own, id);
            List<String> expected = List.of("{id=8, name=p8, age=" + id % 100 + "}");

            ownReads.clear();
            assertThat(next(own, id)).isEqualTo(expected);
            // Whoever wrote needs but the index of the edges that were there before.
            assertThat(ownReads.scans()).as("scans after write %d", write).hasSizeLessThanOrEqualTo(1);
            assertThat(fragments(ownReads))
                    .as("fragments after write %d", write)
                    .isLessThanOrEqualTo(1);

            othersReads.clear();
            assertThat(next(other, id)).isEqualTo(expected);
            // Others read the two new versions of nodes and the edge.
            assertThat(fragments(othersReads))
                    .as("another's fragments after write %d", write)
                    .isLessThanOrEqualTo(4);
            assertThat(othersReads.rows())
                    .as("another's rows after write %d", write)
                    .isLessThanOrEqualTo(8);
        }
    }

    @Test
    void whatLookUpsHaveCostOverManyCommits_paysForTheEdges() {
        Sennit.create(root(), SchemaParser.parse(SCHEMA), RELAXED, "").close();
        TableReads reads = new TableReads(List.of("_src", "_dst"));
        Graph graph = another(reads);
        int persons = 6_000;
        create(graph, persons);
        reads.clear();
        int whole = 0;
        for (int i = 0; i < 12; i++) {
            write(graph, (long) persons + i);
            assertThat(next(graph, (long) persons + i)).hasSize(1);
            whole += reads.rows() > persons ? 1 : 0;
            reads.clear();
        }
        assertThat(whole).as("times that all edges were read").isEqualTo(1);
        assertThat(next(graph, 8)).hasSize(3);
        assertThat(reads.scans()).isEmpty();
    }

    @Test
    void anotherPropertyOfTheSameName_isAnother() {
        Sennit.create(root(), SchemaParser.parse("NODE N { id INT64 KEY, a STRING, b STRING }"), RELAXED, "")
                .close();
        Graph graph = another(new TableReads(List.of()));
        graph.main().execute("UNWIND range(1, 50) AS i CREATE (:N {id: i, a: 'a', b: 'b'})");
        String query = "MATCH (n:N {id: 7}) RETURN n.a AS a, n.b AS b";
        for (int i = 0; i < 3; i++) {
            assertThat(only(graph, query)).isEqualTo("{a=a, b=b}");
        }
        graph.main().applySchema(SchemaUpdate.to("NODE N { id INT64 KEY, c STRING RENAMED FROM a, b STRING }"));
        assertThat(only(graph, "MATCH (n:N {id: 7}) RETURN n.c AS c, n.b AS b")).isEqualTo("{c=a, b=b}");
        graph.main().applySchema(SchemaUpdate.to("NODE N { id INT64 KEY, c STRING, a STRING RENAMED FROM b }"));
        graph.main().applySchema(SchemaUpdate.to("NODE N { id INT64 KEY, b STRING RENAMED FROM c, a STRING }"));
        assertThat(only(graph, query)).isEqualTo("{a=b, b=a}");
        graph.main()
                .applySchema(
                        SchemaUpdate.to("NODE N { id INT64 KEY, b STRING }").hidingDroppedData());
        graph.main().applySchema(SchemaUpdate.to("NODE N { id INT64 KEY, a STRING, b STRING }"));
        assertThat(only(graph, query)).isEqualTo("{a=null, b=a}");
        graph.main().execute("MATCH (n:N {id: 7}) SET n.a = 'new'");
        assertThat(only(graph, query)).isEqualTo("{a=new, b=a}");
    }

    private static String only(Graph graph, String query) {
        try (Result result = graph.main().snapshot().query(query)) {
            return result.next().toMap().toString();
        }
    }

    static LongStream seeds() {
        return Seeds.first(3, 60);
    }

    /** Random writes by two handles, each of which goes on reading, against one who reads everything anew. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whateverHappened_theAnswersAreThoseOfOneWhoKnowsNothing(long seed) {
        Random random = new Random(seed);
        Sennit.create(root(), SchemaParser.parse(SCHEMA), RELAXED, "").close();
        TableReads reads = new TableReads(List.of());
        List<Graph> handles = List.of(another(reads), another(new TableReads(List.of())));
        create(handles.getFirst(), 150);
        handles.getFirst().createBranch("copy", "main");
        List<String> done = new ArrayList<>();
        int fewRead = 0;
        for (int step = 0; step < 30; step++) {
            String branch = random.nextInt(3) > 0 ? "main" : "copy";
            Graph writer = handles.get(random.nextInt(2));
            String statement = statement(random);
            done.add(branch + ": " + statement);
            try {
                change(writer.branch(branch), statement);
            } catch (RuntimeException failed) {
                throw new AssertionError("seed " + seed + ", after " + done, failed);
            }
            reads.clear();
            List<String> first = everything(handles.getFirst().branch(branch), random.nextLong());
            assertThat(first).hasSizeGreaterThan(10);
            fewRead += reads.rows() < 20 ? 1 : 0;
            try (Graph fresh = new OpenGraph(root(), new GraphRuntimes(RuntimeParts.DEFAULT), RELAXED)) {
                for (String name : List.of("main", "copy")) {
                    long which = random.nextLong();
                    List<String> expected = everything(fresh.branch(name), which);
                    for (int handle = 0; handle < 2; handle++) {
                        assertThat(everything(handles.get(handle).branch(name), which))
                                .as("seed %d, handle %d, branch %s after %s", seed, handle, name, done)
                                .isEqualTo(expected);
                    }
                }
            }
        }
        assertThat(fewRead).as("times that little was read, of 30").isGreaterThan(8);
        for (Graph handle : handles) {
            assertThat(handle.check().findings()).isEmpty();
        }
    }

    private static String statement(Random random) {
        return switch (random.nextInt(11)) {
            case 0, 1 -> "MERGE (p:Person {id: " + random.nextInt(200) + "}) SET p.name = 'm" + random.nextInt(9) + "'";
            case 2, 3 ->
                "MATCH (p:Person {id: " + random.nextInt(200) + "}) SET p += {age: " + random.nextInt(90)
                        + ", ok: " + random.nextBoolean() + ", size: 'm', born: date('2000-02-0"
                        + (1 + random.nextInt(9))
                        + "')}";
            case 4 ->
                "MATCH (p:Person {id: " + random.nextInt(200) + "}) SET p += {score: 0." + random.nextInt(99)
                        + ", at: datetime('2026-11-30T10:00:00.123456+02:00'), price: 1." + random.nextInt(99)
                        + ", tags: ['a']}";
            case 5 -> "MATCH (p:Person) WHERE p.id IN " + ids(random) + " DETACH DELETE p";
            case 6 ->
                "MATCH (p:Person), (q:Person) WHERE p.id IN " + ids(random) + " AND q.id IN " + ids(random)
                        + " MERGE (p)-[:FOLLOWS {w: " + random.nextInt(3) + "}]->(q)";
            case 7 ->
                "UNWIND range(1, " + (random.nextBoolean() ? 20 : 400) + ") AS i MERGE (p:Person {id: 1000 + i})"
                        + " SET p.age = " + random.nextInt(90);
            case 8 -> "MATCH (p:Person) WHERE p.id % 7 = " + random.nextInt(7) + " SET p.name = null";
            case 9 -> "optimize";
            default -> "merge";
        };
    }

    private static void change(Branch branch, String statement) {
        switch (statement) {
            case "optimize" -> branch.optimize();
            case "merge" ->
                branch.merge(
                        branch.name().equals("main") ? "copy" : "main",
                        MergeOptions.DEFAULT.strategy(MergeStrategy.THEIRS));
            default -> branch.execute(statement);
        }
    }

    private static List<Integer> ids(Random random) {
        return List.copyOf(new TreeSet<>(
                IntStream.range(0, 4).mapToObj(i -> random.nextInt(200)).toList()));
    }

    /** By scans, by keys and along edges. */
    private static List<String> everything(Branch branch, long which) {
        Random random = new Random(which);
        Snapshot snapshot = branch.snapshot();
        List<String> lines = new ArrayList<>();
        String all = "p.id AS id, p.name AS name, p.age AS age, p.ok AS ok, p.size AS size, p.born AS born";
        List<String> queries = List.of(
                "MATCH (p:Person {id: " + random.nextInt(200) + "}) RETURN " + all,
                "MATCH (p:Person) RETURN " + all,
                "UNWIND " + ids(random)
                        + " AS id MATCH (p:Person {id: id})-[r:FOLLOWS]->(q) RETURN p.id AS p, r.w AS w,"
                        + " q.id AS q, q.name AS name",
                "UNWIND " + ids(random)
                        + " AS id MATCH (p:Person {id: id})<-[r:FOLLOWS]-(q) RETURN p.id AS p, r.w AS w,"
                        + " q.id AS q, q.age AS age",
                "MATCH (p:Person) WHERE p.id IN " + ids(random)
                        + " RETURN p.id AS id, p.score AS score, p.at AS at, p.price AS price, p.tags AS tags");
        for (String query : queries) {
            try (Result result = snapshot.query(query)) {
                result.stream().map(row -> row.toMap().toString()).sorted().forEach(lines::add);
            }
        }
        return lines;
    }
}
