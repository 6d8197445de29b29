package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sennit.model.Durability;
import dev.sennit.model.RefusedStep;
import dev.sennit.model.Rule;
import dev.sennit.model.SchemaChangeRefusedException;
import dev.sennit.model.Violation;
import dev.sennit.schema.SchemaParser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All that is in the way of a schema change is told at once, whatever kind it is of. */
class SchemaRefusalTest {
    private static final String FIRST =
            "NODE P { k STRING KEY, n INT32, `a, b` INT32, a INT32, b INT32 } NODE Q { k STRING KEY }";

    @TempDir
    Path directory;

    @Test
    void whatNoDataCouldAllow_andWhatTheDataForbid_areToldTogether() {
        try (Graph graph = create()) {
            String schema =
                    "NODE P { k STRING KEY, n INT32 RANGE 0.., `a, b` INT32, a INT32, b INT32, m INT8 NOT NULL }"
                            + " NODE R RENAMED FROM S { k STRING KEY }";

            SchemaChangeRefusedException e = refused(graph, schema);

            assertThat(steps(e.refusals()))
                    .containsExactlyInAnyOrder("add P.m INT8 NOT NULL", "add RANGE 0.. to P.n", "add NODE R");
            assertThat(e.violations())
                    .singleElement()
                    .returns(Rule.RANGE, Violation::rule)
                    .returns("x", Violation::key);
            SchemaChange dry = graph.main().applySchema(SchemaUpdate.to(schema).asDryRun());
            assertThat(dry.refusals()).isEqualTo(e.refusals());
            assertThat(dry.violations()).isEqualTo(e.violations());
        }
    }

    @Test
    void whatTheDataForbid_andWhatWouldBeHidden_areToldTogether() {
        try (Graph graph = create()) {
            SchemaChangeRefusedException e =
                    refused(graph, "NODE P { k STRING KEY, n INT32 RANGE 0.., `a, b` INT32, a INT32 }");

            assertThat(steps(e.refusals())).containsExactly("add RANGE 0.. to P.n", "drop P.b", "drop NODE Q");
            assertThat(e.total()).isEqualTo(1);
        }
    }

    /** A property called {@code a, b} is not the properties {@code a} and {@code b}. */
    @Test
    void everyViolationIsCountedForItsStep_whateverNamesHaveInThem() {
        try (Graph graph = create()) {
            SchemaChangeRefusedException e = refused(
                    graph,
                    "NODE P { k STRING KEY, n INT32, `a, b` INT32 UNIQUE, a INT32 NOT NULL, b INT32, UNIQUE (a, b) }"
                            + " NODE Q { k STRING KEY }");

            assertThat(e.refusals())
                    .extracting(refusal -> refusal.step() + ": " + refusal.reason())
                    .containsExactlyInAnyOrder(
                            "add UNIQUE (`a, b`) to P: the data break it 2 times",
                            "add UNIQUE (a, b) to P: the data break it once",
                            "make P.a NOT NULL: the data break it once");
            assertThat(e.total()).isEqualTo(4);
        }
    }

    @Test
    void moreViolationsThanAnErrorLists_areAllHeardOf() {
        try (Graph graph = create()) {
            graph.main().write(tx -> {
                for (int i = 0; i < 250; i++) {
                    tx.create("P", Map.of("k", "more" + i, "n", -i - 1));
                }
                return true;
            });
            List<Violation> heard = new ArrayList<>();
            SchemaChangeRefusedException e = catchThrowableOfType(
                    SchemaChangeRefusedException.class,
                    () -> graph.main()
                            .applySchema(SchemaUpdate.to(FIRST.replace("n INT32", "n INT32 RANGE 0.."))
                                    .violations(heard::add)));

            assertThat(e.violations()).hasSize(100);
            assertThat(e.total()).isEqualTo(251);
            assertThat(heard).hasSize(251).doesNotHaveDuplicates();
        }
    }

    private static SchemaChangeRefusedException refused(Graph graph, String schema) {
        String before = graph.main().snapshot().commit().id().toString();
        SchemaChangeRefusedException e = catchThrowableOfType(
                SchemaChangeRefusedException.class, () -> graph.main().applySchema(SchemaUpdate.to(schema)));
        assertThat(e).as("the refusal").isNotNull();
        assertThat(graph.main().snapshot().commit().id()).hasToString(before);
        return e;
    }

    private static List<String> steps(List<RefusedStep> refusals) {
        return refusals.stream().map(RefusedStep::step).toList();
    }

    private Graph create() {
        Graph graph = Sennit.create(
                directory.resolve("graph").toString(),
                SchemaParser.parse(FIRST),
                OpenOptions.DEFAULT.durability(Durability.RELAXED),
                "init");
        graph.main().write(tx -> {
            tx.create("Q", Map.of("k", "q"));
            tx.create("P", Map.of("k", "x", "n", -1, "a, b", 1, "a", 1, "b", 1));
            tx.create("P", Map.of("k", "y", "n", 1, "a, b", 1, "a", 1, "b", 1));
            return tx.create("P", Map.of("k", "z", "n", 1, "a, b", 1));
        });
        return graph;
    }
}
