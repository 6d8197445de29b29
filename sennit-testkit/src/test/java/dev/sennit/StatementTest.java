package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.CommitInfo;
import dev.sennit.model.ConflictException;
import dev.sennit.model.ConstraintViolationException;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.InvalidTextException;
import dev.sennit.model.MutationCounts;
import dev.sennit.model.SennitException;
import dev.sennit.model.UnsupportedException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Statements that write, on a stored graph. What they mean, the compatibility kit tests in memory. */
class StatementTest {
    private static final String SCHEMA = """
            NODE Person : Party { name STRING KEY, email STRING, age INT32 RANGE 0.., UNIQUE (email) }
            NODE Firm : Party { name STRING KEY }
            NODE Note { text STRING NOT NULL, at LOCAL DATETIME }
            EDGE KNOWS (Person)-[0..3]->(Person) { since INT32, KEY () }
            EDGE WROTE (Person)-[0..*]->(Note) { at INT64 }
            EDGE WORKS_AT (Person)-[0..*]->(Firm) { KEY () }
            """;

    @RegisterExtension
    final StatementGraph graph = new StatementGraph(SCHEMA, """
                CREATE (ann:Person {name: 'Ann', email: 'ann@example.org', age: 30}),
                       (bob:Person {name: 'Bob', age: 40}),
                       (ann)-[:KNOWS {since: 2001}]->(bob)
                """);

    @Test
    void oneStatementIsOneCommit_withItsRowsAndNumbers() {
        CommitInfo before = graph.main().snapshot().commit();

        StatementResult result = graph.main()
                .execute(
                        "MATCH (a:Person {name: $from}) CREATE (a)-[w:WROTE {at: 5}]->(n:Note {text: $text})"
                                + " SET a.age = a.age + 1 RETURN a.age AS age, n.text AS text, type(w) AS type",
                        Map.of("from", "Ann", "text", "hello"),
                        WriteOptions.DEFAULT.author("zoe").message("a note"));

        assertThat(result.columns()).containsExactly("age", "text", "type");
        assertThat(result.rows().stream().map(Row::toMap))
                .containsExactly(Map.of("age", 31L, "text", "hello", "type", "WROTE"));
        assertThat(result.counts()).isEqualTo(new MutationCounts(1, 1, 0, 1, 0, 0));
        CommitInfo commit = result.commit().orElseThrow();
        assertThat(commit.parents()).containsExactly(before.id());
        assertThat(commit.author()).isEqualTo("zoe");
        assertThat(commit.message()).isEqualTo("a note");
        assertThat(graph.rows("MATCH (a)-[:WROTE]->(n) RETURN a.name AS name, a.age AS age, n.text AS text"))
                .containsExactly("{name=Ann, age=31, text=hello}");
    }

    @Test
    void aStatementSeesWhatItHasChanged() {
        StatementResult result = graph.execute("""
                UNWIND ['Cid', 'Dan', 'Cid'] AS name
                MERGE (p:Person {name: name})
                  ON CREATE SET p.age = 1
                  ON MATCH SET p.age = p.age + 10
                WITH DISTINCT p
                MATCH (bob:Person {name: 'Bob'})
                MERGE (bob)-[k:KNOWS]->(p)
                WITH bob
                MATCH (bob)-[:KNOWS]->(q)
                RETURN q.name AS name, q.age AS age ORDER BY name
                """);
        assertThat(result.rows().stream().map(row -> row.toMap().toString()).distinct())
                .containsExactly("{name=Cid, age=11}", "{name=Dan, age=1}");
        assertThat(result.counts()).isEqualTo(new MutationCounts(2, 0, 0, 2, 0, 0));
        assertThat(graph.rows("MATCH (:Person {name: 'Bob'})-[:KNOWS]->(q) RETURN q.name AS n"))
                .containsExactly("{n=Cid}", "{n=Dan}");
    }

    @Test
    void manyRowsAreMergedByTheirKeys() {
        StatementResult first =
                graph.execute("UNWIND range(1, 3000) AS i MERGE (f:Firm {name: 'F' + toString(i % 1000)})");
        assertThat(first.counts()).isEqualTo(new MutationCounts(1000, 0, 0, 0, 0, 0));
        StatementResult second = graph.execute("""
                UNWIND range(990, 1009) AS i
                MERGE (f:Firm {name: 'F' + toString(i)})
                WITH f, i MATCH (a:Person {name: 'Ann'}) MERGE (a)-[:WORKS_AT]->(f)
                """);
        assertThat(second.counts()).isEqualTo(new MutationCounts(10, 0, 0, 20, 0, 0));
        assertThat(graph.rows(
                        "UNWIND ['F0', 'F999', 'F1009', 'F1010'] AS n MATCH (f:Firm {name: n}) RETURN f.name AS f"))
                .containsExactly("{f=F0}", "{f=F1009}", "{f=F999}");
    }

    @Test
    void propertiesAreReplacedKeptAndRemoved_butForTheKey() {
        graph.execute("MATCH (a:Person {name: 'Ann'}) SET a = {age: 7}");
        assertThat(graph.rows("MATCH (a:Person {name: 'Ann'}) RETURN a.email AS e, a.age AS a"))
                .containsExactly("{e=null, a=7}");
        graph.execute("MATCH (a:Person {name: 'Ann'}) SET a += {email: 'x@y'} REMOVE a.age");
        assertThat(graph.rows("MATCH (a:Person {name: 'Ann'}) RETURN a.email AS e, a.age AS a"))
                .containsExactly("{e=x@y, a=null}");
        assertThatThrownBy(() -> graph.execute("MATCH (a:Person {name: 'Ann'}) SET a.name = 'Eve'"))
                .isInstanceOfSatisfying(
                        SennitException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.KEY_IMMUTABLE));
    }

    @Test
    void edgesGoWithTheirNodes_onlyWhenTheyAreTold() {
        assertThatThrownBy(() -> graph.execute("MATCH (b:Person {name: 'Bob'}) DELETE b"))
                .isInstanceOf(ConstraintViolationException.class);
        StatementResult result = graph.execute("MATCH (b:Person {name: 'Bob'}) DETACH DELETE b");
        assertThat(result.counts()).isEqualTo(new MutationCounts(0, 0, 1, 0, 0, 1));
        assertThat(graph.rows("MATCH (n) RETURN n.name AS n")).containsExactly("{n=Ann}");
        StatementResult both =
                graph.execute("CREATE (a:Person {name: 'X'})-[k:KNOWS]->(b:Person {name: 'Y'}) DELETE a, b, k");
        assertThat(both.commit()).as("what is created and deleted at once").isEmpty();
    }

    @Test
    void whatChangesNothingMakesNoCommit() {
        CommitInfo before = graph.main().snapshot().commit();
        assertThat(graph.execute("MATCH (a:Person {name: 'Ann'}) SET a.age = 30")
                        .commit())
                .isEmpty();
        assertThat(graph.execute("MATCH (a:Person {name: 'Nobody'}) SET a.age = 30")
                        .commit())
                .isEmpty();
        assertThat(graph.execute("MERGE (a:Person {name: 'Ann'}) RETURN a.age AS age")
                        .rows())
                .hasSize(1);
        assertThat(graph.execute("MATCH (a:Person) RETURN a.name").commit()).isEmpty();
        assertThat(graph.main().snapshot().commit()).isEqualTo(before);
    }

    @Test
    void whatBreaksARuleWritesNothing() {
        CommitInfo before = graph.main().snapshot().commit();
        assertThatThrownBy(() -> graph.execute("CREATE (:Person {name: 'Cid', email: 'ann@example.org'})"))
                .isInstanceOf(ConstraintViolationException.class);
        assertThatThrownBy(() -> graph.execute("MATCH (a:Person) SET a.age = -1"))
                .isInstanceOf(ConstraintViolationException.class);
        assertThatThrownBy(() -> graph.execute("CREATE (:Person {name: 'Ann'})"))
                .isInstanceOf(ConflictException.class);
        assertThatThrownBy(() -> graph.execute("CREATE (:Note)")).isInstanceOf(ConstraintViolationException.class);
        assertThatThrownBy(() ->
                        graph.execute("CREATE (:Note {text: 'x', at: localdatetime('2026-11-30T12:00:00.000000001')})"))
                .isInstanceOf(ConstraintViolationException.class);
        assertThat(graph.main().snapshot().commit()).isEqualTo(before);
        graph.execute("CREATE (n:Note) SET n.text = 'set in the end'");
        assertThat(graph.rows("MATCH (n:Note) RETURN n.text AS t")).containsExactly("{t=set in the end}");
    }

    @Test
    void whatCannotBeMeantIsRefusedBeforeItRuns() {
        assertThatThrownBy(() -> graph.execute("CREATE (:Party {name: 'X'})"))
                .isInstanceOfSatisfying(
                        InvalidTextException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.AMBIGUOUS_NODE_TYPE));
        assertThatThrownBy(() -> graph.execute("CREATE (:Person {nmae: 'X'})"))
                .isInstanceOfSatisfying(InvalidTextException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.UNKNOWN_NAME);
                    assertThat(e.text().remedy()).isEqualTo("did you mean 'name'?");
                });
        assertThatThrownBy(() -> graph.execute("MATCH (a:Person) SET a.age = 'old'"))
                .isInstanceOfSatisfying(
                        InvalidTextException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TYPE_MISMATCH));
        assertThatThrownBy(() -> graph.execute("MATCH (a:Person), (f:Firm) CREATE (f)-[:KNOWS]->(a)"))
                .isInstanceOfSatisfying(
                        InvalidTextException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IMPOSSIBLE_PATTERN));
        assertThatThrownBy(() -> graph.execute("MATCH (a:Person) SET a:Firm")).isInstanceOf(UnsupportedException.class);
        assertThat(graph.execute("MATCH (a:Person) SET a:Party").commit()).isEmpty();
        assertThatThrownBy(() -> graph.main().snapshot().query("CREATE (:Firm {name: 'X'})"))
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("the statement writes");
    }

    @Test
    void theSameKeyDoesItOnce() {
        WriteOptions once = WriteOptions.DEFAULT.idempotencyKey("k1");
        String statement = "MATCH (a:Person {name: 'Ann'}) CREATE (a)-[:WROTE]->(:Note {text: $text})";
        StatementResult first = graph.main().execute(statement, Map.of("text", "x"), once);
        StatementResult again = graph.main().execute(statement, Map.of("text", "x"), once);
        assertThat(again.replayed()).isTrue();
        assertThat(again.commit()).isEqualTo(first.commit());
        assertThat(again.counts()).isEqualTo(first.counts());
        assertThat(graph.rows("MATCH (n:Note) RETURN count(*) AS n")).containsExactly("{n=1}");
        assertThatThrownBy(() -> graph.main().execute(statement, Map.of("text", "y"), once))
                .isInstanceOfSatisfying(
                        SennitException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IDEMPOTENCY_KEY_REUSED));
    }

    @Test
    void statementsOfATransactionSeeEachOther_andMakeOneCommit() {
        CommitInfo before = graph.main().snapshot().commit();
        TransactionResult<Long> result = graph.main().write(tx -> {
            tx.execute("CREATE (:Person {name: 'Cid', age: 1})");
            tx.execute("MATCH (c:Person {name: 'Cid'}), (a:Person {name: 'Ann'}) CREATE (c)-[:KNOWS]->(a)");
            tx.execute("MATCH (:Person {name: 'Cid'})-[k:KNOWS]->() SET k.since = $y", Map.of("y", 1999));
            tx.set(tx.node("Person", "Cid"), Map.of("age", 2));
            try (Result rows = tx.execute("MATCH (c {name: 'Cid'})-[k:KNOWS]->() RETURN c.age + k.since AS n")) {
                return rows.next().getLong("n");
            }
        });
        assertThat(result.value()).isEqualTo(2001L);
        assertThat(result.counts()).isEqualTo(new MutationCounts(1, 0, 0, 1, 0, 0));
        assertThat(graph.main().snapshot().commit().parents()).containsExactly(before.id());
    }

    @Test
    void aTransactionWithAStatementThatFailed_failsToo() {
        CommitInfo before = graph.main().snapshot().commit();
        assertThatThrownBy(() -> graph.main().write(tx -> {
                    tx.create("Firm", Map.of("name", "X"));
                    try {
                        tx.execute("UNWIND [2, 1, 0] AS i CREATE (:Firm {name: toString(6 / i)})");
                    } catch (InvalidTextException ignored) {
                        // Two firms have been created by now.
                    }
                    return null;
                }))
                .isInstanceOfSatisfying(
                        InvalidTextException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DIVISION_BY_ZERO));
        assertThat(graph.main().snapshot().commit()).isEqualTo(before);
        graph.main().write(tx -> {
            try {
                tx.execute("CREATE (:Frim {name: 'X'})");
            } catch (InvalidTextException ignored) {
                // Nothing of it has run.
            }
            return tx.create("Firm", Map.of("name", "X"));
        });
        assertThat(graph.rows("MATCH (f:Firm) RETURN f.name AS n")).containsExactly("{n=X}");
    }

    @Test
    void aLostRaceExecutesTheStatementAgain() {
        AtomicInteger attempts = new AtomicInteger();
        graph.main().write(tx -> {
            long age;
            try (Result ages = tx.execute("MATCH (a:Person {name: 'Ann'}) SET a.age = a.age + 1 RETURN a.age AS age")) {
                age = ages.next().getLong("age");
            }
            if (attempts.incrementAndGet() == 1) {
                Thread other = new Thread(() -> graph.execute("MATCH (a:Person {name: 'Ann'}) SET a.age = a.age * 2"));
                other.start();
                join(other);
            }
            return age;
        });
        assertThat(attempts).hasValue(2);
        assertThat(graph.rows("MATCH (a:Person {name: 'Ann'}) RETURN a.age AS a"))
                .containsExactly("{a=61}");
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aScriptIsTakenApartAtItsSemicolons() {
        Script script = Script.parse("""
                CREATE (:Firm {name: 'a;b'}); // one; comment
                /* none; */ ;
                MATCH (f:Firm) RETURN f.name
                """);
        assertThat(script.statements()).hasSize(2);
        assertThat(script.statements().get(0).writes()).isTrue();
        assertThat(script.statements().get(1).writes()).isFalse();
        assertThat(script.statements().get(1).text().strip()).endsWith("RETURN f.name");
        assertThatThrownBy(() -> Script.parse("RETURN 1;\nRETURN +"))
                .isInstanceOfSatisfying(
                        InvalidTextException.class,
                        e -> assertThat(e.position().orElseThrow().line()).isEqualTo(2));
    }
}
