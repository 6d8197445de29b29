package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.sennit.Branch;
import dev.sennit.Graph;
import dev.sennit.OpenOptions;
import dev.sennit.Result;
import dev.sennit.Row;
import dev.sennit.Sennit;
import dev.sennit.Snapshot;
import dev.sennit.Transaction;
import dev.sennit.model.Durability;
import dev.sennit.model.InvalidTextException;
import dev.sennit.model.NodeId;
import dev.sennit.query.syntax.QueryParser;
import dev.sennit.query.syntax.SyntaxLimits;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.NodeType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random queries have the same answer on a graph in memory and on the same graph stored, however it is: in many fragments
 * with deleted rows, with indexes or without, before and after it was optimized, on a copy of a branch, and half of it in
 * a transaction that has not ended.
 */
class StoredQueriesTest {
    private static final int QUERIES = 25;
    private static final QueryParser PARSER = new QueryParser(SyntaxLimits.DEFAULT);

    @TempDir
    Path directory;

    static LongStream seeds() {
        return Seeds.of(2, 3);
    }

    /** The same graph in one of the ways it can be there. */
    private record Variant(String name, Function<String, Result> query) {}

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void howAGraphIsStoredDoesNotMatter(long seed) {
        RandomQueries queries = new RandomQueries(seed);
        MemoryGraph memory = queries.graph();
        Random random = new Random(seed);
        try (Graph graph = Sennit.create(
                directory.resolve("g").toString(),
                RandomQueries.SCHEMA,
                OpenOptions.DEFAULT.durability(Durability.RELAXED),
                "")) {
            Contents contents = new Contents(memory);
            graph.main().write(tx -> {
                // So many go again that the table is worth optimizing.
                IntStream.range(0, 1_500).forEach(i -> tx.create("A", Map.of("k", "gone" + i)));
                return contents.addNodes(tx, node -> true);
            });
            graph.main().execute("MATCH (n:A) WHERE n.k STARTS WITH 'gone' DETACH DELETE n");
            graph.createBranch("half", "main");
            contents.fill(graph.main(), random);
            List<Variant> variants = new ArrayList<>();
            Snapshot scattered = graph.main().snapshot();
            variants.add(new Variant("scattered", scattered::query));
            assumeFalse(graph.main().optimize().isNothingToDo(), "commits have kept the tables in order themselves");
            Snapshot optimized = graph.main().snapshot();
            variants.add(new Variant("optimized", optimized::query));
            graph.createBranch("copy", "main");
            graph.main().execute("MATCH (n) DETACH DELETE n");
            Branch copy = graph.branch("copy");
            variants.add(new Variant("a branch", query -> copy.snapshot().query(query)));
            graph.branch("half").write(tx -> {
                contents.addEdges(tx, edge -> true);
                List<Variant> all = new ArrayList<>(variants);
                all.add(new Variant("a transaction", tx::query));
                compare(seed, queries, memory, all);
                return null;
            });
        }
    }

    private static void compare(long seed, RandomQueries queries, MemoryGraph memory, List<Variant> variants) {
        int answered = 0;
        for (int q = 0; q < QUERIES; q++) {
            String query = queries.query();
            Optional<List<String>> expected = expected(memory, query);
            if (expected.isEmpty()) {
                continue;
            }
            answered++;
            for (Variant variant : variants) {
                assertThat(lines(variant.query.apply(query)))
                        .as("seed %d, query %d, %s: %s", seed, q, variant.name, query)
                        .isEqualTo(expected.get());
            }
        }
        assertThat(answered).as("queries the schema allows").isGreaterThan(QUERIES / 3);
    }

    private static Optional<List<String>> expected(MemoryGraph memory, String query) {
        try {
            new NaiveInterpreter(memory).run(PARSER.parse(query).query());
            return Optional.of(Answer.of(memory, query, Map.of()).sortedLines());
        } catch (InvalidTextException | NaiveInterpreter.TooMuchException refused) {
            return Optional.empty();
        }
    }

    private static List<String> lines(Result result) {
        try (result) {
            List<List<@Nullable Object>> rows = new ArrayList<>();
            for (Row row : (Iterable<Row>) result.stream()::iterator) {
                List<@Nullable Object> values = new ArrayList<>();
                for (int i = 0; i < row.columns().size(); i++) {
                    values.add(row.get(i));
                }
                rows.add(values);
            }
            return new Answer(result.columns(), rows).sortedLines();
        }
    }

    /** What is in a graph in memory, to be put into another. */
    private record Contents(MemoryGraph memory) {
        private interface Choice {
            boolean takes(int row);
        }

        Object addNodes(Transaction tx, Choice choice) {
            for (NodeType type : memory.schema().nodeTypes()) {
                List<@Nullable Object[]> rows = memory.rowsOf(type);
                for (int i = 0; i < rows.size(); i++) {
                    if (choice.takes(i)) {
                        tx.create(type.name(), properties(type, rows.get(i), 1));
                    }
                }
            }
            return this;
        }

        Object addEdges(Transaction tx, Choice choice) {
            for (EdgeType type : memory.schema().edgeTypes()) {
                List<@Nullable Object[]> rows = memory.rowsOf(type);
                for (int i = 0; i < rows.size(); i++) {
                    if (choice.takes(i)) {
                        @Nullable Object[] row = rows.get(i);
                        tx.create(
                                type.label(),
                                node(tx, type.source(), row[1]),
                                node(tx, type.destination(), row[2]),
                                properties(type, row, 3));
                    }
                }
            }
            return this;
        }

        private static NodeId node(Transaction tx, String type, @Nullable Object id) {
            return tx.node(type, Objects.requireNonNull(id));
        }

        private static Map<String, @Nullable Object> properties(ElementType type, @Nullable Object[] row, int first) {
            Map<String, @Nullable Object> properties = new LinkedHashMap<>();
            for (int i = 0; i < type.properties().size(); i++) {
                properties.put(type.properties().get(i).name(), row[first + i]);
            }
            return properties;
        }

        /** The edges in several commits, with others that go again, and nodes that change and change back. */
        void fill(Branch branch, Random random) {
            int parts = 2 + random.nextInt(2);
            for (int part = 0; part < parts; part++) {
                int current = part;
                branch.write(tx -> addEdges(tx, edge -> edge % parts == current));
                branch.execute("MATCH (a:A {k: 'n0'}) UNWIND range(1, 3) AS i"
                        + " CREATE (a)-[:R {w: 99}]->(:A {k: 'gone" + part + "-' + toString(i)})");
                branch.execute("MATCH (n:A {k: 'n0'}) SET n.i = coalesce(n.i, 0) + 1, n.s = n.s");
            }
            branch.execute("MATCH (n:A) WHERE n.k STARTS WITH 'gone' DETACH DELETE n");
            NodeType type = memory.schema().nodeType("A").orElseThrow();
            Map<String, @Nullable Object> first =
                    properties(type, memory.rowsOf(type).getFirst(), 1);
            branch.execute("MATCH (n:A {k: 'n0'}) SET n += $as", Collections.singletonMap("as", first));
        }
    }
}
