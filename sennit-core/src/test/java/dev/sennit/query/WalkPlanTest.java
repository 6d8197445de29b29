package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.schema.SchemaParser;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Where walks of any length begin, in a graph so dense that all walks from all nodes are more than anyone can wait for.
 * It has 22 nodes and 45 edges; the types at the ends of a walk have few of them.
 */
class WalkPlanTest {
    private static final String SCHEMA = """
            NODE P { id INT64 KEY }
            NODE R { id INT64 KEY }
            NODE C { id INT64 KEY }
            NODE N { id INT64 KEY }
            EDGE ABOUT (N)-[0..*]->(C)
            EDGE ABOUT (N)-[0..*]->(N)
            EDGE ABOUT (N)-[0..*]->(P)
            EDGE KNOWS (P)-[0..*]->(P)
            EDGE KNOWS (P)-[0..*]->(R)
            EDGE KNOWS (R)-[0..*]->(R)
            EDGE LIVES (P)-[0..*]->(C)
            EDGE LIVES (R)-[0..*]->(C)
            EDGE ROAD (C)-[0..*]->(C)
            """;

    private static MemoryGraph graph() {
        MemoryGraph graph = new MemoryGraph(SchemaParser.parse(SCHEMA), 100);
        Map.of("P", 8, "R", 5, "C", 5, "N", 4).forEach((type, count) -> {
            for (long id = 0; id < count; id++) {
                graph.node(type, String.valueOf(id), id);
            }
        });
        edges(graph, "KNOWS(P,P)", "5-4 4-4 2-0 4-6 3-3 7-1");
        edges(graph, "KNOWS(P,R)", "1-3 2-0 1-2 5-3 6-2 2-0");
        edges(graph, "KNOWS(R,R)", "4-2 4-2 2-2 4-3 3-4");
        edges(graph, "LIVES(P,C)", "1-0 5-0 7-2 3-2");
        edges(graph, "LIVES(R,C)", "1-2 1-2 2-4 4-4 2-4");
        edges(graph, "ROAD(C,C)", "2-2 3-3 1-3 1-4");
        edges(graph, "ABOUT(N,P)", "1-5 1-5 1-3 2-1 0-5 0-5");
        edges(graph, "ABOUT(N,C)", "1-1 2-1 2-4 3-3");
        edges(graph, "ABOUT(N,N)", "0-3 3-3 3-3 3-3 1-1");
        return graph;
    }

    private static void edges(MemoryGraph graph, String type, String ends) {
        for (String each : ends.split(" ")) {
            graph.edge(type, each.substring(0, 1), each.substring(2));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "c; MATCH (a:R {id: 99})<-[:KNOWS]-(b:R)-[*]-(c) RETURN count(*); [0]",
                "c; MATCH (a:R {id: 99})<-[:KNOWS]-(b:R)-[*0..]-(c) RETURN count(*); [0]",
                "c; MATCH (c)-[*]-(b:R)-[:KNOWS]->(a:R {id: 99}) RETURN count(*); [0]",
                "m; MATCH (n:P {id: 99})-[*]-(m) RETURN count(*); [0]",
                "m; RETURN EXISTS { (n:P {id: 1})-[*]-(m) }; [true]",
                "m; RETURN EXISTS { (m)-[*]-(n:P {id: 1}) }; [true]",
                "m; RETURN EXISTS { (n:N {id: 99})-[*]->(m)<-[*]-() }; [false]",
                "m; MATCH (n:C) WHERE (EXISTS { ()-[*0..]-(x)<--(:N) }) = true RETURN count(*); [5]"
            })
    @Timeout(60)
    void beginWhereAKeyLeavesFew_andEndWhenOneIsEnough(String far, String query, String answer) {
        MemoryGraph graph = graph();
        assertThat(Answer.of(graph, query, Map.of()).lines()).containsExactly(answer);
        assertThat(Answer.of(graph, "EXPLAIN " + query, Map.of()).lines())
                .as("plan of %s", query)
                .noneMatch(line -> line.contains("Scan, " + far + ":"));
    }
}
