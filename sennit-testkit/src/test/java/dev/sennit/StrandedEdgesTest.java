package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sennit.model.ConstraintViolationException;
import dev.sennit.model.MutationCounts;
import dev.sennit.model.Rule;
import dev.sennit.model.Violation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A node that is deleted without its edges and created again does not get them: the statement has left them behind. */
class StrandedEdgesTest {
    private static final String SCHEMA = """
            NODE P { id INT64 KEY, v INT64 }
            NODE Q { id INT64 KEY }
            EDGE K (P)-[0..*]->(P)
            EDGE L (P)-[0..*]->(Q) { w INT64, KEY () }
            """;

    /** The node 1 has a K from 2 and one to 3, and the node 9 is alone. The node 5 has a loop, and the node 6 an L. */
    @RegisterExtension
    final StatementGraph graph = new StatementGraph(
            SCHEMA,
            "CREATE (a:P {id: 1, v: 1}), (b:P {id: 2}), (c:P {id: 3}), (b)-[:K]->(a), (a)-[:K]->(c), (:P {id: 9}),"
                    + " (e:P {id: 5}), (e)-[:K]->(e), (f:P {id: 6})-[:L {w: 1}]->(:Q {id: 1})");

    private String contents() {
        return graph.rows("MATCH (n:P) RETURN n") + " "
                + graph.rows("MATCH (a)-[r]->(b) RETURN type(r) AS t, a.id AS a, b.id AS b");
    }

    private void assertRefused(String statement, long violations) {
        String before = contents();
        ConstraintViolationException refused =
                catchThrowableOfType(ConstraintViolationException.class, () -> graph.execute(statement));
        assertThat(refused).as(statement).isNotNull().hasMessageContaining("DETACH DELETE");
        assertThat(refused.total()).as(statement).isEqualTo(violations);
        assertThat(refused.violations())
                .as(statement)
                .extracting(Violation::rule)
                .containsOnly(Rule.ENDPOINT);
        assertThat(contents()).isEqualTo(before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            value = {
                "MATCH (a:P {id: 1}) DELETE a § 2",
                "MATCH (a:P {id: 1}) DELETE a CREATE (:P {id: 1, v: 2}) § 2",
                "MATCH (a:P {id: 1}) DELETE a CREATE (:P {id: 1, v: 1}) § 2",
                "MATCH (a:P {id: 1}) DELETE a MERGE (:P {id: 1}) § 2",
                "MATCH (a:P {id: 2}) DELETE a MERGE (x:P {id: 2}) ON CREATE SET x.v = 2 § 1",
                "MATCH (a:P {id: 3}) DELETE a CREATE (x:P {id: 3}) SET x.v = 3 RETURN x.v § 1",
                "MATCH (a:P {id: 5}) DELETE a CREATE (:P {id: 5}) § 2",
                "MATCH (a:P {id: 6}) DELETE a CREATE (x:P {id: 6}) § 1",
                "MATCH (a:P {id: 6})-[r:L]->() SET r.w = 2 DELETE a CREATE (x:P {id: 6}) § 1",
                "MATCH (a:P {id: 6})-[:L]->(q) DELETE a CREATE (x:P {id: 6})-[:L]->(q) § 1",
                "MATCH (a:P {id: 6})-[:L]->(q) DELETE a MERGE (x:P {id: 6}) MERGE (x)-[:L]->(q) § 1",
                "MATCH (a:P {id: 1})-[r]->() DELETE r, a CREATE (:P {id: 1}) § 1",
                "MATCH (a:P {id: 1}) DELETE a CREATE (x:P {id: 1}) DETACH DELETE x § 2",
                "MATCH (a:P {id: 1}) DELETE a CREATE (x:P {id: 1}) DELETE x CREATE (:P {id: 1}) § 2",
                "MATCH (a:P {id: 1}) DELETE a CREATE (x:P {id: 1}) WITH x MATCH (c:P {id: 3}) CREATE (x)-[:K]->(c) § 2",
                "MATCH (a:P {id: 1}), (b:P {id: 2}) DELETE a, b CREATE (:P {id: 1}), (:P {id: 2}) § 3",
                "MATCH (n:P) WHERE n.id < 4 WITH collect(n) AS l FOREACH (n IN l | DELETE n) FOREACH (i IN [1, 2, 3] | MERGE (:P {id: i})) § 4",
                "MATCH (a:P {id: 1}) FOREACH (x IN [a] | DELETE x CREATE (:P {id: 1})) § 2",
                "MATCH (a:P {id: 1}) CALL (a) { DELETE a CREATE (:P {id: 1}) } § 2",
                "MATCH (a:P {id: 1}) CALL (a) { DELETE a } CREATE (:P {id: 1}) § 2",
                "CREATE (a:P {id: 7})-[:K]->(b:P {id: 8}) DELETE a CREATE (:P {id: 7}) § 1",
                "CREATE (a:P {id: 7})-[:K]->(b:P {id: 8}) WITH a MATCH (a)-->(b) DELETE b MERGE (:P {id: 8}) § 1",
                "MATCH (a:P {id: 9}) CREATE (a)-[:K]->(a) DELETE a CREATE (:P {id: 9}) § 2"
            })
    void whatLeavesThemFailsAsIfTheNodeHadStayedAway(String statement, long violations) {
        assertRefused(statement, violations);
    }

    /** A statement and the edges of its node x after it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            value = {
                "MATCH (a:P {id: 1}) DETACH DELETE a CREATE (x:P {id: 1, v: 2}) § 0",
                "MATCH (a:P {id: 1})-[r]-() WITH a, collect(r) AS l FOREACH (r IN l | DELETE r) DELETE a CREATE (x:P {id: 1, v: 2}) § 0",
                "MATCH (a:P {id: 1})-[r]-() WITH a, collect(r) AS l DELETE a CREATE (x:P {id: 1, v: 2}) FOREACH (r IN l | DELETE r) § 0",
                "MATCH (a:P {id: 1})-[r]-(b) DELETE a MERGE (x:P {id: 1}) SET x.v = 2 DETACH DELETE b § 0",
                "MATCH (a:P {id: 1})-[r]-(b) DELETE r, a MERGE (x:P {id: 1}) SET x.v = 2 MERGE (x)-[:K]->(b) § 2",
                "MATCH (a:P {id: 9}) DELETE a CREATE (x:P {id: 9, v: 2}) CREATE (x)-[:K]->(x) § 1",
                "MATCH (a:P {id: 6})-[r]->(q) DELETE r, a CREATE (x:P {id: 6, v: 2})-[:L {w: 5}]->(q) § 1",
                "CREATE (a:P {id: 7})-[r:K]->(b:P {id: 8}) DELETE r, a CREATE (x:P {id: 7, v: 2})-[:K]->(b) § 1"
            })
    void whatDeletesThemOrMakesOthersIsFine(String statement, long edges) {
        graph.execute(statement);
        assertThat(graph.values("MATCH (x:P {v: 2}) RETURN COUNT { (x)-->() } AS edges"))
                .containsExactly("[" + edges + "]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "OPTIONAL MATCH (x)-[r]->() RETURN type(r) AS r",
                "OPTIONAL MATCH (x)<-[r]-() RETURN type(r) AS r",
                "OPTIONAL MATCH (:P {id: 2})-[r]->() RETURN type(r) AS r",
                "OPTIONAL MATCH (:P {id: 2})-[r]->(y {v: 2}) RETURN type(r) AS r",
                "OPTIONAL MATCH p = (x)-[:K*]-(:P {id: 3}) RETURN p AS r",
                "OPTIONAL MATCH p = shortestPath((x)-[:K*]-(:P {id: 3})) RETURN p AS r",
                "RETURN CASE WHEN EXISTS { (x)--() } THEN 1 END AS r",
                "RETURN nullIf(COUNT { (x)-[:K]-() }, 0) AS r"
            })
    void readsOfTheTransactionDoNotShowThem(String rest) {
        String statement = "MATCH (a:P {id: 1}) DELETE a CREATE (x:P {id: 1, v: 2}) WITH x " + rest;
        List<String> seen = new ArrayList<>();
        assertThatThrownBy(() -> graph.main().write(tx -> {
                    tx.execute(statement, Map.of())
                            .forEachRemaining(row -> seen.add(row.toMap().toString()));
                    tx.query("MATCH ()-[r:K]->() RETURN count(r) AS edges", Map.of())
                            .forEachRemaining(row -> seen.add(row.toMap().toString()));
                    return 0;
                }))
                .isInstanceOf(ConstraintViolationException.class);
        assertThat(seen).containsExactly("{r=null}", "{edges=1}");
    }

    @Test
    void transactionsLeaveThemNoMoreThanStatementsDo() {
        assertThatThrownBy(() -> graph.main().write(tx -> {
                    tx.delete(tx.node("P", 1L));
                    tx.upsert("P", Map.of("id", 1L, "v", 2L));
                    return 0;
                }))
                .isInstanceOf(ConstraintViolationException.class)
                .hasMessageContaining("DETACH DELETE");
        assertThat(graph.main()
                        .write(tx -> {
                            tx.detachDelete(tx.node("P", 1L));
                            tx.upsert("P", Map.of("id", 1L, "v", 2L));
                            return 0;
                        })
                        .counts())
                .isEqualTo(new MutationCounts(0, 1, 0, 0, 0, 2));
    }

    @Test
    void manyNodesAreLookedUpTogether() {
        assertRefused(
                "UNWIND range(100, 1100) AS i CREATE (:P {id: i}) WITH count(*) AS c MATCH (n:P) WITH n, n.id AS i DELETE n"
                        + " CREATE (:P {id: i})",
                7);
    }
}
