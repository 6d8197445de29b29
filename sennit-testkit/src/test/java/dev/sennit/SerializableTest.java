package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.ConstraintViolationException;
import dev.sennit.model.Durability;
import dev.sennit.model.Rule;
import dev.sennit.model.Violation;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.protocol.Gates;
import dev.sennit.protocol.ProtocolEvent;
import dev.sennit.schema.SchemaParser;
import dev.sennit.store.ProcessLocks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The races of the specification, each forced: the other write commits between the preparation of one and its gates.
 * Whether both come from one handle, from two runtimes as in two processes, or without gates, the result is that of
 * running one after the other.
 */
class SerializableTest {
    private static final String SCHEMA = """
            NODE Person { name STRING KEY, email STRING, UNIQUE (email) }
            NODE Doctor { name STRING KEY, onCall BOOL NOT NULL }
            NODE Shift { id INT64 KEY }
            NODE Log { id INT64 KEY }
            EDGE KNOWS (Person)-[0..1]->(Person) { KEY () }
            EDGE MET (Person)-[0..*]->(Person) { KEY () }
            """;

    @TempDir
    Path directory;

    private Path root;
    private final List<ProtocolEvent> events = new ArrayList<>();

    /** Where the other write comes from. */
    enum Other {
        SAME_HANDLE,
        OTHER_RUNTIME,
        OTHER_RUNTIME_WITHOUT_GATES
    }

    @BeforeEach
    void create() {
        root = directory.resolve("g");
        try (Graph graph = Sennit.create(root.toString(), SchemaParser.parse(SCHEMA))) {
            graph.main().write(tx -> {
                tx.create("Person", Map.of("name", "Ann"));
                tx.create("Person", Map.of("name", "Bob"));
                tx.create("Person", Map.of("name", "Cid"));
                tx.create("Doctor", Map.of("name", "Dr. A", "onCall", true));
                return tx.create("Doctor", Map.of("name", "Dr. B", "onCall", true));
            });
        }
    }

    @ParameterizedTest
    @EnumSource
    void twoIdsForOneUniqueValue_oneWins(Other other) {
        assertViolation(
                other,
                Rule.UNIQUE,
                tx -> tx.create("Person", Map.of("name", "X", "email", "e@x")),
                tx -> tx.create("Person", Map.of("name", "Y", "email", "e@x")));
    }

    @ParameterizedTest
    @EnumSource
    void anEdgeToANodeThatIsDeletedMeanwhile_isAViolation(Other other) {
        assertViolation(
                other,
                Rule.ENDPOINT,
                tx -> tx.create("MET", tx.node("Person", "Ann"), tx.node("Person", "Cid"), Map.of()),
                tx -> {
                    tx.delete(tx.node("Person", "Cid"));
                    return null;
                });
    }

    @ParameterizedTest
    @EnumSource
    void aNodeDeletedWhileAnEdgeToItIsCreated_isAViolation(Other other) {
        assertViolation(
                other,
                Rule.ENDPOINT,
                tx -> {
                    tx.delete(tx.node("Person", "Cid"));
                    return null;
                },
                tx -> tx.create("MET", tx.node("Person", "Ann"), tx.node("Person", "Cid"), Map.of()));
    }

    @ParameterizedTest
    @EnumSource
    void twoEdgesWhereOneIsAllowed_oneWins(Other other) {
        assertViolation(
                other,
                Rule.CARDINALITY,
                tx -> tx.create("KNOWS", tx.node("Person", "Ann"), tx.node("Person", "Bob"), Map.of()),
                tx -> tx.create("KNOWS", tx.node("Person", "Ann"), tx.node("Person", "Cid"), Map.of()));
    }

    @ParameterizedTest
    @EnumSource
    void writeSkewOverASharedCondition_isImpossible(Other other) {
        Function<String, Function<Transaction, Object>> goOffCall = name -> tx -> {
            long onCall;
            try (Result result = tx.query("MATCH (d:Doctor) WHERE d.onCall RETURN count(*) AS n")) {
                onCall = result.next().getLong("n");
            }
            if (onCall > 1) {
                tx.set(tx.node("Doctor", name), Map.of("onCall", false));
            }
            return onCall;
        };
        Object seen = race(other, goOffCall.apply("Dr. A"), goOffCall.apply("Dr. B"));

        assertThat(seen).as("what the first saw in the end").isEqualTo(1L);
        assertThat(rows("MATCH (d:Doctor) WHERE d.onCall RETURN count(*) AS n")).containsExactly("{n=1}");
    }

    @ParameterizedTest
    @EnumSource
    void anEmptyTableThatWasCounted_andAnotherThatIsWritten_isADependency(Other other) {
        Function<Transaction, Object> shiftIfNoLog = tx -> {
            long logs;
            try (Result result = tx.query("MATCH (l:Log) RETURN count(*) AS n")) {
                logs = result.next().getLong("n");
            }
            return logs == 0 ? tx.create("Shift", Map.of("id", 1)) : "none";
        };
        Object result = race(other, shiftIfNoLog, tx -> tx.create("Log", Map.of("id", 1)));

        assertThat(result).isEqualTo("none");
        assertThat(rows("MATCH (s:Shift) RETURN count(*) AS n")).containsExactly("{n=0}");
    }

    @ParameterizedTest
    @EnumSource
    void aLookUpThatFoundNothing_isADependency(Other other) {
        Object result = race(
                other,
                tx -> tx.find(tx.node("Log", 7)).isEmpty() ? tx.create("Shift", Map.of("id", 1)) : "found",
                tx -> tx.create("Log", Map.of("id", 7)));

        assertThat(result).isEqualTo("found");
    }

    @ParameterizedTest
    @EnumSource
    void aTraversedEdgeTable_isADependency(Other other) {
        Object result = race(
                other,
                tx -> {
                    try (Result met = tx.query("MATCH (:Person {name: 'Ann'})-[:MET]->(p) RETURN p.name AS n")) {
                        return met.hasNext() ? "met " + met.next().get("n") : tx.create("Shift", Map.of("id", 1));
                    }
                },
                tx -> tx.create("MET", tx.node("Person", "Ann"), tx.node("Person", "Cid"), Map.of()));

        assertThat(result).isEqualTo("met Cid");
    }

    @ParameterizedTest
    @EnumSource
    void disjointTables_neverConflict(Other other) {
        race(other, tx -> tx.create("Shift", Map.of("id", 1)), tx -> tx.create("Log", Map.of("id", 1)));

        assertThat(events).noneMatch(ProtocolEvent.Retried.class::isInstance);
        assertThat(rows("MATCH (s:Shift), (l:Log) RETURN count(*) AS n")).containsExactly("{n=1}");
    }

    private void assertViolation(
            Other other, Rule rule, Function<Transaction, Object> first, Function<Transaction, Object> second) {
        assertThatThrownBy(() -> race(other, first, second))
                .isInstanceOfSatisfying(
                        ConstraintViolationException.class,
                        e -> assertThat(e.violations())
                                .extracting(Violation::rule)
                                .containsExactly(rule));
    }

    /** Runs the first; once it is prepared, the second runs and commits. Returns what the first came to in the end. */
    @Nullable
    private Object race(Other other, Function<Transaction, Object> first, Function<Transaction, Object> second) {
        Consumer<Graph> meanwhile = graph -> graph.main().write(second);
        boolean[] done = {false};
        Graph[] own = new Graph[1];
        FailurePoints points = point -> {
            if (point == FailurePoint.PREPARED && !done[0]) {
                done[0] = true;
                if (other == Other.SAME_HANDLE) {
                    meanwhile.accept(own[0]);
                } else {
                    try (Graph elsewhere = open(parts(other, FailurePoints.NONE))) {
                        meanwhile.accept(elsewhere);
                    }
                }
            }
        };
        try (Graph graph = open(parts(other, points))) {
            own[0] = graph;
            Object value = graph.main().write(first).value();
            assertThat(done[0]).isTrue();
            return value;
        }
    }

    private Graph open(RuntimeParts parts) {
        return new OpenGraph(
                root.toString(),
                new GraphRuntimes(parts),
                OpenOptions.DEFAULT.durability(Durability.RELAXED).listener(events::add));
    }

    private static RuntimeParts parts(Other other, FailurePoints points) {
        return RuntimeParts.DEFAULT
                .gates(locks ->
                        other == Other.OTHER_RUNTIME_WITHOUT_GATES ? Gates.open() : Gates.with(ProcessLocks.NONE))
                .failurePoints(points);
    }

    private List<String> rows(String query) {
        try (Graph graph = Sennit.open(root.toString());
                Result result = graph.main().snapshot().query(query)) {
            return result.stream().map(Row::toString).toList();
        }
    }
}
