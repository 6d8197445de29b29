package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.store.ScanRequest;
import dev.sennit.store.TableLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** When the edges of a table are read whole: once looking them up has cost as much. */
class AdjacencyReadTest {
    private static final int NODES = 3_000;
    private static final int EDGES_PER_NODE = 3;
    private static final String NEXT = "MATCH (a:A {k: $k})-[:R]->(b:B) RETURN b.k";
    private static final String COUNT = "MATCH (a:A)-[:R]->(b:B) RETURN a.k, count(b)";

    private final MemoryGraph graph = graph();

    private static MemoryGraph graph() {
        MemoryGraph graph = new MemoryGraph(RandomQueries.SCHEMA, 100);
        for (int i = 0; i < NODES; i++) {
            graph.node("A", "n" + i, null, null, null).node("B", "n" + i, null, null, null);
            for (int e = 0; e < EDGES_PER_NODE; e++) {
                graph.edge("R(A,B)", "n" + i, "n" + (i + e) % NODES, 0L);
            }
        }
        return graph;
    }

    /** Requests to the edges' table while a query is asked; those of a whole table have no filter. */
    private List<ScanRequest> requests(String query, int node) {
        List<ScanRequest> requests = graph.activity().requests;
        int before = requests.size();
        assertThat(Answer.of(graph, query, Map.of("k", "n" + node)).rows()).isNotEmpty();
        return new ArrayList<>(requests.subList(before, requests.size()))
                .stream()
                        .filter(request -> request.columns().contains(TableLayout.SOURCE))
                        .toList();
    }

    @Test
    void oneQuery_looksUpTheEdgesOfItsNode() {
        assertThat(requests(NEXT, 5))
                .singleElement()
                .matches(request -> request.filter().isPresent());
    }

    @Test
    void manyQueries_togetherHaveTheTableReadOnce() {
        long whole = 0;
        for (int i = 0; i < 20; i++) {
            whole += requests(NEXT, i).stream()
                    .filter(request -> request.filter().isEmpty())
                    .count();
        }
        assertThat(whole).isEqualTo(1);
        assertThat(requests(NEXT, 5)).isEmpty();
        assertThat(Answer.of(graph, NEXT, Map.of("k", "n5")).sortedLines()).containsExactly("[n5]", "[n6]", "[n7]");
    }

    @Test
    void someScansForManyNodes_haveTheTableReadInTheirPlace() {
        String many = "UNWIND range(0, 600) AS i MATCH (a:A {k: 'n' + toString(i)})-[:R]->(b:B) RETURN b.k";
        for (int scan = 1; scan < 3; scan++) {
            assertThat(requests(many, 0))
                    .singleElement()
                    .matches(request -> request.filter().isPresent());
        }
        assertThat(requests(many, 0))
                .singleElement()
                .matches(request -> request.filter().isEmpty());
        assertThat(requests(COUNT, 0)).isEmpty();
    }

    @Test
    void edgesOfFewNodesAmongMany_areScannedToBeCounted() {
        String byEdges = plan(NODES, 10);
        assertThat(byEdges).contains("EdgeScan").doesNotContain("NodeScan");
        assertThat(plan(10, NODES)).contains("CountEdges").contains("NodeScan").doesNotContain("EdgeScan");
    }

    private static String plan(int nodes, int edges) {
        MemoryGraph graph = new MemoryGraph(RandomQueries.SCHEMA, 100);
        for (int i = 0; i < nodes; i++) {
            graph.node("A", "n" + i, null, null, null);
            graph.node("B", "n" + i, null, null, null);
        }
        for (int e = 0; e < edges; e++) {
            graph.edge("R(A,B)", "n" + e % nodes, "n0", 0L);
        }
        return Answer.of(graph, "EXPLAIN " + COUNT, Map.of()).lines().toString();
    }
}
