package dev.sennit.schema.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.IdSource;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.AppliedDefault;
import dev.sennit.schema.RandomSchemas;
import dev.sennit.schema.SchemaDocument;
import dev.sennit.schema.SchemaParser;
import dev.sennit.schema.SchemaPrinter;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SchemaMergeTest {
    private static final String BASE = "NODE A : L { k STRING KEY, p INT32, q STRING, UNIQUE (k, q) }"
            + " NODE B { k STRING KEY } EDGE E (A)-[0..*]->(B) { w INT32 }";

    private final IdSource ids =
            new IdSource(Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC), new Random(1));

    /**
     * Two changes of {@link #BASE}, as replacements in its text.
     *
     * @param together replacements with the united schema as result; or nothing
     * @param conflicts or the conflicts
     */
    record Case(String ours, String theirs, String together, List<String> conflicts) {
        static Case merged(String ours, String theirs, String together) {
            return new Case(ours, theirs, together, List.of());
        }

        static Case conflict(String ours, String theirs, String... conflicts) {
            return new Case(ours, theirs, "", List.of(conflicts));
        }

        @Override
        public String toString() {
            return ours + " | " + theirs;
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                Case.merged(
                        "p INT32 > p INT64",
                        "q STRING > q STRING PATTERN 'a'",
                        "p INT32 > p INT64 & q STRING > q STRING PATTERN 'a'"),
                Case.merged("p INT32 > p INT64", "p INT32 > p INT64", "p INT32 > p INT64"),
                Case.merged("p INT32 > p INT64", "p INT32 > p INT32 NOT NULL DEFAULT 0", "p INT32 > p INT64 NOT NULL"),
                Case.conflict(
                        "p INT32 > p INT64", "p INT32 > p FLOAT64", "A.p type: ours has INT64, theirs has FLOAT64"),
                Case.merged("p INT32 > p2 INT32 RENAMED FROM p", "p INT32 > p INT64", "p INT32 > p2 INT64"),
                Case.conflict(
                        "p INT32 > x INT32 RENAMED FROM p",
                        "p INT32 > y INT32 RENAMED FROM p",
                        "A.p: ours has 'x', theirs has 'y'"),
                Case.merged(
                        "p INT32 > x INT32 RENAMED FROM p",
                        "w INT32 > w INT32, x INT32",
                        "p INT32 > x INT32 & w INT32 > w INT32, x INT32"),
                Case.conflict(
                        "p INT32 > x INT32 RENAMED FROM p",
                        "p INT32 > p INT32, x INT32",
                        "A.x: ours renamed p to it, theirs added it"),
                Case.merged("p INT32 > p INT32, x INT32", "p INT32 > p INT32, x INT32", "p INT32 > p INT32, x INT32"),
                Case.merged(
                        "p INT32 > p INT32, x INT32",
                        "p INT32 > x INT32 NOT NULL DEFAULT 0, p INT32",
                        "p INT32 > p INT32, x INT32 NOT NULL"),
                Case.merged(
                        "p INT32 > p INT32, x INT32 RANGE 0..9",
                        "p INT32 > p INT32, x INT32, UNIQUE (x)",
                        "p INT32 > p INT32, x INT32 RANGE 0..9 & (k, q) > (k, q), UNIQUE (x)"),
                Case.conflict(
                        "p INT32 > p INT32, x INT32 RANGE 0..9",
                        "p INT32 > p INT32, x INT32 RANGE 0..8",
                        "A.x RANGE: ours has 0..9, theirs has 0..8"),
                Case.conflict(
                        "p INT32 > p INT32, x INT32",
                        "p INT32 > p INT32, x INT64",
                        "A.x: ours added it as INT32, theirs added it as INT64"),
                Case.merged("p INT32 > x STRING", "p INT32 > x STRING", "p INT32 > x STRING"),
                Case.conflict("w INT32 > ", "w INT32 > w INT64", "E.w: ours dropped it, theirs changed it"),
                Case.conflict("w INT32 > w INT64", "w INT32 > ", "E.w: ours changed it, theirs dropped it"),
                Case.merged("w INT32 > ", "w INT32 > ", "w INT32 > "),
                Case.merged("w INT32 > ", "p INT32 > p INT64", "p INT32 > p INT64 & w INT32 > "),
                Case.conflict(
                        "w INT32 > ",
                        "w INT32 > w INT32, UNIQUE (w)",
                        "E.w: ours dropped it, theirs has it in a UNIQUE"),
                Case.conflict(
                        "EDGE E (A)-[0..*]->(B) { w INT32 } > ",
                        "w INT32 > w INT64",
                        "E: ours dropped it, theirs changed it"),
                Case.merged("NODE B > NODE C NODE B", "NODE B > NODE C NODE B", "NODE B > NODE C NODE B"),
                Case.merged(
                        "NODE B > NODE C : L { k STRING KEY, o INT8 } NODE B",
                        "NODE B > NODE C : M { t INT8, k STRING KEY, FULLTEXT (k) } NODE B",
                        "NODE B > NODE C : L, M { k STRING KEY, o INT8, t INT8, FULLTEXT (k) } NODE B"),
                Case.conflict(
                        "NODE B > NODE C { k STRING KEY } NODE B",
                        "NODE B > NODE C { k STRING NOT NULL } NODE B",
                        "C KEY: ours added it with KEY (k), theirs added it without a KEY"),
                Case.merged(
                        "NODE B > NODE C { k STRING KEY } EDGE F (C)-[0..*]->(C) NODE B",
                        "NODE B > NODE C { k STRING KEY } EDGE F (C)-[0..1]->(C) { w INT8 } NODE B",
                        "NODE B > NODE C { k STRING KEY } EDGE F (C)-[0..1]->(C) { w INT8 } NODE B"),
                Case.conflict(
                        "NODE B > EDGE F (A)-[0..*]->(B) { KEY () } NODE B",
                        "NODE B > EDGE F (A)-[0..*]->(B) NODE B",
                        "F KEY: ours added it with KEY (), theirs added it without a KEY"),
                Case.conflict(
                        "NODE B { > NODE C RENAMED FROM B { & ->(B) > ->(C)",
                        "NODE B > NODE C NODE B",
                        "C: ours renamed B to it, theirs added it"),
                Case.merged(
                        "NODE B { > NODE C RENAMED FROM B { & ->(B) > ->(C) { w INT32 } EDGE F (A)-[0..*]->(C)",
                        "NODE A > EDGE F (A)-[0..*]->(B) NODE A",
                        "NODE B { > NODE C { & ->(B) > ->(C) { w INT32 } EDGE F (A)-[0..*]->(C)"),
                Case.conflict(
                        "NODE B { k STRING KEY } EDGE E (A)-[0..*]->(B) { w INT32 } > ",
                        "NODE B > EDGE F (B)-[0..*]->(A) NODE B",
                        "B: ours dropped it, theirs has edges of F at it"),
                Case.merged(
                        "NODE B { > NODE C RENAMED FROM B { & ->(B) > ->(C)",
                        "w INT32 > w INT64",
                        "NODE B { > NODE C { & ->(B) > ->(C) & w INT32 > w INT64"),
                Case.merged(
                        "NODE B { > NODE C RENAMED FROM B { & ->(B) > ->(C)",
                        "NODE A > EDGE F (B)-[0..*]->(B) NODE A",
                        "NODE B { > NODE C { & ->(B) { w INT32 } > ->(C) { w INT32 } EDGE F (C)-[0..*]->(C)"),
                Case.merged(": L > : L, M", ": L > ", ": L > : M"),
                Case.merged(
                        ", UNIQUE (k, q) > ",
                        "NODE B { > NODE B { u STRING UNIQUE, ",
                        ", UNIQUE (k, q) >  & NODE B { k STRING KEY > NODE B { k STRING KEY, u STRING UNIQUE"),
                Case.conflict(
                        "-[0..*]-> > -[0..1]->",
                        "-[0..*]-> > -[0..2]->",
                        "E cardinality: ours has 0..1, theirs has 0..2"),
                Case.merged(
                        "-[0..*]-> > -[0..1]->",
                        "w INT32 > w INT32, IN 0..5",
                        "-[0..*]-> > -[0..1]-> & w INT32 > w INT32, IN 0..5"),
                Case.conflict(
                        "NODE B > NODE B : M",
                        "NODE B > NODE M NODE B",
                        "the schema: ours is valid by itself, theirs is valid by itself, and together they are not:"
                                + " the label 'M' is the name of another node type: (:M) would no longer mean that"
                                + " type alone"));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void twoChanges_areUnitedOrInConflict(Case change) {
        AcceptedSchema base = AcceptedSchema.firstOf(SchemaParser.parse(BASE), ids);
        AcceptedSchema ours = changed(base, change.ours());
        AcceptedSchema theirs = changed(base, change.theirs());
        switch (SchemaMerge.of(base, ours, theirs)) {
            case SchemaMerge.Conflicts conflicts ->
                assertThat(conflicts.conflicts().stream().map(SchemaMergeConflict::text))
                        .isEqualTo(change.conflicts());
            case SchemaMerge.Merged(AcceptedSchema united, List<DivergentDefault> divergent) -> {
                assertThat(change.conflicts()).isEmpty();
                assertThat(divergent).isEmpty();
                assertThat(SchemaPrinter.print(united.declared()))
                        .isEqualTo(SchemaPrinter.print(SchemaParser.parse(replaced(change.together()))));
                Set<Object> known = new HashSet<>(identities(ours));
                known.addAll(identities(theirs));
                assertThat(known).containsAll(allIdentities(united));
                Set<Object> givenUp = new HashSet<>(allIdentities(united));
                givenUp.removeAll(identities(united));
                assertThat(identities(theirs)).as("what is given up is theirs").containsAll(givenUp);
            }
        }
    }

    /** What is in conflict does not depend on who is we. */
    @ParameterizedTest
    @MethodSource("cases")
    void sidesExchanged_giveTheSameVerdict(Case change) {
        AcceptedSchema base = AcceptedSchema.firstOf(SchemaParser.parse(BASE), ids);
        AcceptedSchema ours = changed(base, change.ours());
        AcceptedSchema theirs = changed(base, change.theirs());
        SchemaMerge one = SchemaMerge.of(base, ours, theirs);
        SchemaMerge other = SchemaMerge.of(base, theirs, ours);
        switch (one) {
            case SchemaMerge.Conflicts(List<SchemaMergeConflict> conflicts) ->
                assertThat(other)
                        .isInstanceOfSatisfying(
                                SchemaMerge.Conflicts.class,
                                exchanged -> assertThat(
                                                exchanged.conflicts().stream().map(SchemaMergeConflict::subject))
                                        .containsExactlyInAnyOrderElementsOf(conflicts.stream()
                                                .map(SchemaMergeConflict::subject)
                                                .toList()));
            case SchemaMerge.Merged(AcceptedSchema united, List<DivergentDefault> ignored) ->
                assertThat(other)
                        .isInstanceOfSatisfying(
                                SchemaMerge.Merged.class,
                                exchanged -> assertThat(allIdentities(exchanged.schema()))
                                        .isEqualTo(allIdentities(united)));
        }
    }

    /** What DEFAULT gave, in each side's changes one after the other, and what both come to. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x INT32 DEFAULT 7          | x INT32 DEFAULT 7          | 7",
                "x INT32 DEFAULT 7          | x INT32                    | 7",
                "x INT32                    | x INT32 DEFAULT 7          | 7",
                "x INT64 DEFAULT 7          | x INT32 DEFAULT 7; x INT64 | 7",
                "x INT32 DEFAULT 7          | x INT32; x INT32 DEFAULT 8 | 7",
                "x INT32 DEFAULT 7          | x INT32; x INT32 NOT NULL DEFAULT 7 | 7",
                "x INT32 DEFAULT 7          | x INT32 DEFAULT 7; x INT32 NOT NULL DEFAULT 8 | 7 8",
                "x INT32 DEFAULT 7; x INT32 NOT NULL DEFAULT 8; x INT32; x INT32 NOT NULL DEFAULT 9 | x INT32 | 7 8 9",
                "x INT32 DEFAULT 7; y INT32 RENAMED FROM x | p INT64    | 7",
                "x INT32 DEFAULT 7          | x INT32 DEFAULT 8          | differ",
                "x INT32 DEFAULT 7; x INT32 NOT NULL DEFAULT 9 | x INT32 DEFAULT 7; x INT32 NOT NULL DEFAULT 8 | differ",
                "p INT32 NOT NULL DEFAULT 1 | p INT32 NOT NULL DEFAULT 1 | 1",
                "p INT32 NOT NULL DEFAULT 1 | p INT32 NOT NULL DEFAULT 2 | differ"
            })
    void defaultsThatWereApplied_areThoseOfBoth(String ours, String theirs, String expected) {
        AcceptedSchema base = AcceptedSchema.firstOf(SchemaParser.parse(BASE), ids);
        AcceptedSchema our = inSteps(base, ours);
        AcceptedSchema their = inSteps(base, theirs);
        SchemaMerge.Merged merged = (SchemaMerge.Merged) SchemaMerge.of(base, our, their);
        SchemaMerge.Merged reversed = (SchemaMerge.Merged) SchemaMerge.of(base, their, our);
        if (expected.equals("differ")) {
            assertThat(merged.schema().defaults().values())
                    .containsExactlyElementsOf(our.defaults().values());
            assertThat(reversed.schema().defaults().values())
                    .containsExactlyElementsOf(their.defaults().values());
            DivergentDefault one = merged.divergent().getFirst();
            DivergentDefault other = reversed.divergent().getFirst();
            assertThat(one.our()).isEqualTo(other.their()).isNotEqualTo(other.our());
            assertThat(one.their()).isEqualTo(other.our());
            assertThat(merged.divergent()).hasSize(1);
            return;
        }
        for (SchemaMerge.Merged each : List.of(merged, reversed)) {
            assertThat(each.divergent()).isEmpty();
            assertThat(each.schema().defaults()).hasSize(1);
            assertThat(each.schema().defaults().values().iterator().next().stream()
                            .map(AppliedDefault::literal)
                            .collect(Collectors.joining(" ")))
                    .isEqualTo(expected);
        }
    }

    /** Several changes, one after the other, of a property that is added, or of p. */
    private AcceptedSchema inSteps(AcceptedSchema base, String steps) {
        AcceptedSchema schema = base;
        for (String step : steps.split("; ", -1)) {
            String text = step.startsWith("p ") ? BASE.replace("p INT32", step) : BASE.replace("q ", step + ", q ");
            schema = new MigrationPlanner(ids)
                    .plan(schema, SchemaParser.parseDocument(text), table -> 0)
                    .after();
        }
        return schema;
    }

    private static Set<Object> identities(AcceptedSchema schema) {
        Set<Object> all = new HashSet<>(schema.tables().values());
        schema.properties().values().forEach(properties -> all.addAll(properties.values()));
        return all;
    }

    /** Also those by which something is known elsewhere. */
    private static Set<Object> allIdentities(AcceptedSchema schema) {
        Set<Object> all = identities(schema);
        schema.united().tables().values().forEach(all::addAll);
        schema.united().properties().values().forEach(all::addAll);
        return all;
    }

    private AcceptedSchema changed(AcceptedSchema base, String replacements) {
        return new MigrationPlanner(ids)
                .plan(base, SchemaParser.parseDocument(replaced(replacements)), table -> 0)
                .after();
    }

    private static String replaced(String replacements) {
        String text = BASE;
        for (String replacement : replacements.split(" & ")) {
            String[] parts = replacement.split(" > ", -1);
            assertThat(text).contains(parts[0]);
            text = text.replace(parts[0], parts[1]);
        }
        return text;
    }

    /** Laws that any merge obeys. */
    @Test
    void theBaseIsNeutral_andASideMergedWithItselfIsItself() {
        for (int seed = 0; seed < 100; seed++) {
            AcceptedSchema base = AcceptedSchema.firstOf(
                    new RandomSchemas(new Random(seed)).document().schema(), ids);
            AcceptedSchema other = new MigrationPlanner(ids)
                    .plan(
                            base,
                            SchemaDocument.of(new RandomSchemas(new Random(seed + 31))
                                    .document()
                                    .schema()),
                            t -> 0)
                    .after();
            assertThat(SchemaMerge.of(base, other, base)).as("seed %d", seed).isEqualTo(new SchemaMerge.Merged(other));
            assertThat(SchemaMerge.of(base, base, other)).as("seed %d", seed).isEqualTo(new SchemaMerge.Merged(other));
            assertThat(SchemaMerge.of(base, other, other)).as("seed %d", seed).isEqualTo(new SchemaMerge.Merged(other));
        }
    }
}
