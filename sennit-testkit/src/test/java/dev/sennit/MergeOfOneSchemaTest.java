package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.sennit.model.Durability;
import dev.sennit.model.MergeConflictsException;
import dev.sennit.model.MergeResult;
import dev.sennit.model.MergeResult.Outcome;
import dev.sennit.model.MergeResult.TypeCounts;
import dev.sennit.model.MergeSide;
import dev.sennit.model.MergeStrategy;
import dev.sennit.schema.SchemaParser;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Merges of a branch that changed the schema into one that changed data only. */
class MergeOfOneSchemaTest {
    private static final OpenOptions RELAXED = OpenOptions.DEFAULT.durability(Durability.RELAXED);
    private static final String BASE = """
            NODE P { id STRING KEY, name STRING, n INT8 }
            NODE D { id STRING KEY, t STRING }
            EDGE K (P)-[0..*]->(P) { w INT8, KEY () }
            """;

    @TempDir
    Path directory;

    private Graph graph;

    /** Persons a and b, an edge between them, and a document. */
    @BeforeEach
    void create() {
        graph = Sennit.create(directory.resolve("graph").toString(), SchemaParser.parse(BASE), RELAXED, "");
        write("main", tx -> {
            tx.create("D", Map.of("id", "d1"));
            tx.create(
                    "K",
                    tx.create("P", Map.of("id", "a", "name", "Ann", "n", 1)),
                    tx.create("P", Map.of("id", "b", "name", "Bob", "n", 2)),
                    Map.of());
        });
        graph.createBranch("r", "main");
    }

    @AfterEach
    void close() {
        assertThat(graph.check().findings()).isEmpty();
        graph.close();
    }

    @Test
    void itIsTold_whatBecomesOfTheRowsOfTheBranchThatIsMergedInto() {
        graph.branch("r").applySchema(SchemaUpdate.to(BASE.replace("n INT8", "n INT8 RANGE 0..5, x STRING")));
        write("r", tx -> tx.set(tx.node("P", "b"), Map.of("x", "new")));
        write("main", tx -> {
            tx.set(tx.node("P", "a"), Map.of("n", 50));
            tx.create("P", Map.of("id", "gone", "n", 77));
            tx.create("P", Map.of("id", "kept", "n", 5));
        });
        MergeOptions theirs = MergeOptions.DEFAULT.strategy(MergeStrategy.THEIRS);
        MergeResult dry = graph.main().merge("r", theirs.asDryRun());
        assertThat(dry.types())
                .as("a is as it was, b has x, and what r does not have is not there")
                .containsExactly(new TypeCounts("P", 0, 2, 1));
        MergeResult merged = graph.main().merge("r", theirs);
        assertThat(merged.types()).isEqualTo(dry.types());
        assertThat(merged.conflicts())
                .extracting(
                        each -> each.conflict().subject(),
                        each -> each.resolution().orElseThrow())
                .containsExactlyInAnyOrder(tuple("P:a", MergeSide.THEIRS), tuple("P:gone", MergeSide.THEIRS));
        assertThat(graph.commit("main").result()).containsEntry("P.updated", 2L).containsEntry("P.deleted", 1L);
        try (Result result = graph.main().snapshot().query("MATCH (p:P) RETURN p.id ORDER BY p.id")) {
            assertThat(result).toIterable().extracting(row -> row.get(0)).containsExactly("a", "b", "kept");
        }
    }

    @Test
    void whatOnlyTheOtherSideChanged_isCountedWhereTheRowsAreLookedAt_andNothingElseIs() {
        graph.branch("r").applySchema(SchemaUpdate.to(BASE.replace("n INT8", "n INT64")));
        write("r", tx -> tx.create("P", Map.of("id", "c", "n", 300)));
        write("main", tx -> tx.create("P", Map.of("id", "d")));
        MergeResult merged = graph.main().merge("r");
        assertThat(merged.outcome()).isEqualTo(Outcome.MERGED);
        assertThat(merged.types()).isEqualTo(List.of(new TypeCounts("P", 1, 0, 0)));
    }

    @Test
    void whereTheSideThatIsToWinBreaksTheRule_theErrorSaysWhatElseCanBeDone() {
        graph.branch("r")
                .applySchema(SchemaUpdate.to(BASE.replace(
                        "name STRING, n INT8", "title STRING NOT NULL RENAMED FROM name, n INT8 RANGE 0..5")));
        write("main", tx -> tx.set(tx.node("P", "a"), Map.of("n", 50)));
        MergeOptions ours = MergeOptions.DEFAULT.strategy(MergeStrategy.OURS);
        assertThatExceptionOfType(MergeConflictsException.class)
                .isThrownBy(() -> graph.main().merge("r", ours))
                .satisfies(e -> assertThat(e.text().remedy())
                        .isEqualTo(
                                "n of P:a breaks the rule as 'main' has it, so \"ours\" does not resolve it: change it"
                                        + " there first and merge again, or resolve it as the other side has it, with"
                                        + " \"theirs\" in --resolutions"));
        write("main", tx -> tx.set(tx.node("P", "a"), Map.of("n", 5)));
        assertThat(graph.main().merge("r", ours).outcome()).isEqualTo(Outcome.MERGED);
    }

    @Test
    void theSideWhoseDataBreakItsOwnSidesRule_isNamedAlsoWhereOursHasTheSchema() {
        graph.main().applySchema(SchemaUpdate.to(BASE.replace("n INT8", "n INT8 RANGE 0..5")));
        write("r", tx -> tx.set(tx.node("P", "a"), Map.of("n", 50)));
        assertThatExceptionOfType(MergeConflictsException.class)
                .isThrownBy(() -> graph.main().merge("r", MergeOptions.DEFAULT.strategy(MergeStrategy.THEIRS)))
                .satisfies(e -> assertThat(e.text().remedy())
                        .startsWith("n of P:a breaks the rule as the other side has it, so \"theirs\" does not"));
    }

    private void write(String branch, Consumer<Transaction> body) {
        graph.branch(branch).write(tx -> {
            body.accept(tx);
            return null;
        });
    }
}
