package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.store.ScanRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What queries read of nodes again and again is read once, and is what the table says. */
class NodeCacheTest {
    private static final int NODES = 3_000;
    private static final String BY_KEY = "MATCH (a:A {k: $k}) RETURN a.k, a.i, a.s";
    private static final String BY_ROW = "UNWIND [$k, 'none'] AS k MATCH (a:A {k: k}) RETURN a.k, a.i, a.s";
    private static final String ALL = "MATCH (a:A) RETURN a.k, a.i, a.s";
    private static final String NEXT = "MATCH (:A {k: $k})-[:R]->(b:B) RETURN b.k, b.i";

    private final MemoryGraph graph = graph();

    private static MemoryGraph graph() {
        MemoryGraph graph = new MemoryGraph(RandomQueries.SCHEMA, 100);
        for (int i = 0; i < NODES; i++) {
            graph.node("A", "n" + i, i % 7 == 0 ? null : (long) i, "text " + i % 5, null);
            graph.node("B", "n" + i, (long) i, null, null);
            graph.edge("R(A,B)", "n" + i, "n" + (NODES - 1 - i), 0L);
        }
        return graph;
    }

    private List<String> ask(String query, int node) {
        return Answer.of(graph, query, Map.of("k", "n" + node)).sortedLines();
    }

    /** Requests to tables while a query is asked. */
    private List<ScanRequest> requests(String query, int node, String... rows) {
        List<ScanRequest> requests = graph.activity().requests;
        int before = requests.size();
        assertThat(ask(query, node)).as(query).contains(rows);
        return new ArrayList<>(requests.subList(before, requests.size()));
    }

    @Test
    void aNodeAskedForOnce_isLookedUp() {
        assertThat(requests(BY_KEY, 8, "[n8, 8, text 3]"))
                .hasSize(1)
                .allMatch(request -> request.filter().isPresent());
    }

    @Test
    void nodesAskedForByKeyAgainAndAgain_areReadNoMore() {
        for (String query : List.of(BY_KEY, BY_ROW)) {
            for (int i = 0; i < 4; i++) {
                ask(query, i);
            }
            assertThat(requests(query, 8, "[n8, 8, text 3]")).as(query).isEmpty();
            assertThat(requests(query, 7, "[n7, null, text 2]")).as(query).isEmpty();
            assertThat(ask(query, NODES)).as("no such node").isEmpty();
        }
    }

    @Test
    void aPropertyNobodyReadBefore_isReadToo() {
        for (int i = 0; i < 4; i++) {
            ask("MATCH (a:A {k: $k}) RETURN a.i", i);
        }
        for (int i = 0; i < 4; i++) {
            assertThat(ask(BY_KEY, 9)).containsExactly("[n9, 9, text 4]");
        }
    }

    @Test
    void scansOfWholeTables_areTheSameFromMemory() {
        List<String> fromTable = ask(ALL, 0);
        assertThat(fromTable).hasSize(NODES);
        ask(ALL, 0);

        assertThat(requests(ALL, 0, "[n8, 8, text 3]")).isEmpty();
        assertThat(ask(ALL, 0)).isEqualTo(fromTable);
    }

    @Test
    void endsOfEdges_areReadFromMemory() {
        graph.warm();
        for (int i = 0; i < 4; i++) {
            ask(NEXT, i);
        }
        assertThat(requests(NEXT, 8, "[n2991, 2991]")).isEmpty();
    }
}
