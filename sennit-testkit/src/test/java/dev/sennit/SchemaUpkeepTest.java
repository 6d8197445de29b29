package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.Durability;
import dev.sennit.model.ElementChange;
import dev.sennit.model.NodeId;
import dev.sennit.schema.SchemaParser;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables whose columns changed are compared, optimized, folded and collected like any others. */
class SchemaUpkeepTest {
    private static final String FIRST = "NODE P { k STRING KEY, town STRING, n INT32, old STRING }";
    private static final String RENAMED =
            "NODE Q RENAMED FROM P { k STRING KEY, city STRING RENAMED FROM town, n INT64 }";
    private static final String FILLED = "NODE Q { k STRING KEY, city STRING, n INT64, size INT8 NOT NULL DEFAULT 1 }";

    /** The commit after so many of one row folds the tail. */
    private static final int COMMITS_UNTIL_FOLD = 66;

    @TempDir
    Path directory;

    @Test
    void whatChangedColumns_isStillComparedOptimizedFoldedAndCollected() {
        try (Graph graph = Sennit.create(
                directory.resolve("graph").toString(),
                SchemaParser.parse(FIRST),
                OpenOptions.DEFAULT.durability(Durability.RELAXED),
                "init")) {
            for (int i = 0; i < 8; i++) {
                Map<String, Object> row = Map.of("k", "p" + i, "town", "t" + i, "n", i, "old", "o");
                graph.main().write(tx -> tx.create("P", row));
            }
            graph.main().write(tx -> {
                tx.delete(tx.node("P", "p0"));
                return true;
            });

            graph.main().applySchema(SchemaUpdate.to(RENAMED).hidingDroppedData());
            assertThat(changes(graph))
                    .as("names and widths are no change of elements")
                    .isEmpty();
            graph.main().applySchema(SchemaUpdate.to(FILLED));
            assertThat(changes(graph)).hasSize(7);

            graph.main().optimize();
            requireRows(graph, 7);
            for (int i = 0; i < COMMITS_UNTIL_FOLD; i++) {
                Map<String, Object> row = Map.of("k", "q" + i, "city", "t", "n", 5_000_000_000L, "size", 2);
                graph.main().write(tx -> tx.create("Q", row));
            }
            requireRows(graph, 7 + COMMITS_UNTIL_FOLD);

            graph.collect(
                    CollectOptions.DEFAULT.keep(Duration.ZERO).keepCommits(1).guard(Duration.ZERO));
            requireRows(graph, 7 + COMMITS_UNTIL_FOLD);
            graph.main().write(tx -> tx.upsert("Q", Map.of("k", "p1", "size", 3)));
            requireRows(graph, 7 + COMMITS_UNTIL_FOLD);
        }
    }

    @Test
    void onlyWhatAStepIsAbout_isRead() {
        String nodes = "NODE P { k STRING KEY, n INT32 } NODE Q { k STRING KEY }";
        try (Graph graph = Sennit.create(
                directory.resolve("graph").toString(),
                SchemaParser.parse(nodes + " EDGE E (P)-[0..*]->(Q) { w INT32 }"),
                OpenOptions.DEFAULT.durability(Durability.RELAXED),
                "init")) {
            graph.main().write(tx -> {
                NodeId q = tx.create("Q", Map.of("k", "q"));
                for (int i = 0; i < 3; i++) {
                    tx.create("E", tx.create("P", Map.of("k", "p" + i, "n", i)), q, Map.of("w", i));
                }
                return true;
            });
            assertThat(rowsRead(graph, nodes + " EDGE F RENAMED FROM E (P)-[0..*]->(Q) { width INT32 RENAMED FROM w }"))
                    .as("for other names")
                    .isZero();
            assertThat(rowsRead(graph, nodes + " EDGE F (P)-[0..*]->(Q) { width INT32 UNIQUE }"))
                    .as("edges, for a rule about edges")
                    .isEqualTo(3);
            assertThat(rowsRead(graph, nodes + " EDGE F (P)-[0..*]->(Q) { width INT64 UNIQUE NOT NULL }"))
                    .as("edges once, for two steps")
                    .isEqualTo(3);
            assertThat(rowsRead(graph, nodes + " EDGE F (P)-[1..1]->(Q) { width INT64 UNIQUE NOT NULL }"))
                    .as("edges and nodes, for how many each has")
                    .isEqualTo(7);
        }
    }

    private static long rowsRead(Graph graph, String schema) {
        SchemaUpdate update = SchemaUpdate.to(schema);
        long planned = graph.main().applySchema(update.asDryRun()).rowsRead();
        assertThat(graph.main().applySchema(update).rowsRead()).isEqualTo(planned);
        return planned;
    }

    private static List<ElementChange> changes(Graph graph) {
        try (Stream<ElementChange> changes = graph.diff("main~1", "main").changes()) {
            return changes.toList();
        }
    }

    private static void requireRows(Graph graph, long expected) {
        assertThat(graph.check(CheckOptions.DEFAULT).problems()).isZero();
        try (Result result = graph.main().snapshot().query("MATCH (q:Q) RETURN count(*), count(q.n), count(q.size)")) {
            assertThat(result.stream().map(row -> row.toMap().values().toString()))
                    .containsExactly("[" + expected + ", " + expected + ", " + expected + "]");
        }
        try (Result result = graph.main().snapshot().query("MATCH (q:Q {k: 'p3'}) RETURN q.city, q.n")) {
            assertThat(result.stream().map(row -> row.toMap().values().toString()))
                    .containsExactly("[t3, 3]");
        }
    }
}
