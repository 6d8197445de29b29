package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.CheckReport;
import dev.sennit.model.Durability;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.IdSource;
import dev.sennit.model.LoadMode;
import dev.sennit.model.SchemaChangeRefusedException;
import dev.sennit.model.Violation;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.SchemaParser;
import dev.sennit.schema.migration.MigrationPlanner;
import dev.sennit.schema.migration.MigrationStep;
import dev.sennit.schema.migration.PlannedStep;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every kind of step of a schema change, on a table without rows, on data that allow it and on data that forbid it. Where
 * no data can forbid a step, there is no third case.
 */
class SchemaStepsTest {
    @TempDir
    Path directory;

    /**
     * One kind of step.
     *
     * @param allowing data that allow it, as JSON lines
     * @param more data that only the new schema allows, upserted afterwards
     * @param rows what a query gives then
     * @param forbidding data that forbid it
     * @param violations what stands in the way then, or why it is refused
     */
    record Step(
            String name,
            String before,
            String after,
            List<String> allowing,
            List<String> more,
            String query,
            List<String> rows,
            Optional<List<String>> forbidding,
            List<String> violations) {
        @Override
        public String toString() {
            return name;
        }

        Step forbidden(List<String> data, String... expected) {
            return new Step(name, before, after, allowing, more, query, rows, Optional.of(data), List.of(expected));
        }

        Step then(List<String> data) {
            return new Step(name, before, after, allowing, data, query, rows, forbidding, violations);
        }

        static Step of(String name, String before, String after, List<String> data, String query, String... rows) {
            return new Step(name, before, after, data, List.of(), query, List.of(rows), Optional.empty(), List.of());
        }
    }

    /** Nodes as JSON lines load them, given their properties in JSON without quotes around names. */
    private static List<String> people(String... properties) {
        return Stream.of(properties)
                .map(each -> "{\"node\": \"P\", \"properties\": {"
                        + each.replaceAll("(\\w+):", "\"$1\":").replace('\'', '"') + "}}")
                .toList();
    }

    /** A node whose properties have names that need quotes. */
    private static String odd(String key, int a, String u, int select) {
        return "{\"node\": \"P\", \"properties\": {\"k\": \"" + key + "\", \"a, b\": " + a + ", \"ü .x\": \"" + u
                + "\", \"select\": " + select + "}}";
    }

    private static String edge(String from, String to, String properties) {
        return "{\"edge\": \"E\", \"from\": \"" + from + "\", \"to\": \"" + to + "\", \"properties\": {" + properties
                + "}}";
    }

    private static List<String> with(List<String> lines, String... more) {
        return Stream.concat(lines.stream(), Stream.of(more)).toList();
    }

    private static final List<String> TWO = people("k: 'a', n: 1, s: 'x'", "k: 'b', n: 2, s: 'y'");
    private static final List<String> EDGES = with(people("k: 'a'", "k: 'b'"), edge("a", "b", "\"w\": 1"));
    private static final List<String> TWO_EDGES =
            with(people("k: 'a'", "k: 'b'", "k: 'c'"), edge("a", "b", "\"w\": 1"), edge("a", "c", "\"w\": 1"));

    private static final String P = "NODE P { k STRING KEY, n INT32, s STRING }";
    private static final String E = "NODE P { k STRING KEY } EDGE E (P)-[0..*]->(P) { w INT32 }";

    static Stream<Step> steps() {
        return Stream.of(
                Step.of("add a node type", P, P + " NODE Q { k STRING KEY }", TWO, "MATCH (n) RETURN n.k", "a", "b"),
                Step.of("add an edge type", P, P + " EDGE F (P)-[0..*]->(P)", TWO, "MATCH (n) RETURN n.k", "a", "b"),
                Step.of(
                                "add an edge type with a minimum",
                                "NODE P { k STRING KEY } NODE Q { k STRING KEY }",
                                "NODE P { k STRING KEY } NODE Q { k STRING KEY } EDGE F (P)-[1..*]->(Q)",
                                List.of("{\"node\": \"Q\", \"properties\": {\"k\": \"q\"}}"),
                                "MATCH (n) RETURN n.k",
                                "q")
                        .forbidden(
                                people("k: 'a'"),
                                "add EDGE F(P,Q): each of the 1 nodes of P needs 1 of these edges, and has none"),
                Step.of("drop a node type", P + " NODE Q", "NODE Q", TWO, "MATCH (n) RETURN labels(n)"),
                Step.of("drop an edge type", E, "NODE P { k STRING KEY }", EDGES, "MATCH (n) RETURN n.k", "a", "b"),
                Step.of(
                        "rename a node type",
                        P,
                        "NODE R RENAMED FROM P { k STRING KEY, n INT32, s STRING }",
                        TWO,
                        "MATCH (r:R) RETURN r.k, r.n, labels(r)",
                        "a, 1, [R]",
                        "b, 2, [R]"),
                Step.of(
                        "rename an edge type and its ends",
                        E,
                        "NODE R RENAMED FROM P { k STRING KEY } EDGE F RENAMED FROM E (R)-[0..*]->(R) { w INT32 }",
                        EDGES,
                        "MATCH (r:R)-[e:F]->(q:R) RETURN r.k, e.w, q.k, type(e)",
                        "a, 1, b, F"),
                Step.of(
                        "add a property",
                        P,
                        "NODE P { k STRING KEY, m INT8, n INT32, s STRING }",
                        TWO,
                        "MATCH (n) RETURN n.k, n.m, n.n",
                        "a, null, 1",
                        "b, null, 2"),
                Step.of(
                        "add a property with a default",
                        P,
                        "NODE P { k STRING KEY, n INT32, s STRING, tags LIST<STRING> NOT NULL DEFAULT ['new'] }",
                        TWO,
                        "MATCH (n) RETURN n.k, n.tags, n.s",
                        "a, [new], x",
                        "b, [new], y"),
                Step.of(
                                "add a required property",
                                P,
                                "NODE P { k STRING KEY, n INT32, s STRING, m INT32 NOT NULL }",
                                List.of(),
                                "MATCH (n) RETURN n.k")
                        .forbidden(TWO, "add P.m INT32 NOT NULL: the 2 elements of P have no value for it"),
                Step.of(
                        "drop a property",
                        P,
                        "NODE P { k STRING KEY, s STRING }",
                        TWO,
                        "MATCH (n) RETURN n.k, n.s",
                        "a, x",
                        "b, y"),
                Step.of(
                        "rename a property",
                        P,
                        "NODE P { k STRING KEY, number INT32 RENAMED FROM n, s STRING }",
                        TWO,
                        "MATCH (n) RETURN n.k, n.number",
                        "a, 1",
                        "b, 2"),
                Step.of(
                        "rename the key",
                        P,
                        "NODE P { code STRING KEY RENAMED FROM k, n INT32, s STRING }",
                        TWO,
                        "MATCH (n {code: 'b'}) RETURN elementId(n), n.n",
                        "P:b, 2"),
                Step.of(
                                "widen an integer",
                                P,
                                "NODE P { k STRING KEY, n INT64, s STRING }",
                                TWO,
                                "MATCH (n) RETURN n.k, n.n",
                                "a, 5000000001",
                                "b, 2")
                        .then(people("k: 'a', n: 5000000001")),
                Step.of(
                        "widen the integer of a key",
                        "NODE P { k INT8 KEY }",
                        "NODE P { k INT64 KEY }",
                        people("k: 7"),
                        "MATCH (n {k: 7}) RETURN elementId(n), n.k",
                        "P:7, 7"),
                Step.of(
                                "narrow an integer",
                                P,
                                "NODE P { k STRING KEY, n INT8, s STRING }",
                                TWO,
                                "MATCH (n) RETURN n.k, n.n",
                                "a, 1",
                                "b, 2")
                        .forbidden(
                                people("k: 'a', n: 127", "k: 'b', n: 128", "k: 'c'", "k: 'd', n: -129"),
                                "VALUE_RANGE P.n: -129 does not fit INT8",
                                "VALUE_RANGE P.n: 128 does not fit INT8"),
                Step.of(
                        "widen a float",
                        "NODE P { k STRING KEY, f FLOAT32 }",
                        "NODE P { k STRING KEY, f FLOAT64 }",
                        people("k: 'a', f: 0.5", "k: 'b'"),
                        "MATCH (n) RETURN n.k, n.f",
                        "a, 0.5",
                        "b, null"),
                Step.of(
                                "narrow a float",
                                "NODE P { k STRING KEY, f FLOAT64 }",
                                "NODE P { k STRING KEY, f FLOAT32 }",
                                people("k: 'a', f: 0.5"),
                                "MATCH (n) RETURN n.k, n.f",
                                "a, 0.5")
                        .forbidden(people("k: 'a', f: 0.1"), "TYPE P.f: 0.1 is not a value of FLOAT32"),
                Step.of(
                                "lengthen and shorten decimals",
                                "NODE P { k STRING KEY, d DECIMAL(5,2), e DECIMAL(9,3) }",
                                "NODE P { k STRING KEY, d DECIMAL(7,3), e DECIMAL(4,1) }",
                                people("k: 'a', d: '1.25', e: '3.500'"),
                                "MATCH (n) RETURN n.k, n.d, n.e",
                                "a, 1.250, 3.5")
                        .forbidden(
                                people("k: 'a', e: '10000'", "k: 'b', e: '0.25'"),
                                "TYPE P.e: 0.250 is not a value of DECIMAL(4,1)",
                                "VALUE_RANGE P.e: 10000.0 does not fit DECIMAL(4,1)"),
                Step.of(
                                "a type that no value has",
                                P,
                                "NODE P { k STRING KEY, n INT32, s INT32 }",
                                people("k: 'a', n: 1"),
                                "MATCH (n) RETURN n.k, n.s",
                                "a, null")
                        .forbidden(
                                TWO, "TYPE P.s: 'x' is not a value of INT32", "TYPE P.s: 'y' is not a value of INT32"),
                Step.of(
                                "a vector of another length",
                                "NODE P { k STRING KEY, v VECTOR<2> }",
                                "NODE P { k STRING KEY, v VECTOR<3> }",
                                people("k: 'a'"),
                                "MATCH (n) RETURN n.k, n.v",
                                "a, null")
                        .forbidden(
                                people("k: 'a', v: [1.0, 2.0]"), "TYPE P.v: a vector of 2 is not a value of VECTOR<3>"),
                Step.of(
                                "a type that few values of a required property have",
                                "NODE P { k STRING KEY, f FLOAT64 NOT NULL }",
                                "NODE P { k STRING KEY, f INT32 NOT NULL }",
                                people("k: 'a', f: 2.0", "k: 'b', f: -0.0"),
                                "MATCH (n) RETURN n.k, n.f",
                                "a, 2",
                                "b, 0")
                        .forbidden(people("k: 'a', f: 2.5"), "TYPE P.f: 2.5 is not a value of INT32"),
                Step.of(
                                "rules for properties with odd names",
                                "NODE P { k STRING KEY, `a, b` INT32, `ü .x` STRING, `select` INT32 }",
                                "NODE P { k STRING KEY, `a, b` INT32 UNIQUE, `ü .x` STRING PATTERN '.',"
                                        + " `select` INT8 NOT NULL DEFAULT 3, UNIQUE (k, `a, b`) }",
                                List.of(odd("a", 1, "é", 1)),
                                "MATCH (n) RETURN n.`a, b`, n.`ü .x`, n.`select`",
                                "1, é, 1")
                        .forbidden(
                                List.of(odd("a", 1, "éé", 500), odd("b", 1, "é", 500)),
                                "PATTERN P.ü .x: 'éé' does not match .",
                                "UNIQUE P 'b': (`a, b`) = (1) is unique, but another row has it",
                                "VALUE_RANGE P.select: 500 does not fit INT8",
                                "VALUE_RANGE P.select: 500 does not fit INT8"),
                Step.of(
                                "allow null",
                                "NODE P { k STRING KEY, n INT32 NOT NULL }",
                                "NODE P { k STRING KEY, n INT32 }",
                                people("k: 'a', n: 1"),
                                "MATCH (n) RETURN n.k, n.n",
                                "a, null")
                        .then(people("k: 'a', n: null")),
                Step.of(
                                "make required",
                                P,
                                "NODE P { k STRING KEY, n INT32 NOT NULL, s STRING }",
                                people("k: 'a', n: 1"),
                                "MATCH (n) RETURN n.k, n.n, n.s",
                                "a, 1, null")
                        .forbidden(
                                people("k: 'a', n: 1", "k: 'b'", "k: 'c'"),
                                "REQUIRED P.n: it has no value, but needs one",
                                "REQUIRED P.n: it has no value, but needs one"),
                Step.of(
                                "make required with a default",
                                P,
                                "NODE P { k STRING KEY, n INT32 NOT NULL UNIQUE DEFAULT 7, s STRING }",
                                people("k: 'a', n: 1", "k: 'b'"),
                                "MATCH (n) RETURN n.k, n.n",
                                "a, 1",
                                "b, 7")
                        .forbidden(
                                people("k: 'a'", "k: 'b'"),
                                "UNIQUE P 'b': (n) = (7) is unique, but another row has it"),
                Step.of(
                                "add UNIQUE",
                                P,
                                "NODE P { k STRING KEY, n INT32, s STRING, UNIQUE (n, s) }",
                                people("k: 'a', n: 1, s: 'x'", "k: 'b', n: 1, s: 'y'", "k: 'c', n: 1", "k: 'd', n: 1"),
                                "MATCH (n) RETURN n.k, n.n",
                                "a, 1",
                                "b, 1",
                                "c, 1",
                                "d, 1")
                        .forbidden(
                                people("k: 'a', n: 1, s: 'x'", "k: 'b', n: 1, s: 'x'", "k: 'c', n: 1, s: 'x'"),
                                "UNIQUE P 'b': (n, s) = (1, 'x') is unique, but another row has it",
                                "UNIQUE P 'c': (n, s) = (1, 'x') is unique, but another row has it"),
                Step.of(
                                "add UNIQUE to edges",
                                E,
                                "NODE P { k STRING KEY } EDGE E (P)-[0..*]->(P) { w INT32 UNIQUE }",
                                EDGES,
                                "MATCH ()-[e]->() RETURN e.w",
                                "1")
                        .forbidden(TWO_EDGES, "UNIQUE E(P,P) '…': (w) = (1) is unique, but another row has it"),
                Step.of(
                                "drop UNIQUE",
                                "NODE P { k STRING KEY, n INT32 UNIQUE }",
                                "NODE P { k STRING KEY, n INT32 }",
                                people("k: 'a', n: 1"),
                                "MATCH (n) RETURN n.k, n.n",
                                "a, 1",
                                "z, 1")
                        .then(people("k: 'z', n: 1")),
                Step.of(
                                "add RANGE",
                                P,
                                "NODE P { k STRING KEY, n INT32 RANGE 1..2, s STRING }",
                                TWO,
                                "MATCH (n) RETURN n.n",
                                "1",
                                "2")
                        .forbidden(
                                people("k: 'a', n: 0", "k: 'b', n: 1", "k: 'c', n: 3"),
                                "RANGE P.n: 0 is not within 1..2",
                                "RANGE P.n: 3 is not within 1..2"),
                Step.of(
                                "widen and drop RANGE",
                                "NODE P { k STRING KEY, n INT32 RANGE 1..2, m INT32 RANGE 1.. }",
                                "NODE P { k STRING KEY, n INT32 RANGE 0.., m INT32 }",
                                people("k: 'a', n: 1, m: 1"),
                                "MATCH (n) RETURN n.n, n.m",
                                "0, -1")
                        .then(people("k: 'a', n: 0, m: -1")),
                Step.of(
                                "add PATTERN",
                                P,
                                "NODE P { k STRING KEY PATTERN '[a-z]', n INT32, s STRING }",
                                TWO,
                                "MATCH (n) RETURN n.k",
                                "a",
                                "b")
                        .forbidden(people("k: 'a'", "k: 'B'"), "PATTERN P.k: 'B' does not match [a-z]"),
                Step.of(
                                "drop PATTERN",
                                "NODE P { k STRING KEY PATTERN '[a-z]' }",
                                "NODE P { k STRING KEY }",
                                people("k: 'a'"),
                                "MATCH (n) RETURN n.k",
                                "B",
                                "a")
                        .then(people("k: 'B'")),
                Step.of(
                                "widen ENUM, and to STRING",
                                "NODE P { k STRING KEY, e ENUM('x', 'y'), f ENUM('x') }",
                                "NODE P { k STRING KEY, e ENUM('x', 'y', 'z'), f STRING }",
                                people("k: 'a', e: 'x', f: 'x'"),
                                "MATCH (n) RETURN n.e, n.f",
                                "z, any")
                        .then(people("k: 'a', e: 'z', f: 'any'")),
                Step.of(
                                "narrow ENUM",
                                "NODE P { k STRING KEY, e ENUM('x', 'y') }",
                                "NODE P { k STRING KEY, e ENUM('x') }",
                                people("k: 'a', e: 'x'", "k: 'b'"),
                                "MATCH (n) RETURN n.k, n.e",
                                "a, x",
                                "b, null")
                        .forbidden(people("k: 'a', e: 'y'"), "ENUM P.e: 'y' is not one of the values of ENUM('x')"),
                Step.of(
                                "another key",
                                "NODE P { k STRING KEY, s STRING }",
                                "NODE P { k STRING, s STRING KEY }",
                                people("k: 'a', s: 'a'"),
                                "MATCH (n {s: 'a'}) RETURN elementId(n)",
                                "P:a")
                        .forbidden(
                                people("k: 'a', s: 'b'", "k: 'b'"),
                                "KEY P 'a': its id is not the text of its key, 'b'",
                                "REQUIRED P.s: it has no value, but needs one"),
                Step.of(
                        "no key",
                        "NODE P { k STRING KEY }",
                        "NODE P { k STRING }",
                        people("k: 'a'"),
                        "MATCH (n) RETURN elementId(n), n.k",
                        "P:a, a"),
                Step.of(
                                "a key for edges",
                                E,
                                "NODE P { k STRING KEY } EDGE E (P)-[0..*]->(P) { w INT32, KEY () }",
                                people("k: 'a'"),
                                "MATCH (n) RETURN n.k",
                                "a")
                        .forbidden(EDGES, "KEY E(P,P) '…': its id is not the text of its key, 'a|b'"),
                Step.of(
                                "raise a minimum",
                                E,
                                "NODE P { k STRING KEY } EDGE E (P)-[0..*]->(P) { w INT32, IN 1..* }",
                                with(people("k: 'a'"), edge("a", "a", "")),
                                "MATCH (n)-[:E]->() RETURN n.k",
                                "a")
                        .forbidden(EDGES, "CARDINALITY P 'a' has 0 incoming E(P,P), but needs 1"),
                Step.of(
                                "lower a maximum",
                                E,
                                "NODE P { k STRING KEY } EDGE E (P)-[0..1]->(P) { w INT32 }",
                                EDGES,
                                "MATCH (n)-[:E]->() RETURN n.k",
                                "a")
                        .forbidden(TWO_EDGES, "CARDINALITY E(P,P) a->…: P 'a' may have 1 outgoing E(P,P) at most"),
                Step.of(
                                "loosen cardinality",
                                "NODE P { k STRING KEY } EDGE E (P)-[0..1]->(P) { w INT32, IN 0..1 }",
                                E,
                                EDGES,
                                "MATCH (a)-[e]->(b) RETURN a.k, b.k, e.w",
                                "a, b, 1",
                                "a, b, 2")
                        .then(List.of(edge("a", "b", "\"w\": 2"))),
                Step.of(
                        "add and drop labels",
                        "NODE P : L { k STRING KEY }",
                        "NODE P : M { k STRING KEY }",
                        people("k: 'a'"),
                        "MATCH (n:M) RETURN labels(n)",
                        "[P, M]"),
                Step.of(
                        "declare and drop indexes",
                        "NODE P { k STRING KEY, s STRING, v VECTOR<2>, FULLTEXT (s) }",
                        "NODE P { k STRING KEY, s STRING, v VECTOR<2>, VECTOR INDEX (v) METRIC l2 }",
                        people("k: 'a', s: 'x'"),
                        "MATCH (n) RETURN n.s",
                        "x"),
                Step.of(
                        "another order and documentation",
                        P,
                        "\"\"\"People.\"\"\" NODE P { s STRING, n INT32, k STRING KEY }",
                        TWO,
                        "MATCH (n) RETURN n.k, n.n, n.s",
                        "a, 1, x",
                        "b, 2, y"),
                Step.of(
                        "another order of properties",
                        P,
                        "NODE P { s STRING, k STRING KEY, n INT32 }",
                        TWO,
                        "MATCH (n) RETURN n.k, n.n, n.s",
                        "a, 1, x",
                        "b, 2, y"),
                Step.of(
                        "another order of types",
                        P + " NODE Q",
                        "NODE Q " + P,
                        TWO,
                        "MATCH (n:P) RETURN n.k",
                        "a",
                        "b"));
    }

    @Test
    void everyKindOfStepIsAmongThem() {
        IdSource ids = new IdSource(Clock.systemUTC(), new Random(1));
        Set<Class<?>> kinds = steps().flatMap(step -> new MigrationPlanner(ids)
                                .plan(
                                        AcceptedSchema.firstOf(SchemaParser.parse(step.before()), ids),
                                        SchemaParser.parseDocument(step.after()),
                                        table -> 0)
                                .steps()
                                .stream())
                .map(planned -> planned.step().getClass())
                .collect(Collectors.toSet());
        assertThat(kinds).containsExactlyInAnyOrder(MigrationStep.class.getPermittedSubclasses());
    }

    @ParameterizedTest
    @MethodSource("steps")
    void withoutRows_everyStepIsDone(Step step) {
        try (Graph graph = graph(step, List.of())) {
            SchemaChange change = apply(graph, step);
            assertThat(change.commit()).isPresent();
            assertThat(change.rowsRead()).isZero();
            requireSound(graph, step);
        }
    }

    @ParameterizedTest
    @MethodSource("steps")
    void dataThatAllowIt_areStillThere_andReadAsDeclared(Step step) {
        try (Graph graph = graph(step, step.allowing())) {
            Snapshot earlier = graph.main().snapshot();
            List<String> seen = everything(earlier);
            SchemaChange dry = graph.main().applySchema(update(step).asDryRun());
            assertThat(dry.refusals()).isEmpty();
            SchemaChange change = apply(graph, step);
            assertThat(texts(change.steps())).isEqualTo(texts(dry.steps())).isNotEmpty();
            requireSound(graph, step);
            boolean edges = step.more().stream().anyMatch(line -> line.contains("\"edge\""));
            load(graph, step.more(), edges ? LoadMode.INSERT : LoadMode.UPSERT);
            assertThat(rows(graph.main().snapshot(), step.query())).isEqualTo(step.rows());
            assertThat(everything(earlier)).as("what an older snapshot shows").isEqualTo(seen);
            String commit = earlier.commit().id().toString();
            assertThat(everything(graph.at(commit)))
                    .as("what an older commit shows")
                    .isEqualTo(seen);
            assertThat(graph.check(CheckOptions.DEFAULT).problems()).isZero();
        }
    }

    static Stream<Step> stepsThatDataCanForbid() {
        return steps().filter(step -> step.forbidding().isPresent());
    }

    @ParameterizedTest
    @MethodSource("stepsThatDataCanForbid")
    void dataThatForbidIt_areAllNamed_andNothingChanges(Step step) {
        try (Graph graph = graph(step, step.forbidding().orElseThrow())) {
            Snapshot before = graph.main().snapshot();
            List<String> heard = new ArrayList<>();
            SchemaUpdate update = update(step).violations(violation -> heard.add(text(violation)));
            assertThatThrownBy(() -> graph.main().applySchema(update))
                    .isInstanceOfSatisfying(SchemaChangeRefusedException.class, e -> {
                        assertThat(e.code()).isEqualTo(ErrorCode.SCHEMA_CHANGE_REFUSED);
                        assertThat(e.refusals())
                                .isNotEmpty()
                                .allSatisfy(
                                        refusal -> assertThat(refusal.wayOut()).isNotEmpty());
                        assertThat(e.total()).isEqualTo(e.violations().size());
                        assertThat(found(e)).containsExactlyInAnyOrderElementsOf(step.violations());
                    });
            assertThat(heard).containsExactlyInAnyOrderElementsOf(heard.isEmpty() ? List.of() : step.violations());
            SchemaChange dry = graph.main().applySchema(update(step).asDryRun());
            assertThat(dry.refusals()).isNotEmpty();
            assertThat(dry.commit()).isEmpty();
            assertThat(graph.main().snapshot().commit().id())
                    .isEqualTo(before.commit().id());
            assertThat(graph.main().snapshot().schema()).isEqualTo(before.schema());
            assertThat(graph.check(CheckOptions.DEFAULT).problems()).isZero();
        }
    }

    private static List<String> found(SchemaChangeRefusedException e) {
        return e.violations().isEmpty()
                ? e.refusals().stream()
                        .map(refusal -> refusal.step() + ": " + refusal.reason())
                        .toList()
                : e.violations().stream().map(SchemaStepsTest::text).toList();
    }

    /** Minted ids, and which of equals came first, differ from run to run. */
    private static String text(Violation violation) {
        return violation.rule()
                + " "
                + violation.message().replaceAll("'[0-9A-Z]{26}'", "'…'").replaceAll("a->[bc]:", "a->…:");
    }

    private SchemaChange apply(Graph graph, Step step) {
        return graph.main().applySchema(update(step));
    }

    private static SchemaUpdate update(Step step) {
        return SchemaUpdate.to(step.after()).hidingDroppedData();
    }

    private Graph graph(Step step, List<String> lines) {
        Graph graph = Sennit.create(
                directory.resolve("graph").toString(),
                SchemaParser.parse(step.before()),
                OpenOptions.DEFAULT.durability(Durability.RELAXED),
                "init");
        load(graph, lines, LoadMode.INSERT);
        return graph;
    }

    private void load(Graph graph, List<String> lines, LoadMode mode) {
        if (!lines.isEmpty()) {
            Path file = directory.resolve("lines.jsonl");
            try {
                Files.write(file, lines);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            graph.main().load(Load.EMPTY.rows(file).mode(mode));
        }
    }

    /** The rows of a query, sorted. */
    private static List<String> rows(Snapshot snapshot, String query) {
        List<String> rows = new ArrayList<>();
        try (Result result = snapshot.query(query)) {
            int columns = result.columns().size();
            result.forEachRemaining(row -> rows.add(IntStream.range(0, columns)
                    .mapToObj(i -> String.valueOf(row.get(i)))
                    .collect(Collectors.joining(", "))));
        }
        rows.sort(null);
        return rows;
    }

    private static List<String> everything(Snapshot snapshot) {
        List<String> all = new ArrayList<>(rows(snapshot, "MATCH (n) RETURN elementId(n), labels(n), properties(n)"));
        if (snapshot.schema().edgeTypes().isEmpty()) {
            return all;
        }
        all.addAll(rows(snapshot, "MATCH (a)-[e]->(b) RETURN elementId(a), type(e), properties(e), elementId(b)"));
        return all;
    }

    private static void requireSound(Graph graph, Step step) {
        assertThat(graph.main().snapshot().schema()).isEqualTo(SchemaParser.parse(step.after()));
        CheckReport report = graph.check(CheckOptions.DEFAULT);
        assertThat(report.problems()).as(report.findings().toString()).isZero();
        assertThat(graph.main().applySchema(update(step)).commit())
                .as("the same schema again")
                .isEmpty();
    }

    private static List<String> texts(List<PlannedStep> steps) {
        return steps.stream().map(step -> step.step().text()).toList();
    }
}
