package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class QuerySemanticsTest {
    private final MemoryGraph graph = AirGraph.create();

    @AfterEach
    void everythingIsClosed() {
        assertThat(graph.activity().openScans).isZero();
        assertThat(graph.activity().openTables).isZero();
    }

    private Answer ask(String text) {
        return Answer.of(graph, text, Map.of());
    }

    @Test
    void nodesOfATypeAreFound() {
        assertThat(ask("MATCH (a:Airport) RETURN a.code AS code ORDER BY code").lines())
                .containsExactly("[AMS]", "[EIN]", "[JFK]", "[LHR]", "[NUL]", "[RTM]", "[SFO]", "[US]");
    }

    @Test
    void aLabelUnitesTheTypesThatCarryIt() {
        assertThat(ask("MATCH (p:Place) RETURN labels(p)[0] AS type, count(*) AS n ORDER BY type")
                        .lines())
                .containsExactly("[Airport, 8]", "[Continent, 2]", "[Country, 3]");
    }

    @Test
    void oneHop() {
        assertThat(ask("MATCH (a:Airport {code: 'AMS'})-[r:ROUTE]->(b) RETURN b.name, r.dist, r.airline")
                        .sortedLines())
                .containsExactly("[London, 370, KL]", "[London, 371, BA]", "[New York, 5800, KL]");
    }

    @Test
    void twoHopsBackwardAndForward() {
        assertThat(ask("MATCH (c:Country)-[:CONTAINS]->(a)<-[:ROUTE]-(b {code: 'LHR'}) RETURN c.code, a.code")
                        .sortedLines())
                .containsExactly("[NL, AMS]", "[US, JFK]");
    }
}
