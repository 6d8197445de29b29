package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sennit.model.MutationCounts;
import dev.sennit.model.NotFoundException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is deleted and created again with the same key is another element, in one statement and over several. */
class RecreatedElementTest {
    private static final String DELETED = "MATCH (a:A {id: 79})-[s:S]->(c:C) DETACH DELETE a ";

    private static final String SCHEMA = """
            NODE A { id INT64 KEY, v INT64, u STRING, UNIQUE (u) }
            NODE C { id INT64 KEY }
            EDGE S (A)-[0..*]->(C) { w INT64, KEY () }
            """;

    @RegisterExtension
    final StatementGraph graph = new StatementGraph(
            SCHEMA, "CREATE (:A {id: 79, v: 1, u: 'x'})-[:S {w: 3}]->(:C {id: 1}), (:A {id: 80, v: 2, u: 'y'})");

    private static String text(Result result) {
        return text(result.stream().toList());
    }

    private static String text(List<Row> rows) {
        return rows.stream()
                .map(row -> row.toMap().values().toString())
                .toList()
                .toString();
    }

    private String read(String cypher) {
        return graph.values(cypher).stream().sorted().toList().toString();
    }

    /** A statement, its rows, and v and u of the node 79 and w of its edges in the commit after it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            value = {
                "DETACH DELETE a CREATE (b:A {id: 79, v: 42}) RETURN b.v § [[42]] § [[42, null, null]]",
                "DETACH DELETE a CREATE (b:A {id: 79, v: 42}) SET b.v = b.v + 1 RETURN b.v § [[43]] § [[43, null, null]]",
                "DETACH DELETE a CREATE (b:A {id: 79}) SET b += {v: 5, u: 'x'} RETURN b.u § [[x]] § [[5, x, null]]",
                "DETACH DELETE a MERGE (b:A {id: 79}) ON CREATE SET b.v = 5 ON MATCH SET b.v = 6 RETURN b.v § [[5]] § [[5, null, null]]",
                "DETACH DELETE a CREATE (b:A {id: 79}) SET b.v = 1 MERGE (d:A {id: 79}) ON MATCH SET d.v = d.v + 1 RETURN b.v, d.v, b = d § [[2, 2, true]] § [[2, null, null]]",
                "DETACH DELETE a CREATE (b:A {id: 79, v: 42}) WITH a, b RETURN a = b, b.v § [[false, 42]] § [[42, null, null]]",
                "DETACH DELETE a CREATE (b:A {id: 79, v: 42}) DELETE a WITH b SET b.v = 43 RETURN b.v § [[43]] § [[43, null, null]]",
                "DETACH DELETE a CREATE (b:A {id: 79, v: 4}) DELETE b CREATE (d:A {id: 79, v: 5}) SET d.v = d.v * 2 RETURN d.v § [[10]] § [[10, null, null]]",
                "DETACH DELETE a CREATE (b:A {id: 79})-[t:S {w: 7}]->(c) SET t.w = t.w + 1 RETURN t.w, startNode(t) = b § [[8, true]] § [[null, null, 8]]",
                "DETACH DELETE a CREATE (b:A {id: 79})-[:S {w: 7}]->(c) WITH a, b RETURN COUNT { (a)-->() }, COUNT { (b)-->() } § [[0, 1]] § [[null, null, 7]]",
                "DELETE s CREATE (a)-[t:S {w: 7}]->(c) RETURN t.w § [[7]] § [[1, x, 7]]",
                "DELETE s CREATE (a)-[t:S {w: 7}]->(c) SET t.w = t.w + 1 RETURN t.w, s = t § [[8, false]] § [[1, x, 8]]",
                "DELETE s MERGE (a)-[t:S]->(c) ON CREATE SET t.w = 8 RETURN t.w § [[8]] § [[1, x, 8]]",
                "DELETE s CREATE (a)-[t:S]->(c) DELETE t CREATE (a)-[r:S {w: 1}]->(c) SET r.w = r.w + 1 RETURN r.w § [[2]] § [[1, x, 2]]",
                "CALL (a) { DETACH DELETE a } CREATE (b:A {id: 79}) SET b.v = 6 RETURN b.v § [[6]] § [[6, null, null]]",
                "CALL (a) { DETACH DELETE a CREATE (b:A {id: 79}) RETURN b } SET b.v = 6 RETURN b.v § [[6]] § [[6, null, null]]",
                "FOREACH (x IN [a] | DETACH DELETE x CREATE (y:A {id: 79}) SET y.v = 9 DELETE y CREATE (z:A {id: 79}) SET z.v = 10) RETURN 1 AS one § [[1]] § [[10, null, null]]"
            })
    void isReadAndChangedAsWhatItIsNow(String statement, String rows, String committed) {
        StatementResult result = graph.execute("MATCH (a:A {id: 79})-[s:S]->(c:C) " + statement);
        assertThat(text(result.rows())).as("rows").isEqualTo(rows);
        assertThat(read("MATCH (a:A {id: 79}) OPTIONAL MATCH (a)-[s:S]->() RETURN a.v AS v, a.u AS u, s.w AS w"))
                .as("what is committed")
                .isEqualTo(committed);
        assertThat(read("MATCH (a:A) RETURN a.id AS id")).isEqualTo("[[79], [80]]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE (b:A {id: 79, v: 42}) RETURN a.v AS v",
                "CREATE (b:A {id: 79, v: 42}) RETURN a AS a",
                "CREATE (b:A {id: 79, v: 42}) WITH [a] AS l RETURN l AS l",
                "CREATE (b:A {id: 79, v: 42}) SET a.v = 3",
                "CREATE (b:A {id: 79, v: 42}) CREATE (a)-[:S]->(c)",
                "CREATE (b:A {id: 79, v: 42}) MERGE (a)-[:S]->(c)",
                "CREATE (b:A {id: 79, v: 42}) DELETE b RETURN b.v AS v",
                "CREATE (b:A {id: 79, v: 42})-[t:S {w: 7}]->(c) RETURN s.w AS w",
                "CREATE (b:A {id: 79, v: 42})-[t:S {w: 7}]->(c) SET s.w = 1",
                "RETURN s AS s"
            })
    void whatWasDeletedStaysDeleted(String rest) {
        String before = read("MATCH (a:A) RETURN a AS a");
        NotFoundException gone = catchThrowableOfType(NotFoundException.class, () -> graph.execute(DELETED + rest));
        assertThat(gone).as(rest).isNotNull().hasMessageContaining("has deleted");
        assertThat(read("MATCH (a:A) RETURN a AS a")).isEqualTo(before);
    }

    @Test
    void whatWasDeletedMatchesNothing() {
        StatementResult result = graph.execute(DELETED + "CREATE (b:A {id: 79})-[t:S {w: 5}]->(c) WITH a, b, s, t"
                + " OPTIONAL MATCH (a)-[e]->() OPTIONAL MATCH ()-[s]->(f) OPTIONAL MATCH (b)-[t]->(g)"
                + " RETURN e, f, g.id AS id");
        assertThat(text(result.rows())).isEqualTo("[[null, null, 1]]");
    }

    @Test
    void isCountedAsOneThatWasChanged() {
        assertThat(graph.execute(DELETED + "CREATE (b:A {id: 79, v: 42}) SET b.v = 43")
                        .counts())
                .isEqualTo(new MutationCounts(0, 1, 0, 0, 0, 1));
        assertThat(graph.execute("CREATE (a:A {id: 5, v: 1}) DELETE a CREATE (b:A {id: 5, v: 2}) SET b.v = 3 DELETE b")
                        .counts())
                .isEqualTo(new MutationCounts(0, 0, 0, 0, 0, 0));
        assertThat(graph.execute("CREATE (a:A {id: 5, v: 1}) DELETE a CREATE (b:A {id: 5, v: 2}) SET b.v = 3")
                        .counts())
                .isEqualTo(new MutationCounts(1, 0, 0, 0, 0, 0));
    }

    @Test
    void overTheStatementsOfATransaction() {
        List<String> rows = graph.main()
                .write(tx -> {
                    tx.detachDelete(tx.node("A", 79L));
                    tx.create("A", Map.of("id", 79L, "v", 5L));
                    String created =
                            text(tx.execute("MATCH (a:A {id: 79}) SET a.v = a.v + 1 RETURN a.v AS v", Map.of()));
                    tx.execute("MATCH (a:A {id: 79}) DELETE a", Map.of());
                    String again =
                            text(tx.execute("CREATE (b:A {id: 79, v: 7}) SET b.v = b.v + 1 RETURN b.v AS v", Map.of()));
                    String seen = text(tx.query("MATCH (a:A) RETURN a.id AS id, a.v AS v ORDER BY id", Map.of()));
                    return List.of(created, again, seen);
                })
                .value();
        assertThat(rows).containsExactly("[[6]]", "[[8]]", "[[79, 8], [80, 2]]");
        assertThat(read("MATCH (a:A) RETURN a.id AS id, a.v AS v, a.u AS u")).isEqualTo("[[79, 8, null], [80, 2, y]]");
    }
}
