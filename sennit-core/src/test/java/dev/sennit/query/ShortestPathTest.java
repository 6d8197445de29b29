package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.LimitException;
import dev.sennit.model.UnsupportedException;
import dev.sennit.query.execution.QueryLimits;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The shortest path is the shortest of those that fulfil the conditions of its MATCH. */
class ShortestPathTest {
    private static final int GRAPHS = 4;

    /** Conditions on a path p from a to b. */
    private static final List<String> CONDITIONS = List.of(
            "true",
            "all(n IN nodes(p) WHERE n.i <> 1)",
            "none(n IN nodes(p) WHERE n.k = 'n1')",
            "NOT any(n IN nodes(p) WHERE n.i = 0)",
            "all(r IN relationships(p) WHERE r.w > 0)",
            "none(r IN relationships(p) WHERE r.w = 1) AND all(n IN nodes(p) WHERE n.i < 2)",
            "all(n IN nodes(p) WHERE n.i <= a.i)",
            "all(n IN nodes(p) WHERE n.i <= b.i)",
            "any(n IN nodes(p) WHERE n.i = 2)",
            "single(n IN nodes(p) WHERE n.k = 'n1')",
            "NOT all(n IN nodes(p) WHERE n.i = 0)",
            "length(p) > 1",
            "length(p) = 2 AND none(n IN nodes(p) WHERE n.i = 0)",
            "length(p) <= 2 AND any(n IN nodes(p) WHERE n.k = 'n0')",
            "3 > length(p)",
            "size(relationships(p)) >= 2",
            "nodes(p)[1].i = 1 AND p IS NOT NULL",
            "reduce(s = 0, n IN nodes(p) | s + coalesce(n.i, 0)) > 2",
            "EXISTS { MATCH (x:Any) WHERE x IN nodes(p) AND x.i = 2 }",
            "a.i < b.i AND b.k = 'n1'");

    static LongStream seeds() {
        return Seeds.of(1, 20261130);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void isTheShortestOfAllPathsThatFulfilTheConditions(long seed) {
        int found = 0;
        for (int g = 0; g < GRAPHS; g++) {
            MemoryGraph graph = new RandomQueries(seed * 1_000 + g).graph();
            if (g % 2 == 0) {
                graph.warm();
            }
            for (String edges : List.of("-[*1..4]-", "-[*0..3]->", "<-[*2..4]-")) {
                for (String condition : CONDITIONS) {
                    String where = "seed " + seed + ", graph " + g + ", " + edges + " WHERE " + condition;
                    String all = "MATCH p = (a)" + edges + "(b) WHERE a <> b OR length(p) = 0 WITH a, b, p WHERE "
                            + condition;
                    List<String> shortest =
                            ask(graph, "MATCH (a:Any), (b:Any) " + all + " RETURN a, b, min(length(p)) AS n");
                    found += shortest.size();
                    String one = " MATCH p = shortestPath((a)" + edges + "(b)) WHERE " + condition
                            + " RETURN a, b, length(p) AS n";
                    assertThat(ask(graph, "MATCH (a:Any), (b:Any)" + one))
                            .as(where)
                            .isEqualTo(shortest);
                    assertThat(ask(graph, "MATCH (a:Any)" + one.replace("(b)", "(b:Any)")))
                            .as("%s, to wherever it leads", where)
                            .isEqualTo(shortest);
                    assertThat(ask(
                                    graph,
                                    "MATCH (a:Any), (b:Any) MATCH p = allShortestPaths((a)" + edges + "(b)) WHERE "
                                            + condition + " RETURN a, b, relationships(p) AS rs"))
                            .as("%s, all of them", where)
                            .isEqualTo(
                                    ask(
                                            graph,
                                            "MATCH (a:Any), (b:Any) " + all
                                                    + " WITH a, b, min(length(p)) AS n, collect(p) AS ps UNWIND ps AS p"
                                                    + " WITH a, b, p, n WHERE length(p) = n RETURN a, b, relationships(p) AS rs"));
                    assertThat(ask(
                                    graph,
                                    "MATCH (a:Any), (b:Any) MATCH p = (a)" + edges + "(b) WHERE " + condition
                                            + " RETURN a, b, relationships(p) AS rs"))
                            .as("%s, any path", where)
                            .isEqualTo(ask(
                                    graph,
                                    "MATCH (a:Any), (b:Any) MATCH p = (a)" + edges + "(b) WITH a, b, p WHERE "
                                            + condition + " RETURN a, b, relationships(p) AS rs"));
                }
            }
        }
        assertThat(found).as("shortest paths").isGreaterThan(300);
    }

    private static List<String> ask(MemoryGraph graph, String text) {
        return Answer.of(graph, text, Map.of()).exactLines();
    }

    @Test
    void aDetourIsFoundWhereTheDirectWayIsClosed() {
        MemoryGraph graph = AirGraph.create();
        String path = "MATCH p = shortestPath((:Airport {code: 'EIN'})-[:ROUTE*]->(:Airport {code: 'JFK'})) WHERE ";
        assertThat(ask(
                        graph,
                        path + "none(r IN relationships(p) WHERE r.dist = 5500)"
                                + " RETURN [n IN nodes(p) | n.code] AS codes"))
                .containsExactly("[[EIN, LHR, AMS, JFK]]");
        assertThat(ask(graph, path + "all(n IN nodes(p) WHERE n.runways < 6) RETURN length(p) AS n"))
                .containsExactly("[2]");
        assertThat(ask(graph, path + "length(p) > 3 RETURN [n IN nodes(p) | n.code] AS codes"))
                .isNotEmpty();
    }

    @Test
    void conditionsOnEachNodeCloseTheWay_soThatWhatIsBehindIsNotRead() {
        MemoryGraph graph = AirGraph.create();
        graph.warm();
        Answer plan = Answer.of(
                graph,
                "PROFILE MATCH p = (a:Airport {code: 'EIN'})-[:ROUTE*1..6]->(b) WHERE all(n IN nodes(p) WHERE n.code <>"
                        + " 'LHR') RETURN b.code",
                Map.of());
        int rows = plan.columns().indexOf("rows");
        assertThat(plan.rows())
                .filteredOn(row -> String.valueOf(row.get(0)).trim().equals("VarExpand"))
                .singleElement()
                .satisfies(row ->
                        assertThat(row.get(rows)).as("walks: only the loop").isEqualTo(1L));
    }

    @Test
    void aConditionOnWhatIsMatchedAfterThePath_isRefused() {
        MemoryGraph graph = AirGraph.create();
        String start = "MATCH (a:Airport {code: 'EIN'}) MATCH p = shortestPath((a)-[:ROUTE*]->(b)), ";
        assertThatThrownBy(() -> ask(
                        graph,
                        start + "(b)<-[:CONTAINS]-(c:Country) WHERE any(n IN nodes(p) WHERE n.code = c.code) RETURN c"))
                .isInstanceOf(UnsupportedException.class)
                .hasMessageContaining("shortest path");
        assertThat(
                        ask(
                                graph,
                                start
                                        + "(c:Country) WHERE any(n IN nodes(p) WHERE n.code = c.code) AND b.code = 'US' RETURN c"))
                .as("what is matched elsewhere is matched before")
                .isEmpty();
    }

    @Test
    void aSearchAmongAllPathsEndsAtTheLimitOfMemory() {
        MemoryGraph graph = new MemoryGraph(RandomQueries.SCHEMA, 100);
        for (int i = 0; i < 12; i++) {
            graph.node("A", "n" + i, (long) i, "a", 1.0);
        }
        for (int i = 0; i < 12; i++) {
            for (int j = 0; j < 12; j++) {
                graph.edge("R(A,A)", "n" + i, "n" + j, 1L);
            }
        }
        PreparedQuery query = new QueryEngine()
                .prepare(
                        "MATCH p = shortestPath((:A {k: 'n0'})-[*]->(:A {k: 'n1'}))"
                                + " WHERE any(n IN nodes(p) WHERE n.i = 99) RETURN p",
                        graph.schema());
        assertThatThrownBy(() -> {
                    try (QueryCursor cursor = query.execute(graph, Map.of(), new QueryLimits(4 << 20, () -> {}))) {
                        cursor.next();
                    }
                })
                .isInstanceOfSatisfying(
                        LimitException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RESOURCE_LIMIT));
    }
}
