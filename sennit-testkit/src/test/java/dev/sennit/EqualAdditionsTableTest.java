package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.Durability;
import dev.sennit.model.ElementChange;
import dev.sennit.model.MergeResult;
import dev.sennit.model.MergeResult.Outcome;
import dev.sennit.schema.SchemaParser;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What both sides add under one name, by what it is, how each declares it, and what rows each has, in each direction: what
 * comes of it was written by hand. Then theirs, which has its own identities still, changes something and is merged again,
 * and ours is taken over by it.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EqualAdditionsTableTest {
    private static final boolean LONG = Boolean.getBoolean("sennit.long");
    private static final OpenOptions RELAXED = OpenOptions.DEFAULT.durability(Durability.RELAXED);
    private static final String BASE = "NODE P { k STRING KEY, s STRING }\n";

    /** What is added. */
    enum Kind {
        PROPERTY,
        PROPERTY_WITH_VALUES,
        UNIQUE,
        KEYED_NODES,
        KEYLESS_NODES,
        KEYED_EDGES,
        MULTIGRAPH,
        INDEX;

        /** Ours, theirs if it declares more or less, and theirs if both cannot stand. */
        String declaration(Declared declared) {
            return switch (this) {
                case PROPERTY -> property(declared, "x INT32", "x INT32 RANGE 0..9", "x INT64");
                case PROPERTY_WITH_VALUES ->
                    property(declared, "x INT32 NOT NULL DEFAULT 7", "x INT32", "x STRING NOT NULL DEFAULT 'a'");
                case UNIQUE -> property(declared, "x INT32 UNIQUE", "x INT32", "x INT64 UNIQUE");
                case KEYED_NODES ->
                    type(
                            declared,
                            "NODE C { n STRING KEY, x INT32 }",
                            "NODE C : L { x INT32, n STRING KEY, t INT8 }",
                            "NODE C { n STRING NOT NULL, x INT32 }");
                case KEYLESS_NODES ->
                    type(
                            declared,
                            "NODE C { n STRING, x INT32 }",
                            "NODE C { n STRING NOT NULL, x INT32, FULLTEXT (n) }",
                            "NODE C { n STRING KEY, x INT32 }");
                case KEYED_EDGES ->
                    type(
                            declared,
                            "EDGE E (P)-[0..*]->(P) { x INT32, KEY () }",
                            "EDGE E (P)-[0..5]->(P) { x INT32, KEY () }",
                            "EDGE E (P)-[0..*]->(P) { x INT32 }");
                case MULTIGRAPH ->
                    type(
                            declared,
                            "EDGE E (P)-[0..*]->(P) { x INT32 }",
                            "EDGE E (P)-[0..*]->(P) { x INT32, IN 0..5 }",
                            "EDGE E (P)-[0..5]->(P) { x INT64 }");
                case INDEX ->
                    property(
                            declared,
                            "x INT32, v VECTOR<2>, FULLTEXT (s), VECTOR INDEX (v) METRIC cosine",
                            "x INT32, v VECTOR<2>, FULLTEXT (s)",
                            "x INT32, v VECTOR<2>, FULLTEXT (s), VECTOR INDEX (v) METRIC l2");
            };
        }

        private static String property(Declared declared, String ours, String more, String contradiction) {
            return BASE.replace("s STRING", "s STRING, " + declared.choose(ours, more, contradiction));
        }

        private static String type(Declared declared, String ours, String more, String contradiction) {
            return BASE + declared.choose(ours, more, contradiction);
        }

        void put(Transaction tx, String name, int x) {
            switch (this) {
                case PROPERTY, PROPERTY_WITH_VALUES, UNIQUE, INDEX -> tx.set(tx.node("P", name), Map.of("x", x));
                case KEYED_NODES -> tx.upsert("C", Map.of("n", name, "x", x));
                case KEYLESS_NODES -> tx.create("C", Map.of("n", name, "x", x));
                case KEYED_EDGES -> tx.upsert("E", tx.node("P", name), tx.node("P", "a"), Map.of("x", x));
                case MULTIGRAPH -> tx.create("E", tx.node("P", name), tx.node("P", "a"), Map.of("x", x));
            }
        }

        String query() {
            return switch (this) {
                case PROPERTY, PROPERTY_WITH_VALUES, UNIQUE, INDEX ->
                    "MATCH (p:P) WHERE p.x IS NOT NULL RETURN p.k AS name, p.x AS x";
                case KEYED_NODES, KEYLESS_NODES -> "MATCH (c:C) RETURN c.n AS name, c.x AS x";
                case KEYED_EDGES, MULTIGRAPH -> "MATCH (p:P)-[e:E]->() RETURN p.k AS name, e.x AS x";
            };
        }
    }

    /** How theirs declares it, other than ours. */
    enum Declared {
        ALIKE,
        WITH_MORE_OR_LESS,
        CONTRADICTORY;

        String choose(String ours, String more, String contradiction) {
            return switch (this) {
                case ALIKE -> ours;
                case WITH_MORE_OR_LESS -> more;
                case CONTRADICTORY -> contradiction;
            };
        }
    }

    /** What ours and theirs put: names with values. */
    enum Rows {
        NONE("", ""),
        ALIKE("a1", "a1"),
        DIFFERENT("a1", "a2"),
        OF_OURS("b3", ""),
        OF_THEIRS("", "b3"),
        ONE_VALUE("a1", "b1");

        private final String ours;
        private final String theirs;

        Rows(String ours, String theirs) {
            this.ours = ours;
            this.theirs = theirs;
        }
    }

    /** What is there afterwards; or a conflict, by its kind. By {@link Rows}. */
    private record Row(String none, String alike, String different, String ofOurs, String ofTheirs, String oneValue) {
        String of(Rows rows) {
            return switch (rows) {
                case NONE -> none;
                case ALIKE -> alike;
                case DIFFERENT -> different;
                case OF_OURS -> ofOurs;
                case OF_THEIRS -> ofTheirs;
                case ONE_VALUE -> oneValue;
            };
        }
    }

    private static final String SCHEMA = "SCHEMA";
    private static final Row CONTRADICTION = new Row(SCHEMA, SCHEMA, SCHEMA, SCHEMA, SCHEMA, SCHEMA);

    private static Row row(Kind kind) {
        return switch (kind) {
            // Columns: none, alike, different, ours, theirs, one value.
            case PROPERTY, INDEX -> new Row("", "a1", "DIVERGENT_PROPERTY", "b3", "b3", "a1 b1");
            // What DEFAULT gave is what both come from.
            case PROPERTY_WITH_VALUES ->
                new Row("a7 b7 c7", "a1 b7 c7", "DIVERGENT_PROPERTY", "a7 b3 c7", "a7 b3 c7", "a1 b1 c7");
            case UNIQUE -> new Row("", "a1", "DIVERGENT_PROPERTY", "b3", "b3", "UNIQUE");
            case KEYED_NODES, KEYED_EDGES -> new Row("", "a1", "DIVERGENT_INSERT", "b3", "b3", "a1 b1");
            case KEYLESS_NODES, MULTIGRAPH -> new Row("", "a1 a1", "a1 a2", "b3", "b3", "a1 b1");
        };
    }

    private static Row expected(Kind kind, Declared declared) {
        return declared == Declared.CONTRADICTORY ? CONTRADICTION : row(kind);
    }

    @TempDir
    static Path directory;

    private Graph graph;

    @BeforeAll
    void create() {
        graph = Sennit.create(directory.resolve("graph").toString(), SchemaParser.parse(BASE), RELAXED, "");
        graph.main().write(tx -> {
            tx.create("P", Map.of("k", "a"));
            tx.create("P", Map.of("k", "b"));
            return tx.create("P", Map.of("k", "c"));
        });
    }

    @AfterAll
    void close() {
        assertThat(graph.check().findings()).isEmpty();
        graph.close();
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void everyKind(Kind kind) {
        for (Declared declared : Declared.values()) {
            for (Rows rows : rows(declared)) {
                String what = kind + ", declared " + declared + ", rows " + rows;
                String prefix = (kind + "/" + declared + "/" + rows).toLowerCase(Locale.ROOT);
                String ours = prefix + "/ours";
                String theirs = prefix + "/theirs";
                begin(ours, kind.declaration(Declared.ALIKE), kind, rows.ours);
                begin(theirs, kind.declaration(declared), kind, rows.theirs);
                String expected = expected(kind, declared).of(rows);
                requireOutcome(what, kind, ours, theirs, expected, isMergedAgain(rows));
                graph.deleteBranch(ours, true);
                graph.deleteBranch(theirs, true);
            }
        }
    }

    private void begin(String branch, String schema, Kind kind, String row) {
        graph.createBranch(branch, "main");
        graph.branch(branch).applySchema(SchemaUpdate.to(schema));
        if (!row.isEmpty()) {
            put(branch, kind, row);
        }
    }

    private void put(String branch, Kind kind, String row) {
        graph.branch(branch).write(tx -> {
            kind.put(tx, row.substring(0, 1), Integer.parseInt(row.substring(1)));
            return null;
        });
    }

    private void requireOutcome(String what, Kind kind, String ours, String theirs, String expected, boolean again) {
        boolean isConflict = isConflict(expected);
        for (boolean reversed : new boolean[] {false, true}) {
            MergeResult dry = graph.branch(reversed ? theirs : ours)
                    .merge(reversed ? ours : theirs, MergeOptions.DEFAULT.asDryRun());
            assertThat(dry.conflicts())
                    .as("%s, reversed: %s", what, reversed)
                    .extracting(conflict -> conflict.conflict().kind().name())
                    .containsOnly(isConflict ? new String[] {expected} : new String[0]);
        }
        if (!isConflict) {
            requireMerged(what, kind, ours, theirs, expected);
            if (again) {
                requireMergedAgain(what, kind, ours, theirs, expected);
            }
        }
    }

    private void requireMerged(String what, Kind kind, String ours, String theirs, String expected) {
        assertThat(graph.branch(ours).merge(theirs).outcome()).as(what).isEqualTo(Outcome.MERGED);
        assertThat(content(ours, kind)).as(what).isEqualTo(expected);
        assertThat(graph.branch(ours).merge(theirs).outcome()).as(what).isEqualTo(Outcome.UP_TO_DATE);
    }

    private void requireMergedAgain(String what, Kind kind, String ours, String theirs, String expected) {
        put(theirs, kind, "c5");
        put(ours, kind, "a4");
        String after = after(kind, expected);
        assertThat(graph.branch(theirs)
                        .merge(ours, MergeOptions.DEFAULT.asDryRun())
                        .outcome())
                .as(what + ", the other way")
                .isEqualTo(Outcome.MERGED);
        assertThat(graph.branch(ours).merge(theirs).outcome())
                .as(what + ", again")
                .isEqualTo(Outcome.MERGED);
        assertThat(content(ours, kind)).as(what + ", again").isEqualTo(after);
        assertThat(graph.branch(theirs).merge(ours).outcome())
                .as(what + ", back")
                .isEqualTo(Outcome.FAST_FORWARD);
        assertThat(content(theirs, kind)).as(what + ", back").isEqualTo(after);
        try (Stream<ElementChange> changes = graph.diff(ours, theirs).changes()) {
            assertThat(changes).as(what).isEmpty();
        }
    }

    /** All rows of all declarations in the long mode; else all of those that are alike, and of others the telling ones. */
    private static List<Rows> rows(Declared declared) {
        return switch (declared) {
            case ALIKE -> List.of(Rows.values());
            case WITH_MORE_OR_LESS -> LONG ? List.of(Rows.values()) : List.of(Rows.NONE, Rows.OF_OURS, Rows.OF_THEIRS);
            case CONTRADICTORY -> List.of(Rows.NONE);
        };
    }

    private static boolean isMergedAgain(Rows rows) {
        return LONG || rows == Rows.ALIKE || rows == Rows.OF_THEIRS;
    }

    private static boolean isConflict(String expected) {
        return expected.length() > 1 && Character.isUpperCase(expected.charAt(0));
    }

    /** What is there once a has 4 and c has 5: of elements without a key, two more are. */
    private static String after(Kind kind, String before) {
        boolean isKeyless = kind == Kind.KEYLESS_NODES || kind == Kind.MULTIGRAPH;
        return Stream.concat(
                        Arrays.stream(before.split(" "))
                                .filter(element -> !element.isEmpty()
                                        && (isKeyless || !element.startsWith("a") && !element.startsWith("c"))),
                        Stream.of("a4", "c5"))
                .sorted()
                .collect(Collectors.joining(" "));
    }

    private String content(String branch, Kind kind) {
        try (Result result = graph.branch(branch).snapshot().query(kind.query())) {
            return result.stream()
                    .map(row -> Optional.ofNullable(row.get("name")).orElse("") + String.valueOf(row.get("x")))
                    .sorted()
                    .collect(Collectors.joining(" "));
        }
    }
}
