package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.InvalidTextException;
import dev.sennit.model.LimitException;
import dev.sennit.model.MutationCounts;
import dev.sennit.model.NotFoundException;
import dev.sennit.model.PlanStep;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code FOREACH (x IN list | ...)}, on a stored graph. */
class ForeachTest {
    private static final String SCHEMA = """
            NODE Person { name STRING KEY, age INT64, tags LIST<INT64> }
            NODE Event { n INT64 KEY, seen INT64 }
            EDGE KNOWS (Person)-[0..*]->(Person) { KEY () }
            EDGE WENT (Person)-[0..*]->(Event) { KEY () }
            """;

    @RegisterExtension
    final StatementGraph graph = new StatementGraph(
            SCHEMA,
            "CREATE (a:Person {name: 'Ann', age: 1, tags: [1, 2]})-[:KNOWS]->(b:Person {name: 'Bob', age: 10}),"
                    + " (b)-[:KNOWS]->(:Person {name: 'Cid'})");

    @Test
    void eachElementIsWritten_asOneCommit() {
        StatementResult result = graph.main()
                .execute(
                        "FOREACH (n IN $numbers | CREATE (:Event {n: n, seen: n * $factor}))",
                        Map.of("numbers", List.of(3, 1, 2), "factor", 10),
                        WriteOptions.DEFAULT);
        assertThat(result.columns()).isEmpty();
        assertThat(result.counts()).isEqualTo(new MutationCounts(3, 0, 0, 0, 0, 0));
        assertThat(graph.values("MATCH (e:Event) RETURN e.n, e.seen ORDER BY e.n"))
                .containsExactly("[1, 10]", "[2, 20]", "[3, 30]");
    }

    @Test
    void eachElementSeesWhatTheOnesBeforeItDid() {
        assertThat(graph.execute("MATCH (a:Person {name: 'Ann'}) FOREACH (x IN [1, 2, 3] | SET a.age = a.age * 2 + x)"
                                + " RETURN a.age AS age")
                        .rows()
                        .getFirst()
                        .toMap())
                .containsEntry("age", ((1L * 2 + 1) * 2 + 2) * 2 + 3);
        graph.execute("MATCH (a:Person {name: 'Ann'}) SET a.age = 0"
                + " FOREACH (x IN [1, 2, 3] | SET a.age = a.age + 1 CREATE (:Event {n: x, seen: a.age}))");
        assertThat(graph.values("MATCH (e:Event) RETURN e.n, e.seen ORDER BY e.n"))
                .as("one element after the other, not one clause after the other")
                .containsExactly("[1, 1]", "[2, 2]", "[3, 3]");
    }

    @Test
    void mergeFindsWhatAnEarlierElementMade() {
        StatementResult result = graph.execute("MATCH (p:Person) FOREACH (n IN [1, 2, 1] |"
                + " MERGE (e:Event {n: n}) ON CREATE SET e.seen = 1 ON MATCH SET e.seen = e.seen + 1"
                + " MERGE (p)-[:WENT]->(e))");
        assertThat(result.counts()).isEqualTo(new MutationCounts(2, 0, 0, 6, 0, 0));
        assertThat(graph.values("MATCH (e:Event) RETURN e.n, e.seen, COUNT { (e)<-[:WENT]-() } ORDER BY e.n"))
                .containsExactly("[1, 6, 3]", "[2, 3, 3]");
        assertThat(graph.execute("UNWIND [1, 2, 3] AS x FOREACH (n IN [x, x] | MERGE (:Event {n: n}))")
                        .counts())
                .isEqualTo(new MutationCounts(1, 0, 0, 0, 0, 0));
    }

    @Test
    void loopsNest_andSeeWhatIsOutside() {
        graph.execute("WITH 100 AS base FOREACH (i IN [1, 2] | FOREACH (j IN range(1, i) |"
                + " CREATE (e:Event {n: base + 10 * i + j}) SET e.seen = j))");
        assertThat(graph.values("MATCH (e:Event) RETURN e.n, e.seen ORDER BY e.n"))
                .containsExactly("[111, 1]", "[121, 1]", "[122, 2]");
    }

    @Test
    void elementsOfPathsAndListsAreChangedAndDeleted() {
        assertThat(graph
                        .execute(
                                "MATCH p = (:Person {name: 'Ann'})-[:KNOWS*2]->() FOREACH (n IN nodes(p) | SET n.age = 7)"
                                        + " WITH p UNWIND nodes(p) AS n RETURN n.age AS age")
                        .rows()
                        .stream()
                        .map(row -> row.toMap().get("age")))
                .containsExactly(7L, 7L, 7L);
        StatementResult deleted = graph.execute(
                "MATCH (p:Person) WHERE p.name > 'B' WITH collect(p) AS ps" + " FOREACH (p IN ps | DETACH DELETE p)");
        assertThat(deleted.counts()).isEqualTo(new MutationCounts(0, 0, 2, 0, 0, 2));
        assertThat(graph.values("MATCH (p:Person) RETURN p.name")).containsExactly("[Ann]");
        assertThat(graph.execute("MATCH (p:Person) FOREACH (x IN [p, null, p] | REMOVE x.age) RETURN p.age AS age")
                        .rows()
                        .getFirst()
                        .toMap())
                .containsEntry("age", null);
    }

    @Test
    void anEmptyListOrNullDoesNothing_andTheRowsGoOn() {
        StatementResult result = graph.execute("MATCH (p:Person) FOREACH (t IN p.tags | CREATE (:Event {n: t}))"
                + " FOREACH (x IN [] | DELETE p) FOREACH (x IN null | DELETE p)"
                + " FOREACH (_ IN CASE WHEN p.age > 5 THEN [1] ELSE [] END | SET p.age = 0)"
                + " RETURN p.name AS name, p.age AS age ORDER BY name");
        assertThat(result.rows().stream().map(row -> row.toMap().values().toString()))
                .containsExactly("[Ann, 1]", "[Bob, 0]", "[Cid, null]");
        assertThat(result.counts()).isEqualTo(new MutationCounts(2, 1, 0, 0, 0, 0));
        assertThat(graph.execute("FOREACH (x IN [] | CREATE (:Event {n: 9}))").commit())
                .isEmpty();
    }

    @Test
    void aListThatDependsOnWhatIsWrittenIsReadRowByRow() {
        graph.execute("MATCH (a:Person {name: 'Ann'}) UNWIND [1, 2] AS round"
                + " FOREACH (x IN a.tags | SET a.tags = a.tags + [x * 10])");
        assertThat(graph.values("MATCH (a:Person {name: 'Ann'}) RETURN a.tags"))
                .containsExactly("[[1, 2, 10, 20, 10, 20, 100, 200]]");
    }

    @Test
    void whatASubqueryChangedIsSeenAfterIt() {
        StatementResult result = graph.execute("MATCH (p:Person) WHERE p.age > 0"
                + " CALL (p) { SET p.age = p.age + 100 } WITH p, p.age AS once"
                + " CALL (p) { FOREACH (x IN [1, 2] | SET p.age = p.age + x) }"
                + " RETURN p.name AS name, once, p.age AS age ORDER BY name");
        assertThat(result.rows().stream().map(row -> row.toMap().values().toString()))
                .containsExactly("[Ann, 101, 104]", "[Bob, 110, 113]");
        NotFoundException gone = catchThrowableOfType(
                NotFoundException.class,
                () -> graph.execute("MATCH (p:Person {name: 'Ann'}) CALL (p) { DETACH DELETE p } RETURN p.age"));
        assertThat(gone).hasMessageContaining("deleted");
    }

    @Test
    void whatIsDeletedAndCreatedAgainIsAnotherElement() {
        StatementResult result = graph.execute("MATCH (p:Person {name: 'Cid'}) FOREACH (x IN [1] |"
                + " DETACH DELETE p CREATE (q:Person {name: 'Cid'}) SET q.age = x SET q.age = q.age + 1)"
                + " WITH 1 AS one MATCH (p:Person {name: 'Cid'}) RETURN p.age AS age");
        assertThat(result.rows().getFirst().toMap()).containsEntry("age", 2L);
    }

    @Test
    void subqueriesAndExpressionsInsideSeeTheElement() {
        graph.execute("FOREACH (x IN ['Ann', 'Bob'] | MERGE (p:Person {name: x})"
                + " SET p.age = COUNT { (q:Person {name: x})-[:KNOWS]->() } + size([y IN [1, 2] WHERE y > 1]))");
        assertThat(graph.values("MATCH (p:Person) WHERE p.age IS NOT NULL RETURN p.name, p.age ORDER BY p.name"))
                .containsExactly("[Ann, 2]", "[Bob, 2]");
    }

    @Test
    void manyElementsAreWrittenInOneGo_andHeldAgainstTheMemory() {
        assertThat(graph.execute("FOREACH (n IN range(1, 5000) | MERGE (:Event {n: n}))")
                        .counts()
                        .nodesCreated())
                .isEqualTo(5000);
        List<Long> many = LongStream.range(0, 2_000_000).boxed().toList();
        LimitException refused = catchThrowableOfType(
                LimitException.class,
                () -> graph.main()
                        .execute(
                                "FOREACH (a IN $l | FOREACH (b IN $l | MERGE (:Event {n: 1})))",
                                Map.of("l", many),
                                WriteOptions.DEFAULT));
        assertThat(refused.code()).isEqualTo(ErrorCode.RESOURCE_LIMIT);
    }

    @Test
    void plansShowTheLoopAndItsBody() {
        PlanStep plan =
                graph.main().snapshot().explain("MATCH (p:Person) FOREACH (x IN [1, 2] | SET p.age = x)", Map.of());
        assertThat(plan.operator()).isEqualTo("Consume");
        PlanStep foreach = plan.inputs().getFirst();
        assertThat(foreach.operator()).isEqualTo("Foreach");
        assertThat(foreach.details()).isEqualTo("x IN [1, 2]");
        assertThat(foreach.inputs()).extracting(PlanStep::operator).contains("NodeScan", "Set");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            quoteCharacter = '`',
            value = {
                "FOREACH (x IN [1] | MATCH (p) SET p.age = 1) § SYNTAX_ERROR § 21 § a clause that does not write stands in FOREACH: it takes CREATE, MERGE, SET, REMOVE, DELETE and FOREACH; read before it, or use UNWIND or CALL {...} in its place",
                "FOREACH (x IN [1] | CREATE (:Event {n: 1}) RETURN 1) § SYNTAX_ERROR § 44 § a clause that does not write stands in FOREACH: it takes CREATE, MERGE, SET, REMOVE, DELETE and FOREACH; read before it, or use UNWIND or CALL {...} in its place",
                "FOREACH (x IN 1 | CREATE (:Event {n: 1})) § TYPE_MISMATCH § 15 § FOREACH needs LIST or VECTOR, but 1 is INTEGER",
                "MATCH (x:Person) FOREACH (x IN [1] | CREATE (:Event {n: 1})) § SYNTAX_ERROR § 27 § the variable 'x' is bound already; use another name",
                "FOREACH (x IN [1] | CREATE (e:Event {n: x})) RETURN e § UNKNOWN_NAME § 53 § no variable 'e' is bound here",
                "FOREACH (x IN [1] | CREATE (:Event {n: 1})) RETURN x § UNKNOWN_NAME § 52 § no variable 'x' is bound here",
                "FOREACH (x IN [1] | CREATE (:Event {m: x})) § UNKNOWN_NAME § 37 § Event has no property 'm'",
                "FOREACH (x IN ['a'] | CREATE (:Event {n: x})) § TYPE_MISMATCH § 42 § 'n' holds INT64, but x is STRING",
                "FOREACH (x IN [1] | CREATE (:Event {n: 1})) MATCH (p) RETURN p § SYNTAX_ERROR § 45 § reading after writing needs a WITH in between; put WITH * before this clause",
                "FOREACH (x IN [1] | ) § SYNTAX_ERROR § 21 § unexpected ')' after '|'"
            })
    void mistakesAreShownWhereTheyAre(String query, ErrorCode code, int column, String message) {
        InvalidTextException error = catchThrowableOfType(InvalidTextException.class, () -> graph.execute(query));
        assertThat(error).as(query).isNotNull();
        assertThat(error.getMessage()).startsWith(message);
        assertThat(error.code()).isEqualTo(code);
        assertThat(error.position().orElseThrow().column()).isEqualTo(column);
    }
}
