package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.Edge;
import dev.sennit.model.GraphPath;
import dev.sennit.model.Node;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What patterns match, and what elements and paths are as values. */
class PatternsTest extends OnAirGraph {
    // Patterns

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

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "(n) ~ 14",
                "(n:Place) ~ 13",
                "(n:!Place) ~ 1",
                "(n:Airport|Country) ~ 11",
                "(n:Place&!Airport) ~ 5",
                "(n:%) ~ 14",
                "(n:Airport:Place) ~ 8",
                "(n IS Country) ~ 3"
            })
    void labelExpressionsChooseTypes(String pattern, long count) {
        assertThat(ask("MATCH " + pattern + " RETURN count(*)").rows()).containsExactly(List.of(count));
    }

    @Test
    void oneHop() {
        assertThat(ask("MATCH (a:Airport {code: 'AMS'})-[r:ROUTE]->(b) RETURN b.name, r.dist, r.airline")
                        .sortedLines())
                .containsExactly("[London, 370, KL]", "[London, 371, BA]", "[New York, 5800, KL]");
    }

    @Test
    void twoHopsForwardAndBackward() {
        assertThat(ask("MATCH (c:Country)-[:CONTAINS]->(a)<-[:ROUTE]-(b {code: 'LHR'}) RETURN c.code, a.code")
                        .sortedLines())
                .containsExactly("[NL, AMS]", "[US, JFK]");
    }

    @Test
    void anUndirectedPatternYieldsAnEdgeBothWaysAndALoopOnce() {
        assertThat(ask("MATCH (a)-[r:ROUTE]-(b) RETURN count(*)").lines()).containsExactly("[19]");
        assertThat(ask("MATCH (a {code: 'EIN'})-[r:ROUTE]-(b) RETURN b.code").sortedLines())
                .containsExactly("[EIN]", "[LHR]");
        assertThat(ask("MATCH (a:Airport)-[r:ROUTE]-(a) RETURN a.code").lines()).containsExactly("[EIN]");
        assertThat(ask("MATCH (a:Airport)-[r:ROUTE]->(a) RETURN a.code").lines())
                .containsExactly("[EIN]");
        assertThat(ask("MATCH (a)-[r:ROUTE]-(b) WHERE a.runways = 1 RETURN a.code, b.code, r.dist")
                        .sortedLines())
                .containsExactly("[EIN, EIN, 0]", "[EIN, LHR, 400]", "[US, AMS, 600]");
    }

    @Test
    void edgesAreDistinctWithinOneMatchAndNotBetweenTwo() {
        assertThat(ask("MATCH (a {code: 'EIN'})-[r:ROUTE]->(b)-[s:ROUTE]->(c) RETURN b.code, c.code")
                        .sortedLines())
                .as("the loop cannot be taken twice")
                .containsExactly("[EIN, LHR]", "[LHR, AMS]", "[LHR, JFK]");
        assertThat(ask("MATCH (a)-[r:ROUTE {dist: 0}]->(b), (c)-[s:ROUTE {dist: 0}]->(d) RETURN a")
                        .lines())
                .isEmpty();
        assertThat(ask("MATCH (a)-[r:ROUTE {dist: 0}]->(b) MATCH (c)-[s:ROUTE {dist: 0}]->(d) RETURN a.code, c.code")
                        .lines())
                .containsExactly("[EIN, EIN]");
    }

    @Test
    void aCycleClosesOnItsFirstNode() {
        assertThat(ask("MATCH (a:Airport)-[:ROUTE]->(b)-[:ROUTE]->(c)-[:ROUTE]->(a) WHERE a.code = 'AMS'"
                                + " RETURN b.code, c.code, count(*)")
                        .sortedLines())
                .containsExactly("[LHR, JFK, 2]");
    }

    @Test
    void equalIdsInTwoTypesAreTwoNodes() {
        assertThat(ask("MATCH (a {code: 'US'}) RETURN elementId(a)").sortedLines())
                .containsExactly("[Airport:US]", "[Country:US]");
        assertThat(ask("MATCH (c:Country {code: 'US'})-[:CONTAINS]->(a)-[:ROUTE]->(b) RETURN a.code, b.code")
                        .sortedLines())
                .containsExactly("[JFK, AMS]", "[JFK, SFO]");
        assertThat(ask("MATCH (a:Airport {code: 'US'})<-[:CONTAINS]-(x) RETURN x")
                        .lines())
                .isEmpty();
        assertThat(ask("MATCH (a:Airport), (c:Country) WHERE a = c RETURN a").lines())
                .isEmpty();
    }

    @Test
    void aNodeTypeAndAnEdgeLabelMayShareAName() {
        assertThat(ask("MATCH (n:ROUTE) RETURN n.note").lines())
                .containsExactly("[a node type named like an edge label]");
        assertThat(ask("MATCH ()-[r:ROUTE]->() RETURN count(r)").lines()).containsExactly("[10]");
    }

    @Test
    void oneEdgeLabelUnitesItsDeclarations() {
        assertThat(ask("MATCH (x)-[:CONTAINS]->(y) RETURN labels(x)[0], labels(y)[0], count(*)")
                        .sortedLines())
                .containsExactly("[Continent, Airport, 6]", "[Continent, Country, 3]", "[Country, Airport, 6]");
        assertThat(ask("MATCH (x)-[:CONTAINS]->(y)-[:CONTAINS]->(z) RETURN x.code, y.code, z.code")
                        .sortedLines())
                .containsExactly(
                        "[EU, NL, AMS]",
                        "[EU, NL, EIN]",
                        "[EU, NL, RTM]",
                        "[EU, UK, LHR]",
                        "[NA, US, JFK]",
                        "[NA, US, SFO]");
    }

    @Test
    void partsWithoutACommonVariableAreMultiplied() {
        assertThat(ask("MATCH (a:Country), (b:Continent) RETURN a.code, b.code").rows())
                .hasSize(6);
        assertThat(ask("MATCH (a:Airport), (b:Airport) WHERE a.runways = b.runways AND a.code < b.code"
                                + " RETURN a.code, b.code")
                        .sortedLines())
                .containsExactly("[EIN, RTM]", "[EIN, US]", "[JFK, SFO]", "[RTM, US]");
        assertThat(ask("MATCH (a)-[r:ROUTE {dist: 370}]->(b), (c)-[s:ROUTE {dist: 370}]->(d) RETURN a.code, c.code")
                        .sortedLines())
                .containsExactly("[AMS, LHR]", "[LHR, AMS]");
    }

    @Test
    void commaSeparatedPartsMeetInTheirVariables() {
        assertThat(
                        ask("MATCH (a)-[:ROUTE]->(b), (b)<-[:CONTAINS]-(c:Country), (a)<-[:CONTAINS]-(c) RETURN a.code, b.code")
                                .sortedLines())
                .as("a loop at EIN would need its CONTAINS edge twice")
                .containsExactly("[JFK, SFO]");
    }

    @Test
    void aPathIsAValue() {
        Answer answer = ask("MATCH p = (c:Continent)-[:CONTAINS]->(:Country)-[:CONTAINS]->(:Airport {code: 'LHR'})"
                + " RETURN p, length(p), [n IN nodes(p) | n.code] AS codes");
        assertThat(answer.rows()).hasSize(1);
        GraphPath path = (GraphPath) answer.rows().getFirst().getFirst();
        assertThat(path.nodes()).extracting(Node::id).containsExactly("EU", "UK", "LHR");
        assertThat(path.edges()).extracting(Edge::label).containsExactly("CONTAINS", "CONTAINS");
        assertThat(answer.lines().getFirst()).contains("2").contains("[EU, UK, LHR]");
    }

    @Test
    void laterMatchesStartFromWhatIsBound() {
        assertThat(ask("MATCH (a:Airport {code: 'AMS'}) MATCH (a)-[:ROUTE]->(b) MATCH (b)<-[:CONTAINS]-(c:Country)"
                                + " RETURN DISTINCT c.code")
                        .sortedLines())
                .containsExactly("[UK]", "[US]");
        assertThat(ask("MATCH (a:Airport)-[r:ROUTE {dist: 4100}]->(b) MATCH (x)-[r]->(y) RETURN x.code, y.code")
                        .lines())
                .containsExactly("[JFK, SFO]");
        assertThat(ask("MATCH (n) MATCH (n:Country) RETURN n.code").sortedLines())
                .containsExactly("[NL]", "[UK]", "[US]");
    }

    // Values of the result

    @Test
    void elementsComeWholeAndWithoutNulls() {
        Answer answer = ask("MATCH (a:Airport {code: 'RTM'})<-[r:CONTAINS]-(c:Country) RETURN a, r, c");
        Node airport = (Node) answer.rows().getFirst().getFirst();
        assertThat(airport.labels()).containsExactly("Airport", "Place");
        assertThat(airport.properties())
                .isEqualTo(Map.of(
                        "code",
                        "RTM",
                        "name",
                        "Rotterdam",
                        "runways",
                        1L,
                        "lat",
                        51.9,
                        "size",
                        "small",
                        "tags",
                        List.of()));
        assertThat(airport.properties().keySet()).containsExactly("code", "name", "runways", "lat", "size", "tags");
        assertThat(answer.rows().getFirst().get(1))
                .isEqualTo(new Edge("CONTAINS", "e2", "Country", "NL", "Airport", "RTM", Map.of()));
    }

    @Test
    void elementsInsideListsAndMapsAreWholeToo() {
        Answer answer =
                ask("MATCH (a:Airport)-[r:ROUTE {dist: 4100}]->(b) RETURN {from: a, edges: [r]} AS m, collect(b) AS l");
        assertThat(answer.lines()).containsExactly("[{from: Airport:JFK, edges: [ROUTE:JFK>SFO]}, [Airport:SFO]]");
        assertThat(((Map<?, ?>) answer.rows().getFirst().getFirst()).get("from"))
                .isInstanceOf(Node.class);
    }

    @Test
    void columnsAreNamedByAliasOrText() {
        assertThat(ask("MATCH (a:Airport) RETURN a.code, a.name AS x, 1 +  2, count(*) LIMIT 1")
                        .columns())
                .containsExactly("a.code", "x", "1 +  2", "count(*)");
        assertThat(ask("MATCH (a:Country)-[r:CONTAINS]->(b) RETURN * LIMIT 1").columns())
                .containsExactly("a", "b", "r");
    }

    @Test
    void aQueryNeedsNoPattern() {
        assertThat(ask("RETURN 1 + 1 AS two, 'a' + 'b', [1, 2][0], {a: 1}.a, null")
                        .lines())
                .containsExactly("[2, ab, 1, 1, null]");
    }
}
