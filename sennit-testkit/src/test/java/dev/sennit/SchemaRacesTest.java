package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.Durability;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.SchemaChangeRefusedException;
import dev.sennit.model.SennitException;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.protocol.Gates;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.SchemaParser;
import dev.sennit.store.ProcessLocks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Schema changes and writes that meet between being prepared and being published, each forced. */
class SchemaRacesTest {
    private static final String FIRST =
            "NODE P { k STRING KEY, n INT32 } NODE Q { k STRING KEY } NODE Z { k STRING KEY }";
    private static final String LABELLED =
            "NODE P : L { k STRING KEY, n INT32 } NODE Q { k STRING KEY } NODE Z { k STRING KEY }";
    private static final String STRICT =
            "NODE P { k STRING KEY, n INT32 NOT NULL UNIQUE } NODE Q { k STRING KEY } NODE Z { k STRING KEY }";

    /** Rows of Q, in so many fragments that they are worth rewriting. */
    private static final int SCATTERED = 8;

    @TempDir
    Path directory;

    /**
     * A write.
     *
     * @param prepared how often it is prepared if it has to be once more
     */
    record Write(String name, int prepared, Consumer<Graph> write) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Write> writes() {
        return Stream.of(
                new Write("load", 2, graph -> graph.main().load(Load.EMPTY.rows(line("P", "x")))),
                new Write("transaction", 2, graph -> graph.main().write(tx -> tx.create("P", Map.of("k", "x")))),
                new Write("optimize", 3, graph -> graph.main().optimize(OptimizeOptions.DEFAULT.type("Q"))),
                new Write("revert", 2, graph -> graph.main().revert("main")),
                new Write(
                        "schema change",
                        2,
                        graph -> graph.main().applySchema(SchemaUpdate.to(FIRST + " EDGE E (P)-[0..*]->(Q)"))));
    }

    private static Path line(String type, String key) {
        try {
            Path file = Files.createTempFile("line", ".jsonl");
            file.toFile().deleteOnExit();
            return Files.writeString(file, "{\"node\": \"" + type + "\", \"properties\": {\"k\": \"" + key + "\"}}\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The change touches no table: only the schema's setter tells the other write. */
    @ParameterizedTest
    @MethodSource("writes")
    void aWriteThatWasPreparedUnderTheOldSchema_isPreparedAgain(Write write) {
        Path root = create();
        Meanwhile meanwhile = new Meanwhile(() -> apply(root, LABELLED));
        try (Graph graph = open(root, meanwhile)) {
            write.write().accept(graph);
        }
        assertThat(meanwhile.prepared).as("how often it was prepared").isEqualTo(write.prepared());
        try (Graph graph = Sennit.open(root.toString())) {
            assertThat(graph.check(CheckOptions.DEFAULT).problems()).isZero();
            assertThat(graph.log("main").map(commit -> commit.writer()).filter("schema"::equals))
                    .hasSize(write.name().equals("schema change") ? 2 : 1);
        }
    }

    /** Also where what allowed the change was that a table was empty, or that rows kept a rule. */
    @Test
    void aRowThatForbidsTheChange_andComesMeanwhile_isNoticed() {
        Path root = create();
        Meanwhile meanwhile = new Meanwhile(() ->
                write(root, graph -> graph.main().write(tx -> tx.create("P", Map.of("k", "late")))));
        try (Graph graph = open(root, meanwhile)) {
            assertThatThrownBy(() -> graph.main().applySchema(SchemaUpdate.to(STRICT)))
                    .isInstanceOfSatisfying(SchemaChangeRefusedException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.SCHEMA_CHANGE_REFUSED);
                        assertThat(e.violations())
                                .singleElement()
                                .satisfies(
                                        violation -> assertThat(violation.key()).isEqualTo("late"));
                    });
            assertThat(graph.main().snapshot().schema()).isEqualTo(SchemaParser.parse(FIRST));
        }
        Path empty = create();
        Meanwhile later =
                new Meanwhile(() -> write(empty, graph -> graph.main().load(Load.EMPTY.rows(line("Z", "z")))));
        try (Graph graph = open(empty, later)) {
            assertThatThrownBy(() -> graph.main()
                            .applySchema(SchemaUpdate.to(
                                    FIRST.replace("NODE Z { k STRING KEY", "NODE Z { k STRING KEY, m INT8 NOT NULL"))))
                    .isInstanceOf(SchemaChangeRefusedException.class)
                    .hasMessageContaining("elements of Z have no value");
        }
    }

    @Test
    void rowsThatComeMeanwhile_areMigratedWithTheOthers() {
        Path root = create();
        Meanwhile meanwhile = new Meanwhile(() ->
                write(root, graph -> graph.main().write(tx -> tx.create("P", Map.of("k", "late", "n", 7)))));
        try (Graph graph = open(root, meanwhile)) {
            SchemaChange change = graph.main()
                    .applySchema(SchemaUpdate.to("NODE P { k STRING KEY, n INT64, d INT8 DEFAULT 3 }"
                            + " NODE Q { k STRING KEY } NODE Z { k STRING KEY }"));
            assertThat(change.rowsRewritten()).isEqualTo(2);
            try (Result result = graph.main().snapshot().query("MATCH (p:P) RETURN p.k, p.n, p.d ORDER BY p.k")) {
                assertThat(result.stream().map(row -> row.toMap().values().toString()))
                        .containsExactly("[a, 1, 3]", "[late, 7, 3]");
            }
            assertThat(graph.check(CheckOptions.DEFAULT).problems()).isZero();
        }
    }

    @Test
    void aWriteOfAnotherTable_doesNotDisturbAChange() {
        Path root = create();
        Meanwhile meanwhile =
                new Meanwhile(() -> write(root, graph -> graph.main().load(Load.EMPTY.rows(line("Z", "z")))));
        try (Graph graph = open(root, meanwhile)) {
            graph.main().applySchema(SchemaUpdate.to(FIRST.replace("n INT32", "n INT64")));
            assertThat(meanwhile.prepared).isEqualTo(1);
            assertThat(graph.main().snapshot().info().types().stream()
                            .mapToLong(type -> type.rowCount())
                            .sum())
                    .isEqualTo(SCATTERED + 2);
        }
    }

    @Test
    void dataAreNotHidden_unlessThatIsAsked() {
        Path root = create();
        try (Graph graph = open(root, FailurePoints.NONE)) {
            SchemaUpdate update = SchemaUpdate.to(FIRST.replace(", n INT32", ""));
            assertThatThrownBy(() -> graph.main().applySchema(update))
                    .isInstanceOfSatisfying(
                            SchemaChangeRefusedException.class,
                            e -> assertThat(e.refusals())
                                    .singleElement()
                                    .satisfies(refusal ->
                                            assertThat(refusal.step()).isEqualTo("drop P.n")));
            assertThat(graph.main().applySchema(update.hidingDroppedData()).commit())
                    .isPresent();
        }
    }

    @Test
    void theSameIdempotencyKey_changesOnce_andNoticesAnotherSchema() {
        Path root = create();
        WriteOptions once = WriteOptions.DEFAULT.idempotencyKey("labels");
        try (Graph graph = open(root, FailurePoints.NONE)) {
            SchemaChange first = graph.main().applySchema(SchemaUpdate.to(LABELLED), once);
            graph.main().applySchema(SchemaUpdate.to(FIRST));
            SchemaChange again = graph.main().applySchema(SchemaUpdate.to(LABELLED), once);
            assertThat(again.replayed()).isTrue();
            assertThat(again.commit()).isEqualTo(first.commit());
            assertThat(graph.main().snapshot().schema()).isEqualTo(SchemaParser.parse(FIRST));
            assertThatThrownBy(() -> graph.main().applySchema(SchemaUpdate.to(STRICT), once))
                    .isInstanceOfSatisfying(
                            SennitException.class,
                            e -> assertThat(e.code()).isEqualTo(ErrorCode.IDEMPOTENCY_KEY_REUSED));
        }
    }

    @Test
    void aChangeOnABranch_leavesTheOthersAlone() {
        Path root = create();
        try (Graph graph = open(root, FailurePoints.NONE)) {
            Branch side = graph.createBranch("side", "main");
            side.applySchema(SchemaUpdate.to(
                            "NODE Q { k STRING KEY } NODE R RENAMED FROM P { k STRING KEY, m INT64 RENAMED FROM n }")
                    .hidingDroppedData());
            graph.main().write(tx -> tx.create("P", Map.of("k", "b", "n", 2)));
            side.write(tx -> tx.create("R", Map.of("k", "c", "m", 5_000_000_000L)));
            assertThat(rows(graph.main().snapshot(), "MATCH (p:P) RETURN p.k, p.n ORDER BY p.k"))
                    .containsExactly("[a, 1]", "[b, 2]");
            assertThat(rows(side.snapshot(), "MATCH (r:R) RETURN r.k, r.m ORDER BY r.k"))
                    .containsExactly("[a, 1]", "[c, 5000000000]");
            GraphSchema first = SchemaParser.parse(FIRST);
            assertThat(graph.main().snapshot().schema()).isEqualTo(first);
            assertThat(side.snapshot().schema()).isNotEqualTo(first);
            assertThat(graph.check(CheckOptions.DEFAULT).problems()).isZero();
        }
    }

    /** Does something the first time a write is prepared, and counts how often it is. */
    private static final class Meanwhile implements FailurePoints {
        private final Runnable action;
        private int prepared;

        Meanwhile(Runnable action) {
            this.action = action;
        }

        @Override
        public void reached(FailurePoint point) {
            if (point == FailurePoint.PREPARED && ++prepared == 1) {
                action.run();
            }
        }
    }

    private static List<String> rows(Snapshot snapshot, String query) {
        try (Result result = snapshot.query(query)) {
            return result.stream().map(row -> row.toMap().values().toString()).toList();
        }
    }

    private int graphs;

    private Path create() {
        Path root = directory.resolve("graph" + graphs++);
        try (Graph graph = Sennit.create(
                root.toString(),
                SchemaParser.parse(FIRST),
                OpenOptions.DEFAULT.durability(Durability.RELAXED),
                "init")) {
            for (int i = 0; i < SCATTERED; i++) {
                String key = "q" + i;
                graph.main().write(tx -> tx.create("Q", Map.of("k", key)));
            }
            graph.main().write(tx -> tx.create("P", Map.of("k", "a", "n", 5)));
            graph.main().write(tx -> tx.upsert("P", Map.of("k", "a", "n", 1)));
        }
        return root;
    }

    private static void apply(Path root, String schema) {
        write(root, graph -> graph.main().applySchema(SchemaUpdate.to(schema)));
    }

    private static void write(Path root, Consumer<Graph> write) {
        try (Graph graph = open(root, FailurePoints.NONE)) {
            write.accept(graph);
        }
    }

    /** Another runtime, without gates, as another process is. */
    private static Graph open(Path root, FailurePoints points) {
        RuntimeParts parts = RuntimeParts.DEFAULT
                .gates(locks -> Gates.with(ProcessLocks.NONE))
                .failurePoints(points);
        return new OpenGraph(
                root.toString(), new GraphRuntimes(parts), OpenOptions.DEFAULT.durability(Durability.RELAXED));
    }
}
