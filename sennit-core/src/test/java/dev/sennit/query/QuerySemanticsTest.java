package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sennit.model.Edge;
import dev.sennit.model.ErrorCode;
import dev.sennit.model.GraphPath;
import dev.sennit.model.InvalidTextException;
import dev.sennit.model.LimitException;
import dev.sennit.model.Node;
import dev.sennit.query.execution.Cancellation;
import dev.sennit.query.execution.QueryLimits;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    private Answer ask(String text, Map<String, ?> parameters) {
        return Answer.of(graph, text, parameters);
    }

    private String plan(String text) {
        return new QueryEngine()
                .prepare(text, graph.schema())
                .plan(graph, Map.of())
                .text();
    }

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

    // Conditions

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            quoteCharacter = '`',
            value = {
                "a.runways > 2 § AMS JFK SFO",
                "a.runways >= 2 AND a.runways < 6 § JFK LHR SFO",
                "NOT a.runways > 2 § EIN LHR RTM US",
                "a.runways <> 1 § AMS JFK LHR SFO",
                "a.runways IS NULL § NUL",
                "a.runways IS NOT NULL AND a.size IS NULL §",
                "a.runways IN [1, 2, null] § EIN LHR RTM US",
                "NOT a.runways IN [1, 2] § AMS JFK SFO",
                "NOT a.runways IN [1, null] §",
                "a.runways IN [] §",
                "NOT a.runways IN [] § AMS EIN JFK LHR NUL RTM SFO US",
                "a.runways = 2.0 § LHR",
                "a.runways > 1.5 AND a.runways < 4.5 § JFK LHR SFO",
                "1 < a.runways <= 4 § JFK LHR SFO",
                "4 = a.runways § JFK SFO",
                "2 > a.runways § EIN RTM US",
                "a.lat > 50 § AMS EIN LHR RTM",
                "NOT a.lat > 50 § JFK SFO US",
                "a.lat <> 51.5 § AMS EIN JFK RTM SFO US",
                "a.lat = a.lat § AMS EIN JFK LHR RTM SFO",
                "a.name STARTS WITH 'R' § RTM",
                "a.name ENDS WITH 'dam' § AMS RTM",
                "a.name CONTAINS 'o' AND NOT a.name CONTAINS 'e' § LHR SFO",
                "a.name =~ '(?i)N.*' § JFK NUL",
                "a.name =~ 'New' §",
                "NOT a.name STARTS WITH 'A' AND a.runways > 4 §",
                "a.hub § AMS JFK LHR",
                "NOT a.hub § EIN SFO",
                "a.hub IS NULL § NUL RTM US",
                "a.hub = true OR a.size = 'small' § AMS JFK LHR RTM US",
                "a.hub XOR a.size = 'large' § SFO",
                "NOT (a.hub OR a.size = 'small') § EIN SFO",
                "NOT (a.hub AND a.size = 'large') § EIN RTM SFO US",
                "a.size IN ['small', 'medium'] § EIN RTM US",
                "'sea' IN a.tags § AMS JFK",
                "size(a.tags) = 0 § RTM",
                "a.tags = ['hub'] § LHR",
                "a.tags[0] = 'hub' § AMS LHR",
                "a.opened < date('1940-01-01') § AMS SFO",
                "a.opened = date('1948-07-01') § JFK",
                "a.code < 'F' § AMS EIN",
                "toLower(a.code) = 'ams' § AMS",
                "size(a.name) = 8 § JFK",
                "elementId(a) = 'Airport:AMS' § AMS",
                "id(a) IN ['Airport:AMS', 'Country:NL', 'x'] § AMS",
                "a:Place § AMS EIN JFK LHR NUL RTM SFO US",
                "a:Country §",
                "NOT a:Country AND a.runways = 6 § AMS",
                "coalesce(a.runways, 0) = 0 § NUL",
                "CASE a.size WHEN 'large' THEN true ELSE false END § AMS JFK LHR SFO",
                "CASE WHEN a.runways > 5 THEN 'big' WHEN a.runways > 3 THEN 'mid' END = 'mid' § JFK SFO",
                "any(t IN a.tags WHERE t = 'sea') § AMS JFK",
                "all(t IN a.tags WHERE t = 'sea') § JFK RTM",
                "none(t IN a.tags WHERE t = 'sea') § LHR RTM",
                "single(t IN a.tags WHERE t <> 'x') § JFK LHR",
                "a.runways % 2 = 0 AND a.runways / 4 = 1 § AMS JFK SFO",
                "a.runways ^ 2 = 16.0 § JFK SFO",
                "-a.runways < -3 § AMS JFK SFO",
                "false §",
                "null §",
                "true AND a.runways = 6 § AMS"
            })
    void conditionsKeepTheRowsForWhichTheyAreTrue(String condition, String codes) {
        String expected = codes == null ? "" : codes;
        assertThat(String.join(" ", codes(condition))).as(condition).isEqualTo(expected);
    }

    private List<String> codes(String condition) {
        return ask("MATCH (a:Airport) WHERE " + condition + " RETURN a.code ORDER BY a.code").rows().stream()
                .map(r -> (String) r.getFirst())
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.runways > 2",
                "a.runways = 1 OR a.hub",
                "a.lat >= 51.5",
                "a.lat <> 37.6",
                "a.lat IN [51.5, 40.6]",
                "a.name STARTS WITH 'N' XOR a.hub",
                "a.size = 'large' AND NOT a.hub",
                "'hub' IN a.tags",
                "a.runways IN [1, null]",
                "a.tags IN [['hub'], ['sea']]",
                "a.opened > date('1930-01-01')",
                "a.runways > a.lat",
                "a.runways IN []",
                "a.size <> 'small' OR a.runways < 3"
            })
    void aConditionItsNegationAndItsNullDivideTheRows(String condition) {
        List<String> holds = codes(condition);
        List<String> fails = codes("NOT (" + condition + ")");
        List<String> open = codes("(" + condition + ") IS NULL");
        assertThat(Stream.of(holds, fails, open).flatMap(List::stream))
                .as(condition)
                .containsExactlyInAnyOrder("AMS", "EIN", "JFK", "LHR", "NUL", "RTM", "SFO", "US");
    }

    @Test
    void aPropertyThatOnlySomeTypesHaveIsNullInTheOthers() {
        assertThat(ask("MATCH (p:Place) WHERE p.runways IS NULL RETURN p.name").rows())
                .hasSize(6);
        assertThat(ask("MATCH (p:Place) WHERE NOT p.runways = 1 RETURN p.name").rows())
                .hasSize(4);
        assertThat(ask("MATCH (p:Place) WHERE p.runways > 5 RETURN p.name").lines())
                .containsExactly("[Amsterdam]");
    }

    @Test
    void propertiesInThePatternAreEqualities() {
        assertThat(ask("MATCH (a:Airport {runways: 4, size: 'large'}) RETURN a.code")
                        .sortedLines())
                .containsExactly("[JFK]", "[SFO]");
        assertThat(ask("MATCH (a:Airport {runways: null}) RETURN a.code").lines())
                .isEmpty();
        assertThat(ask("MATCH (a:Airport WHERE a.runways > 4)-[r:ROUTE WHERE r.dist > 1000]->(b) RETURN b.code")
                        .lines())
                .containsExactly("[JFK]");
    }

    // Parameters

    @Test
    void parametersTakeThePlaceOfLiterals() {
        assertThat(ask("MATCH (a:Airport {code: $code}) RETURN a.name", Map.of("code", "EIN"))
                        .lines())
                .containsExactly("[Eindhoven]");
        assertThat(ask(
                                "MATCH (a:Airport) WHERE a.code IN $codes AND a.runways >= $n RETURN a.code",
                                Map.of("codes", List.of("AMS", "RTM", "JFK"), "n", 4))
                        .sortedLines())
                .containsExactly("[AMS]", "[JFK]");
        assertThat(ask("MATCH (a:Airport $p) RETURN a.code", Map.of("p", Map.of("runways", 4, "code", "SFO")))
                        .lines())
                .containsExactly("[SFO]");
        assertThat(ask("MATCH (a:Airport) WHERE a.opened = $d RETURN a.code", Map.of("d", LocalDate.of(1916, 9, 16)))
                        .lines())
                .containsExactly("[AMS]");
        assertThat(ask("MATCH (a:Airport) RETURN a.code ORDER BY a.code SKIP $s LIMIT $l", Map.of("s", 1, "l", 2))
                        .lines())
                .containsExactly("[EIN]", "[JFK]");
        Map<String, Object> withNull = new HashMap<>();
        withNull.put("x", null);
        assertThat(ask("MATCH (a:Airport) WHERE a.runways = $x RETURN a.code", withNull)
                        .lines())
                .isEmpty();
        assertThat(ask(
                                "RETURN $x, $y.a[1], $`odd name`",
                                mapOf("x", null, "y", Map.of("a", List.of(1, 2)), "odd name", 'c'))
                        .lines())
                .containsExactly("[null, 2, c]");
    }

    private static Map<String, @Nullable Object> mapOf(@Nullable Object... entries) {
        Map<String, @Nullable Object> map = new HashMap<>();
        for (int i = 0; i < entries.length; i += 2) {
            map.put(String.valueOf(entries[i]), entries[i + 1]);
        }
        return map;
    }

    @Test
    void aPreparedQueryRunsWithDifferentParameters() {
        PreparedQuery query =
                new QueryEngine().prepare("MATCH (a:Airport {code: $code}) RETURN a.name", graph.schema());
        for (String[] pair : new String[][] {{"AMS", "Amsterdam"}, {"LHR", "London"}}) {
            try (QueryCursor cursor = query.execute(graph, Map.of("code", pair[0]), QueryLimits.DEFAULT)) {
                assertThat(cursor.next()).isTrue();
                assertThat(cursor.value(0)).isEqualTo(pair[1]);
                assertThat(cursor.next()).isFalse();
                assertThat(cursor.next()).isFalse();
            }
        }
    }

    // Order

    @Test
    void nullsAreLastAscendingAndFirstDescending() {
        assertThat(ask("MATCH (a:Airport) RETURN a.code, a.runways ORDER BY a.runways")
                        .lines())
                .containsExactly(
                        "[EIN, 1]",
                        "[RTM, 1]",
                        "[US, 1]",
                        "[LHR, 2]",
                        "[JFK, 4]",
                        "[SFO, 4]",
                        "[AMS, 6]",
                        "[NUL, null]");
        assertThat(ask("MATCH (a:Airport) RETURN a.code, a.runways ORDER BY a.runways DESC LIMIT 3")
                        .lines())
                .containsExactly("[NUL, null]", "[AMS, 6]", "[JFK, 4]");
    }

    @Test
    void nanComesAfterAllNumbers() {
        assertThat(ask("MATCH (a:Airport) RETURN a.lat AS lat ORDER BY lat DESC LIMIT 3")
                        .lines())
                .containsExactly("[null]", "[NaN]", "[52.3]");
    }

    @Test
    void tiesFallToTheOtherColumnsAndThenToElementIds() {
        assertThat(ask("MATCH (a:Airport) WHERE a.runways = 1 RETURN a.runways AS r, a.name AS n ORDER BY r")
                        .lines())
                .containsExactly("[1, Eindhoven]", "[1, Rotterdam]", "[1, Usedom]");
        assertThat(ask("MATCH (a:Airport) WHERE a.runways = 1 RETURN a ORDER BY a.runways DESC LIMIT 2")
                        .lines())
                .containsExactly("[Airport:EIN]", "[Airport:RTM]");
        assertThat(ask("MATCH (a:Airport)-[r:ROUTE]->(b) RETURN r ORDER BY b.code, a.code SKIP 1 LIMIT 3")
                        .lines())
                .containsExactly("[ROUTE:LHR>AMS]", "[ROUTE:US>AMS]", "[ROUTE:EIN>EIN]");
    }

    @Test
    void valuesOfDifferentKindsHaveAnOrder() {
        assertThat(ask("UNWIND [1, 'a', true, null, [1], {a: 1}, 2.5, false, 'B', date('2020-01-01')] AS x"
                                + " RETURN x ORDER BY x")
                        .lines())
                .containsExactly(
                        "[{a: 1}]",
                        "[[1]]",
                        "[2020-01-01]",
                        "[B]",
                        "[a]",
                        "[false]",
                        "[true]",
                        "[1]",
                        "[2.5]",
                        "[null]");
    }

    @Test
    void stringsAreOrderedByCodePoint() {
        assertThat(ask("UNWIND ['\\U0001F600', '\\uFFFD', 'z', 'é', 'Z'] AS x RETURN x ORDER BY x")
                        .lines())
                .containsExactly("[Z]", "[z]", "[é]", "[\uFFFD]", "[😀]");
        assertThat(ask("RETURN '\\U0001F600' > '\\uFFFD' AS b").lines()).containsExactly("[true]");
    }

    @Test
    void orderMayUseWhatIsNotReturned() {
        assertThat(ask("MATCH (a:Airport) WHERE a.runways > 2 RETURN a.name ORDER BY a.code DESC")
                        .lines())
                .containsExactly("[San Francisco]", "[New York]", "[Amsterdam]");
        assertThat(ask("MATCH (a:Airport) RETURN DISTINCT a.size AS s ORDER BY s DESC")
                        .lines())
                .containsExactly("[null]", "[small]", "[medium]", "[large]");
        assertThat(ask("MATCH (a:Airport) RETURN a.size, count(*) ORDER BY count(*) DESC, a.size")
                        .lines())
                .containsExactly("[large, 4]", "[small, 2]", "[medium, 1]", "[null, 1]");
    }

    @Test
    void skipAndLimitCutTheRows() {
        assertThat(ask("MATCH (a:Airport) RETURN a.code LIMIT 0").lines()).isEmpty();
        assertThat(ask("MATCH (a:Airport) RETURN a.code ORDER BY a.code SKIP 6").lines())
                .containsExactly("[SFO]", "[US]");
        assertThat(ask("MATCH (a:Airport) RETURN a.code ORDER BY a.code SKIP 100")
                        .lines())
                .isEmpty();
        assertThat(ask("MATCH (a:Airport) RETURN a.code LIMIT 1 + 2").rows()).hasSize(3);
        assertThat(ask("MATCH (a:Airport) RETURN a.code ORDER BY a.code SKIP 2 LIMIT 2")
                        .lines())
                .containsExactly("[JFK]", "[LHR]");
    }

    @Test
    void aLimitStopsTheScan() {
        ask("MATCH (a:Airport) RETURN a.code LIMIT 1");
        assertThat(graph.activity().scans).isEqualTo(1);
    }

    // Aggregates

    @Test
    void aggregatesOfNothing() {
        assertThat(ask("MATCH (a:Airport) WHERE a.runways > 100 RETURN count(*), count(a), sum(a.runways),"
                                + " avg(a.runways), min(a.runways), max(a.runways), collect(a.code)")
                        .lines())
                .containsExactly("[0, 0, 0, null, null, null, []]");
        assertThat(ask("MATCH (a:Airport) WHERE a.runways > 100 RETURN a.size, count(*)")
                        .lines())
                .isEmpty();
    }

    @Test
    void aggregatesPassOverNulls() {
        assertThat(ask("MATCH (a:Airport) RETURN count(*), count(a.runways), sum(a.runways), avg(a.runways),"
                                + " min(a.runways), max(a.runways), count(DISTINCT a.runways), sum(DISTINCT a.runways)")
                        .lines())
                .containsExactly("[8, 7, 19, 2.7142857142857144, 1, 6, 4, 13]");
        assertThat(ask("MATCH (a:Airport) RETURN min(a.name), max(a.name), min(a.opened)")
                        .lines())
                .containsExactly("[Amsterdam, Usedom, 1916-09-16]");
    }

    @Test
    void columnsWithoutAnAggregateAreTheKeys() {
        assertThat(
                        ask("MATCH (a)-[r:ROUTE]->(b) RETURN a.code, count(DISTINCT b) AS n, sum(r.dist) AS d ORDER BY a.code")
                                .lines())
                .containsExactly("[AMS, 2, 6541]", "[EIN, 2, 400]", "[JFK, 2, 9900]", "[LHR, 2, 5870]", "[US, 1, 600]");
        assertThat(ask("MATCH (a)-[r:ROUTE]->(b) RETURN a, count(*) AS n ORDER BY n DESC, a.code LIMIT 2")
                        .lines())
                .containsExactly("[Airport:AMS, 3]", "[Airport:EIN, 2]");
        assertThat(ask("MATCH (a:Airport) RETURN a.size AS s, 100 * count(*) / 8 AS share ORDER BY s")
                        .lines())
                .containsExactly("[large, 50]", "[medium, 12]", "[small, 25]", "[null, 12]");
        assertThat(ask("MATCH (a:Airport) RETURN a.size AS s, a.size + ':' + count(*) AS t ORDER BY s LIMIT 1")
                        .lines())
                .containsExactly("[large, large:4]");
    }

    @Test
    void oneAndOnePointZeroAreOneGroup() {
        assertThat(ask("UNWIND [1, 1.0, 2, null, null] AS x RETURN x, count(*) AS n ORDER BY n DESC, x")
                        .lines())
                .containsExactly("[1, 2]", "[null, 2]", "[2, 1]");
        assertThat(ask("UNWIND [[1, null], [1.0, null], [1]] AS x RETURN count(DISTINCT x)")
                        .lines())
                .containsExactly("[2]");
    }

    @Test
    void sumsOverflowLoudly() {
        InvalidTextException error = catchThrowableOfType(
                InvalidTextException.class, () -> ask("UNWIND [9223372036854775807, 1] AS x RETURN sum(x)"));
        assertThat(error.code()).isEqualTo(ErrorCode.VALUE_OUT_OF_RANGE);
        assertThat(ask("UNWIND [1, 2.5] AS x RETURN sum(x), avg(x)").lines()).containsExactly("[3.5, 1.75]");
        assertThat(ask("UNWIND [9223372036854775807, 9223372036854775807] AS x RETURN avg(x)")
                        .lines())
                .containsExactly("[9.223372036854776E18]");
    }

    @Test
    void countingAWholeTableReadsNoRows() {
        assertThat(ask("MATCH (a:Airport) WHERE a.runways = 1 RETURN count(*) AS n, count(a) AS m")
                        .lines())
                .containsExactly("[3, 3]");
        assertThat(ask("MATCH ()-[r:ROUTE]->() WHERE r.dist > 5000 RETURN count(r)")
                        .lines())
                .containsExactly("[3]");
        assertThat(graph.activity().scans).isZero();
    }

    // WITH and UNWIND

    @Test
    void withProjectsGroupsAndFilters() {
        assertThat(ask("MATCH (a)-[r:ROUTE]->(b) WITH a, count(*) AS n WHERE n > 2 RETURN a.code, n")
                        .lines())
                .containsExactly("[AMS, 3]");
        assertThat(ask("MATCH (a:Airport) WITH a ORDER BY a.code LIMIT 2 MATCH (a)-[:ROUTE]->(b) RETURN a.code, b.code")
                        .sortedLines())
                .containsExactly("[AMS, JFK]", "[AMS, LHR]", "[AMS, LHR]", "[EIN, EIN]", "[EIN, LHR]");
        assertThat(ask("MATCH (a:Airport) WITH a.size AS a, count(*) AS n RETURN a, n ORDER BY a")
                        .lines())
                .containsExactly("[large, 4]", "[medium, 1]", "[small, 2]", "[null, 1]");
        assertThat(
                        ask("MATCH (a:Country)-[:CONTAINS]->(b) WITH a AS x, b AS a RETURN x.code, a.code ORDER BY x.code, a.code LIMIT 2")
                                .lines())
                .containsExactly("[NL, AMS]", "[NL, EIN]");
    }

    @Test
    void unwindMakesRows() {
        assertThat(ask("UNWIND [1, 2, 3] AS x UNWIND [x, x * 10] AS y RETURN x, y ORDER BY x, y LIMIT 3")
                        .lines())
                .containsExactly("[1, 1]", "[1, 10]", "[2, 2]");
        assertThat(ask("UNWIND [] AS x RETURN x").lines()).isEmpty();
        assertThat(ask("UNWIND null AS x RETURN x").lines()).isEmpty();
        assertThat(ask(
                                "UNWIND $codes AS code MATCH (a:Airport {code: code}) RETURN a.name",
                                Map.of("codes", List.of("AMS", "LHR", "XXX")))
                        .sortedLines())
                .containsExactly("[Amsterdam]", "[London]");
    }

    // Expressions

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            quoteCharacter = '`',
            value = {
                "7 / 2 § 3",
                "-7 / 2 § -3",
                "-7 % 3 § -1",
                "7 / 2.0 § 3.5",
                "2 ^ 3 § 8.0",
                "1.0 / 0.0 § Infinity",
                "1 + null § null",
                "'a' + 1 § a1",
                "[1] + [2, 3] § [1, 2, 3]",
                "[1] + 2 § [1, 2]",
                "1 = 1.0 § true",
                "9007199254740993 = 9007199254740992.0 § false",
                "9007199254740993 > 9007199254740992.0 § true",
                "null = null § null",
                "null <> 1 § null",
                "[1, null] = [1, 2] § null",
                "[1, null] = [2, null] § false",
                "{a: 1} = {a: 1.0} § true",
                "1 IN [1, null] § true",
                "2 IN [1, null] § null",
                "null IN [] § false",
                "null IN [1] § null",
                "true AND null § null",
                "false AND null § false",
                "true OR null § true",
                "false OR null § null",
                "true XOR null § null",
                "NOT null § null",
                "[1, 2] < [1, 3] § true",
                "[1, 2, 3][-1] § 3",
                "[1, 2, 3][5] § null",
                "[1, 2, 3][0..2] § [1, 2]",
                "[1, 2, 3][-2..] § [2, 3]",
                "[1, 2, 3][2..1] § []",
                "size('a😀b') § 3",
                "substring('a😀bc', 1, 2) § 😀b",
                "left('abc', 5) § abc",
                "right('a😀b', 2) § 😀b",
                "reverse('ab😀') § 😀ba",
                "split('a,b,,c', ',') § [a, b, , c]",
                "replace('aXbX', 'X', '-') § a-b-",
                "toUpper('aé') + toLower('BÉ') § AÉbé",
                "trim('  a ') § a",
                "toInteger('12') + toInteger('3.9') § 15",
                "toInteger('x') § null",
                "toFloat('1.5') § 1.5",
                "toString(1.0) + toString(true) § 1.0true",
                "toBoolean('TRUE') § true",
                "abs(-3) + abs(-0.5) § 3.5",
                "round(-1.5) § -1.0",
                "round(2.5) § 3.0",
                "ceil(1.1) + floor(1.9) § 3.0",
                "sign(-2.5) § -1",
                "sqrt(16) § 4.0",
                "range(1, 5, 2) § [1, 3, 5]",
                "range(3, 1, -1) § [3, 2, 1]",
                "head([1, 2]) + last([1, 2]) § 3",
                "tail([1, 2, 3]) § [2, 3]",
                "head([]) § null",
                "coalesce(null, 2, 3) § 2",
                "reduce(s = 0, x IN [1, 2, 3] | s + x) § 6",
                "[x IN [1, 2, 3] WHERE x > 1 | x * x] § [4, 9]",
                "exists(null) § false",
                "keys({b: 1, a: 2}) § [b, a]",
                "date('2020-02-29') < date('2020-03-01') § true",
                "datetime('2020-01-01T00:00Z') = datetime('2020-01-01T01:00+01:00') § false",
                "duration('P1Y2M') § P1Y2M",
                "-9223372036854775808 § -9223372036854775808",
                "0x10 + 0o10 § 24"
            })
    void expressions(String expression, String value) {
        assertThat(ask("RETURN " + expression + " AS x").lines()).as(expression).containsExactly("[" + value + "]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            quoteCharacter = '`',
            value = {
                "9223372036854775807 + 1 § VALUE_OUT_OF_RANGE § 8",
                "2 * 9223372036854775807 § VALUE_OUT_OF_RANGE § 8",
                "-9223372036854775807 - 2 § VALUE_OUT_OF_RANGE § 8",
                "1 / 0 § DIVISION_BY_ZERO § 8",
                "1 % 0 § DIVISION_BY_ZERO § 8",
                "'x' =~ '[' § SYNTAX_ERROR § 8",
                "date('2020-13-01') § TYPE_MISMATCH § 8",
                "abs(-9223372036854775808) § VALUE_OUT_OF_RANGE § 8",
                "range(1, 2, 0) § VALUE_OUT_OF_RANGE § 8",
                "substring('abc', -1) § VALUE_OUT_OF_RANGE § 8",
                "toInteger(1e300) § VALUE_OUT_OF_RANGE § 8",
                "1 AS x LIMIT -1 § VALUE_OUT_OF_RANGE § 21"
            })
    void whatHasNoValueIsAnErrorAtItsPlace(String expression, ErrorCode code, int column) {
        InvalidTextException error =
                catchThrowableOfType(InvalidTextException.class, () -> ask("RETURN " + expression));
        assertThat(error).as(expression).isNotNull();
        assertThat(error.code()).isEqualTo(code);
        assertThat(error.position().orElseThrow().column()).isEqualTo(column);
    }

    @Test
    void functionsOfElements() {
        assertThat(ask("MATCH (a:Airport {code: 'JFK'})-[r:ROUTE {dist: 4100}]->(b) RETURN id(a), type(r), id(r),"
                                + " startNode(r).name, endNode(r).code, keys(a), properties(r), labels(b)")
                        .lines())
                .containsExactly("[Airport:JFK, ROUTE, ROUTE(Airport,Airport):e5, New York, SFO,"
                        + " [code, name, runways, lat, size, tags, opened, hub], {airline: DL, dist: 4100},"
                        + " [Airport, Place]]");
    }

    @Test
    void propertiesOfElementsInListsAreRead() {
        assertThat(ask("MATCH (a:Airport)-[r:ROUTE]->(b) WHERE a.code = 'JFK' WITH collect(b) AS bs, collect(r) AS rs"
                                + " RETURN [x IN bs | x.name] AS names, [x IN rs | x.dist] AS dists")
                        .lines())
                .containsExactly("[[Amsterdam, San Francisco], [5800, 4100]]");
    }

    // Limits

    @Test
    void memoryIsBounded() {
        for (String text : List.of(
                "UNWIND range(1, 100000) AS x RETURN x ORDER BY x DESC",
                "UNWIND range(1, 100000) AS x RETURN DISTINCT x",
                "UNWIND range(1, 100000) AS x RETURN x, count(*)",
                "UNWIND range(1, 100000) AS x RETURN collect(x)",
                "RETURN size(range(1, 10000000))")) {
            LimitException error = catchThrowableOfType(LimitException.class, () -> {
                try (QueryCursor cursor = new QueryEngine()
                        .prepare(text, graph.schema())
                        .execute(graph, Map.of(), new QueryLimits(1 << 20, Cancellation.NEVER))) {
                    while (cursor.next()) {
                        assertThat(cursor.value(0)).isNotNull();
                    }
                }
            });
            assertThat(error).as(text).isNotNull();
            assertThat(error.code()).isEqualTo(ErrorCode.RESOURCE_LIMIT);
        }
    }

    @Test
    void topRowsNeedLittleMemory() {
        try (QueryCursor cursor = new QueryEngine()
                .prepare(
                        "UNWIND range(1, 3000) AS x UNWIND range(1, 20) AS y RETURN x ORDER BY x DESC LIMIT 3",
                        graph.schema())
                .execute(graph, Map.of(), new QueryLimits(200_000, Cancellation.NEVER))) {
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.value(0)).isEqualTo(3000L);
        }
    }

    @Test
    void aCancelledQueryStops() {
        int[] checks = new int[1];
        Cancellation afterThree = () -> {
            if (++checks[0] > 3) {
                throw new LimitException(ErrorCode.CANCELLED, dev.sennit.model.ErrorText.of("the query was cancelled"));
            }
        };
        LimitException error = catchThrowableOfType(LimitException.class, () -> {
            try (QueryCursor cursor = new QueryEngine()
                    .prepare("MATCH (a:Airport), (b:Airport), (c:Airport) RETURN a, b, c", graph.schema())
                    .execute(graph, Map.of(), new QueryLimits(1 << 20, afterThree))) {
                while (cursor.next()) {
                    assertThat(cursor.value(0)).isNotNull();
                }
            }
        });
        assertThat(error.code()).isEqualTo(ErrorCode.CANCELLED);
    }

    @Test
    void aTextThatDoublesReachesTheMemoryLimitBeforeTheVirtualMachines() {
        LimitException error = catchThrowableOfType(
                LimitException.class, () -> ask("RETURN size(reduce(s = 'a', x IN range(1, 60) | s + s)) AS n"));
        assertThat(error.code()).isEqualTo(ErrorCode.RESOURCE_LIMIT);
    }

    // Plans

    @Test
    void aKeyIsSoughtById() {
        assertThat(plan("MATCH (a:Airport {code: 'AMS'})-[r:ROUTE]->(b:Airport) RETURN b.name"))
                .contains("NodeByIdSeek a: Airport ids [AMS]")
                .contains("Expand (a)-[r]-(b): ROUTE(Airport,Airport) out");
        assertThat(plan("MATCH (a:Airport)-[r:ROUTE]->(b:Airport {code: 'AMS'}) RETURN a.name"))
                .contains("NodeByIdSeek b: Airport ids [AMS]")
                .contains("ROUTE(Airport,Airport) in");
        assertThat(plan("MATCH (a:Airport) WHERE a.code IN ['AMS', 'LHR'] RETURN a.name"))
                .contains("NodeByIdSeek a: Airport ids [AMS, LHR]");
    }

    @Test
    void conditionsTheStoreCanJudgeArePushed() {
        assertThat(
                        plan(
                                "MATCH (a:Airport) WHERE a.runways > 2 AND NOT a.name STARTS WITH 'A' AND a.runways < a.lat RETURN a.name"))
                .contains("Airport where (runways > 2 AND (name IS NOT NULL AND NOT name STARTS WITH 'A'))")
                .contains("Filter (a.runways < a.lat)");
        assertThat(plan("MATCH (a:Airport) WHERE NOT a.lat > 2 RETURN a.name"))
                .as("NaN is neither")
                .contains("Filter NOT (a.lat > 2)");
        assertThat(plan("MATCH (a:Airport) WHERE a.runways > 2.5 RETURN a.name"))
                .as("2.5 is no integer")
                .contains("Filter (a.runways > 2.5)");
        assertThat(plan("MATCH (p:Place) WHERE p.runways > 2 RETURN p.name"))
                .as("other types have no runways")
                .contains("NodeScan p: Airport where runways > 2 ");
    }

    @Test
    void onlyNeededColumnsAreRead() {
        ask("MATCH (a:Airport) WHERE a.runways = 4 RETURN a.name");
        assertThat(graph.activity().requests).hasSize(1);
        assertThat(graph.activity().requests.getFirst().columns()).containsExactly("_id", "name");
        assertThat(Arrays.asList("code", "lat"))
                .doesNotContainAnyElementsOf(
                        graph.activity().requests.getFirst().columns());
    }

    // What adds up, what is null, and what is said of mistakes

    @Test
    void durationsAddUpAndHaveAnAverage() {
        assertThat(ask("UNWIND ['P1D', 'P2DT1H', 'P1M'] AS t WITH duration(t) AS d"
                                + " RETURN toString(sum(d)) AS s, toString(avg(d)) AS a, toString(sum(DISTINCT d)) AS x")
                        .lines())
                .containsExactly("[P1M3DT1H, P11DT3H49M42S, P1M3DT1H]");
        assertThat(ask("UNWIND [null] AS d RETURN sum(d) AS s, avg(d) AS a").lines())
                .containsExactly("[0, null]");
        assertThat(ask("UNWIND [duration('P4D')] AS d RETURN toString(avg(d) + sum(d)) AS x")
                        .lines())
                .containsExactly("[P8D]");
        for (String function : List.of("sum", "avg")) {
            for (String mixed : List.of("[1, duration('P1D')]", "[duration('P1D'), 1.5]")) {
                InvalidTextException error = catchThrowableOfType(
                        InvalidTextException.class, () -> ask("UNWIND " + mixed + " AS x RETURN " + function + "(x)"));
                assertThat(error.getMessage()).contains("both numbers and durations");
            }
        }
    }

    @Test
    void aPropertyOfNullIsNull() {
        assertThat(ask("WITH null AS n RETURN n.nosuch AS a, null.a AS b, n.x.y AS c, n.x + 1 AS d")
                        .lines())
                .containsExactly("[null, null, null, null]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "RETURN -(-9223372036854775808) ~ VALUE_OUT_OF_RANGE ~ -(-9223372036854775808) is out of range",
                "RETURN date('2021-02-29') ~ VALUE_OUT_OF_RANGE ~ date is given a day that does not exist",
                "RETURN date({year: 2021, month: 4, day: 31}) ~ VALUE_OUT_OF_RANGE ~ date is given a day that does not exist",
                "RETURN localdatetime('2021-06-31T10:00') ~ VALUE_OUT_OF_RANGE ~ localdatetime is given a day that does not exist",
                "UNWIND [date('2021-02-01'), 1] AS x RETURN toInteger(x) ~ TYPE_MISMATCH ~ toInteger has no meaning for DATE",
                "UNWIND [{y: 2}, [1]] AS x RETURN x.y ~ TYPE_MISMATCH ~ but the value is LIST",
                "; ~ SYNTAX_ERROR ~ the query is empty",
                ";; // nothing ~ SYNTAX_ERROR ~ the query is empty"
            })
    void mistakesAreToldInTheLanguagesWords(String text, ErrorCode code, String message) {
        InvalidTextException error = catchThrowableOfType(InvalidTextException.class, () -> ask(text));
        assertThat(error).as(text).isNotNull();
        assertThat(error.getMessage()).contains(message).doesNotContain("ISO");
        assertThat(error.code()).isEqualTo(code);
    }

    @Test
    void aRangeThatIsUnwoundIsNotKept() {
        assertThat(ask("UNWIND range(1, 1000000000) AS x RETURN x LIMIT 2").lines())
                .containsExactly("[1]", "[2]");
        assertThat(ask("UNWIND range(9, 2, -3) AS x RETURN x").lines()).containsExactly("[9]", "[6]", "[3]");
        assertThat(ask("UNWIND range(2, 1) AS x RETURN x").lines()).isEmpty();
        assertThat(ask("UNWIND [1, 2] AS n UNWIND range(n, 2) AS x RETURN n, x").lines())
                .containsExactly("[1, 1]", "[1, 2]", "[2, 2]");
        assertThat(ask("UNWIND range(9223372036854775806, 9223372036854775807) AS x RETURN x")
                        .lines())
                .containsExactly("[9223372036854775806]", "[9223372036854775807]");
        assertThat(catchThrowableOfType(InvalidTextException.class, () -> ask("UNWIND range(1, 2, 0) AS x RETURN x"))
                        .code())
                .isEqualTo(ErrorCode.VALUE_OUT_OF_RANGE);
    }
}
