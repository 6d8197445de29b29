package dev.sennit.schema.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.IdSource;
import dev.sennit.model.PropertyId;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.Property;
import dev.sennit.schema.RandomSchemas;
import dev.sennit.schema.SchemaDocument;
import dev.sennit.schema.SchemaParser;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MigrationPlannerTest {
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC);
    private static final long ROWS = 10;

    private final IdSource ids = new IdSource(CLOCK, new Random(1));

    /** What a change is called and what it costs on tables of ten rows. */
    record Change(String from, String to, List<String> steps) {
        static Change of(String from, String to, String... steps) {
            return new Change(from, to, List.of(steps));
        }

        @Override
        public String toString() {
            return from + "  =>  " + to;
        }
    }

    static Stream<Change> changes() {
        return Stream.of(
                Change.of("NODE A { k STRING KEY }", "NODE A { k STRING KEY }"),
                Change.of("NODE A", "NODE A NODE B", "add NODE B"),
                Change.of("NODE A NODE B", "NODE A", "drop NODE B, hides data"),
                Change.of("NODE A", "NODE B RENAMED FROM A", "rename NODE A to B"),
                Change.of("NODE B", "NODE B RENAMED FROM A"),
                Change.of(
                        "NODE A NODE B",
                        "NODE B RENAMED FROM A",
                        "refused: add NODE B: NODE B is renamed from A, and the graph has both",
                        "drop NODE A, hides data",
                        "drop NODE B, hides data"),
                Change.of(
                        "NODE A",
                        "NODE B RENAMED FROM C NODE A",
                        "refused: add NODE B: NODE B is renamed from C, which the graph does not have"),
                Change.of(
                        "NODE A EDGE E (A)-[0..*]->(A)",
                        "NODE B RENAMED FROM A EDGE E (B)-[0..*]->(B)",
                        "rename NODE A to B"),
                Change.of(
                        "NODE A EDGE E (A)-[0..*]->(A)",
                        "NODE B RENAMED FROM A EDGE F RENAMED FROM E (B)-[0..*]->(B)",
                        "rename NODE A to B",
                        "rename EDGE E(A,A) to F(B,B)"),
                Change.of(
                        "NODE A NODE B EDGE E (A)-[0..*]->(A)",
                        "NODE A NODE B EDGE E (A)-[0..*]->(B)",
                        "add EDGE E(A,B)",
                        "drop EDGE E(A,A), hides data"),
                Change.of(
                        "NODE A",
                        "NODE A EDGE E (A)-[1..*]->(A)",
                        "refused: add EDGE E(A,A): each of the 10 nodes of A needs 1 of these edges, and has none"),
                Change.of("NODE A", "NODE A NODE B EDGE E (B)-[1..*]->(A)", "add NODE B", "add EDGE E(B,A)"),
                Change.of("NODE A : L", "NODE A : M", "add label M to A", "drop label L of A"),
                Change.of("NODE A", "NODE A { p INT32 }", "add A.p INT32"),
                Change.of(
                        "NODE A",
                        "NODE A { p INT32 NOT NULL }",
                        "refused: add A.p INT32 NOT NULL: the 10 elements of A have no value for it"),
                Change.of(
                        "NODE A",
                        "NODE A { p INT32 NOT NULL DEFAULT 0 }",
                        "add A.p INT32 NOT NULL DEFAULT 0, rewrites 10"),
                Change.of("NODE A { p INT32 }", "NODE A", "drop A.p, hides data"),
                Change.of("NODE A { p INT32 }", "NODE A { q INT32 RENAMED FROM p }", "rename A.p to q"),
                Change.of(
                        "NODE A { p INT32, UNIQUE (p), FULLTEXT (s), s STRING }",
                        "NODE A { q INT32 RENAMED FROM p, UNIQUE (q), FULLTEXT (t), t STRING RENAMED FROM s }",
                        "rename A.p to q",
                        "rename A.s to t"),
                Change.of("NODE A { p INT32 }", "NODE A { p INT64 }", "change A.p from INT32 to INT64, rewrites 10"),
                Change.of(
                        "NODE A { p INT64 }",
                        "NODE A { p INT32 }",
                        "change A.p from INT64 to INT32, rewrites 10, if the data allow"),
                Change.of(
                        "NODE A { p STRING }",
                        "NODE A { p INT32 }",
                        "change A.p from STRING to INT32, rewrites 10, if the data allow"),
                Change.of(
                        "NODE A { p ENUM('a') }",
                        "NODE A { p ENUM('a', 'b') }",
                        "change A.p from ENUM('a') to ENUM('a', 'b')"),
                Change.of(
                        "NODE A { p ENUM('a', 'b') }",
                        "NODE A { p ENUM('a') }",
                        "change A.p from ENUM('a', 'b') to ENUM('a'), reads 10, if the data allow"),
                Change.of("NODE A { p ENUM('a') }", "NODE A { p STRING }", "change A.p from ENUM('a') to STRING"),
                Change.of(
                        "NODE A { p INT32 }",
                        "NODE A { p INT32 NOT NULL }",
                        "make A.p NOT NULL, reads 10, if the data allow"),
                Change.of(
                        "NODE A { p INT32 }",
                        "NODE A { p INT32 NOT NULL DEFAULT 7 }",
                        "make A.p NOT NULL DEFAULT 7, rewrites 10, if the data allow"),
                Change.of("NODE A { p INT32 NOT NULL }", "NODE A { p INT32 }", "allow A.p to be null"),
                Change.of(
                        "NODE A { p STRING }",
                        "NODE A { p STRING PATTERN 'a+' }",
                        "add PATTERN a+ to A.p, reads 10, if the data allow"),
                Change.of("NODE A { p STRING PATTERN 'a+' }", "NODE A { p STRING }", "drop PATTERN a+ of A.p"),
                Change.of(
                        "NODE A { p INT32 RANGE 1..5 }",
                        "NODE A { p INT32 RANGE 0.. }",
                        "change RANGE of A.p from 1..5 to 0.."),
                Change.of(
                        "NODE A { p INT32 RANGE 0.. }",
                        "NODE A { p INT32 RANGE 1.. }",
                        "change RANGE of A.p from 0.. to 1.., reads 10, if the data allow"),
                Change.of(
                        "NODE A { p INT32 KEY, q INT32 NOT NULL }",
                        "NODE A { p INT32, q INT32 KEY }",
                        "allow A.p to be null",
                        "change KEY of A from (p) to (q), reads 10, if the data allow"),
                Change.of("NODE A { p INT32 KEY }", "NODE A { p INT32 NOT NULL }", "drop KEY (p) of A"),
                Change.of(
                        "NODE A { p INT32, q INT32 }",
                        "NODE A { p INT32, q INT32, UNIQUE (p, q) }",
                        "add UNIQUE (p, q) to A, reads 10, if the data allow"),
                Change.of("NODE A { p INT32 UNIQUE }", "NODE A { p INT32 }", "drop UNIQUE (p) of A"),
                Change.of(
                        "NODE A EDGE E (A)-[0..*]->(A)",
                        "NODE A EDGE E (A)-[0..3]->(A)",
                        "change the cardinality of E(A,A) from 0..* to 0..3, reads 20, if the data allow"),
                Change.of(
                        "NODE A EDGE E (A)-[1..3]->(A) { IN 1..1 }",
                        "NODE A EDGE E (A)-[0..3]->(A)",
                        "change the cardinality of E(A,A) from 1..3 to 0..3",
                        "change IN of E(A,A) from 1..1 to 0..*"),
                Change.of("NODE A { s STRING }", "NODE A { s STRING, FULLTEXT (s) }", "declare FULLTEXT (s) on A"),
                Change.of(
                        "NODE A { s STRING, FULLTEXT (s) }",
                        "NODE A { s STRING }",
                        "no longer declare FULLTEXT (s) on A"),
                Change.of("NODE A { s STRING }", "\"\"\"x\"\"\" NODE A { s STRING }", "document A"),
                Change.of(
                        "NODE A { s STRING, t STRING }",
                        "NODE A { t STRING, s STRING }",
                        "order the declarations of A anew"),
                Change.of("NODE A NODE B", "NODE B NODE A", "order the types anew"));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void eachChange_isTheStepsItTakes(Change change) {
        MigrationPlan plan = plan(accepted(change.from()), change.to());
        assertThat(plan.steps().stream().map(MigrationPlannerTest::text)).isEqualTo(change.steps());
        assertThat(plan.after().declared()).isEqualTo(SchemaParser.parse(change.to()));
    }

    @Test
    void whatIsRenamed_keepsItsIdentity_andWhatIsAddedAgainGetsAnother() {
        AcceptedSchema first = accepted("NODE A { p INT32, q INT32 } EDGE E (A)-[0..*]->(A) { w INT32 }");
        AcceptedSchema renamed = plan(
                        first,
                        "NODE B RENAMED FROM A { p2 INT32 RENAMED FROM p, q INT32 }"
                                + " EDGE F RENAMED FROM E (B)-[0..*]->(B) { w INT32 }")
                .after();
        assertThat(renamed.tables())
                .containsEntry("B", first.tables().get("A"))
                .containsEntry("F(B,B)", first.tables().get("E(A,A)"));
        assertThat(renamed.properties().get("B"))
                .containsEntry("p2", id(first, "A", "p"))
                .containsEntry("q", id(first, "A", "q"));
        assertThat(renamed.properties().get("F(B,B)"))
                .isEqualTo(first.properties().get("E(A,A)"));

        AcceptedSchema without = plan(renamed, "NODE B { q INT32 }").after();
        AcceptedSchema again = plan(without, "NODE B { p2 INT32, q INT32 } EDGE F (B)-[0..*]->(B) { w INT32 }")
                .after();
        assertThat(id(again, "B", "p2")).isNotEqualTo(id(first, "A", "p"));
        assertThat(again.tables().get("F(B,B)")).isNotEqualTo(first.tables().get("E(A,A)"));
        assertThat(again.tables().get("B")).isEqualTo(first.tables().get("A"));
    }

    @Test
    void aUniqueThatHeldForLackOfValues_isCheckedWhenTheyAreFilledIn() {
        MigrationPlan plan = plan(
                accepted("NODE A { p INT32, q INT32, UNIQUE (p, q) }"),
                "NODE A { p INT32 NOT NULL DEFAULT 1, q INT32, UNIQUE (p, q) }");
        assertThat(plan.types().getFirst().uniques()).containsExactly(List.of("p", "q"));
    }

    @Test
    void anySchemaCanBePlannedFromAnyOther_andThenNothingIsLeft() {
        for (int seed = 0; seed < 300; seed++) {
            AcceptedSchema from = AcceptedSchema.firstOf(
                    new RandomSchemas(new Random(seed)).document().schema(), ids);
            SchemaDocument to = SchemaDocument.of(
                    new RandomSchemas(new Random(seed + 7919)).document().schema());
            MigrationPlan plan = new MigrationPlanner(ids).plan(from, to, table -> ROWS);
            assertThat(plan.after().declared()).as("seed %d", seed).isEqualTo(to.schema());
            requireIdentities(plan.after(), seed);
            MigrationPlan rest = new MigrationPlanner(ids).plan(plan.after(), to, table -> ROWS);
            assertThat(rest.steps()).as("seed %d", seed).isEmpty();
            assertThat(rest.after()).as("seed %d", seed).isEqualTo(plan.after());
            assertThat(plan.isEmpty())
                    .as("seed %d", seed)
                    .isEqualTo(plan.after().equals(from));
        }
    }

    private static void requireIdentities(AcceptedSchema schema, int seed) {
        Set<Object> all = new HashSet<>();
        for (ElementType type : schema.declared().types().toList()) {
            assertThat(all.add(schema.tableOf(type))).as("seed %d", seed).isTrue();
            for (Property property : type.properties()) {
                assertThat(all.add(schema.idOf(type, property)))
                        .as("seed %d", seed)
                        .isTrue();
            }
        }
    }

    private static PropertyId id(AcceptedSchema schema, String type, String property) {
        ElementType of = schema.declared().type(type).orElseThrow();
        return schema.idOf(of, of.property(property).orElseThrow());
    }

    private AcceptedSchema accepted(String schema) {
        return AcceptedSchema.firstOf(SchemaParser.parse(schema), ids);
    }

    private MigrationPlan plan(AcceptedSchema accepted, String declared) {
        return new MigrationPlanner(ids).plan(accepted, SchemaParser.parseDocument(declared), table -> ROWS);
    }

    private static String text(PlannedStep step) {
        List<String> parts = new ArrayList<>();
        step.refusal()
                .ifPresentOrElse(
                        refusal -> parts.add("refused: " + step.step().text() + ": " + refusal.reason()),
                        () -> parts.add(step.step().text()));
        switch (step.cost()) {
            case StepCost.MetadataOnly ignored -> {}
            case StepCost.ReadsRows reads -> parts.add("reads " + reads.rows());
            case StepCost.RewritesRows rewrites -> parts.add("rewrites " + rewrites.rows());
        }
        if (step.step().hidesData()) {
            parts.add("hides data");
        }
        if (step.refusal().isEmpty() && step.wayOut().isPresent()) {
            parts.add("if the data allow");
        }
        return String.join(", ", parts);
    }
}
