package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.InvalidTextException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code n {.a, .*, x: 1, v}} and {@code COLLECT { ... }}. */
class MapProjectionTest {
    private final MemoryGraph graph = AirGraph.create();

    private Answer ask(String text) {
        return Answer.of(graph, text, Map.of("p", 7L));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            quoteCharacter = '`',
            value = {
                "MATCH (a:Airport {code: 'EIN'}) RETURN a {.code, .opened, n: 1 + 1} § {code: EIN, opened: null, n: 2}",
                "MATCH (c:Country {code: 'NL'}) RETURN c {.*} § {code: NL, name: Netherlands}",
                "MATCH (c:Country {code: 'NL'}) RETURN c {.*, name: 'x', new: $p} § {code: NL, name: x, new: 7}",
                "MATCH (c:Country {code: 'NL'}) RETURN c {name: 'x', .*} § {code: NL, name: x}",
                "MATCH (c:Country {code: 'NL'}) WITH c, 5 AS five RETURN c {five, .code} § {five: 5, code: NL}",
                "MATCH (c:Country {code: 'NL'}) RETURN c {} § {}",
                "MATCH ()-[r:ROUTE {dist: 371}]->() RETURN r {.*, .airline} § {airline: BA, dist: 371}",
                "WITH {a: 1, b: {c: 2}} AS m RETURN m {.a, .x, d: m.b.c} § {a: 1, x: null, d: 2}",
                "WITH {a: 1} AS m RETURN m {.*, m: m {.a}} § {a: 1, m: {a: 1}}",
                "WITH null AS n RETURN n {.a, b: 1} § null",
                "OPTIONAL MATCH (a:Airport {code: 'XXX'}) RETURN a {.code, .*, b: 1} § null",
                "WITH 1 AS count, {x: 1} AS exists RETURN exists {.x, count} § {x: 1, count: 1}",
                "MATCH (c:Country {code: 'UK'}) RETURN c {.code, ports: [(c)-[:CONTAINS]->(a:Airport) | a {.code}]} § {code: UK, ports: [{code: LHR}]}",
                "MATCH (c:Country {code: 'UK'}) RETURN c {.code, n: COUNT { (c)-[:CONTAINS]->() }} § {code: UK, n: 1}",
                "MATCH (a:Airport {code: 'AMS'})-[r:ROUTE]->(b) WITH a, count(b) AS n RETURN a {.code, n} § {code: AMS, n: 3}"
            })
    void mapsAreMadeOfElementsAndMaps(String query, String value) {
        assertThat(ask(query).lines()).as(query).containsExactly("[" + value + "]");
    }

    @Test
    void projectionsGroupAndAggregate() {
        assertThat(ask("MATCH (a:Airport)-[r:ROUTE]->(b) WHERE a.runways > 2"
                                + " RETURN a.code AS code, collect(b {.code, r: r.dist}) AS to ORDER BY code, to")
                        .lines())
                .containsExactly(
                        "[AMS, [{code: LHR, r: 370}, {code: JFK, r: 5800}, {code: LHR, r: 371}]]",
                        "[JFK, [{code: AMS, r: 5800}, {code: SFO, r: 4100}]]");
        assertThat(ask("MATCH (a:Airport) WHERE a.runways = 1 RETURN DISTINCT a {.runways} AS m")
                        .lines())
                .containsExactly("[{runways: 1}]");
        assertThat(ask("MATCH (a:Airport) WITH a {.code} AS m WHERE m.code < 'E' RETURN m")
                        .lines())
                .containsExactly("[{code: AMS}]");
    }

    @Test
    void onlyWhatIsProjectedIsRead() {
        assertThat(new QueryEngine()
                        .prepare("MATCH (a:Airport) RETURN a {.code, x: a.runways} AS m", graph.schema())
                        .plan(graph, Map.of())
                        .text())
                .contains("Project a {code: a.code, x: a.runways} AS m");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            quoteCharacter = '`',
            value = {
                "MATCH (a:Airport) RETURN a {.citty} § UNKNOWN_NAME § 30 § Airport has no property 'citty'",
                "MATCH (a:Airport) RETURN a {.nam} § UNKNOWN_NAME § 30 § Airport has no property 'nam'; did you mean 'name'?",
                "MATCH (a:Airport) RETURN b {.name} § UNKNOWN_NAME § 26 § no variable 'b' is bound here",
                "MATCH (a:Airport) RETURN a {.name, x} § UNKNOWN_NAME § 36 § no variable 'x' is bound here",
                "MATCH (a:Airport) RETURN a {.name, name: 1} § SYNTAX_ERROR § 36 § the map has 'name' twice",
                "WITH 1 AS a RETURN a {.name} § TYPE_MISMATCH § 20 § a map projection needs MAP or NODE or EDGE, but a is INTEGER",
                "MATCH (a:Airport) RETURN COLLECT { MATCH (a)-->(b) RETURN a, b } § SYNTAX_ERROR § 26 § COLLECT {...} returns 2 columns: its list takes one value of each row; return one; a list or a map holds several",
                "MATCH (a:Airport) RETURN COLLECT { (a)-->(b) } § SYNTAX_ERROR § 36 § COLLECT {...} holds a pattern, which gives no value; write COLLECT { MATCH ... RETURN ... }",
                "MATCH (a:Airport) RETURN COLLECT { MATCH (a)-->(b) } § SYNTAX_ERROR § 36 § the query ends without a result; end it with RETURN, or with a clause that writes",
                "RETURN COLLECT { CREATE (c:Country {code: 'x'}) RETURN c } § SYNTAX_ERROR § 18 § a clause that writes stands in COLLECT {...}: an expression only reads"
            })
    void mistakesAreShownWhereTheyAre(String query, ErrorCode code, int column, String message) {
        InvalidTextException error = catchThrowableOfType(InvalidTextException.class, () -> ask(query));
        assertThat(error).as(query).isNotNull();
        assertThat(error).hasMessage(message);
        assertThat(error.code()).isEqualTo(code);
        assertThat(error.position().orElseThrow().column()).isEqualTo(column);
    }

    @Test
    void collectGivesTheValuesOfTheRowsInTheirOrder() {
        assertThat(ask("MATCH (c:Country) RETURN c.code AS code, COLLECT { MATCH (c)-[:CONTAINS]->(a) RETURN a.code"
                                + " ORDER BY a.code DESC } AS ports ORDER BY code")
                        .lines())
                .containsExactly("[NL, [RTM, EIN, AMS]]", "[UK, [LHR]]", "[US, [SFO, JFK]]");
        assertThat(ask("MATCH (a:Airport {code: 'AMS'}) RETURN COLLECT { MATCH (a)-[r:ROUTE]->(b) RETURN DISTINCT"
                                + " b.code AS code ORDER BY code LIMIT 1 } AS l")
                        .lines())
                .containsExactly("[[JFK]]");
        assertThat(ask("RETURN COLLECT { UNWIND [1, null, 2] AS x RETURN x } AS l, COLLECT { UNWIND [] AS x RETURN x }"
                                + " AS none, collect { RETURN $p AS x UNION ALL RETURN 8 AS x } AS both")
                        .lines())
                .containsExactly("[[1, null, 2], [], [7, 8]]");
        assertThat(ask("MATCH (a:Airport) WHERE 'JFK' IN COLLECT { MATCH (a)-[:ROUTE]->(b) RETURN b.code }"
                                + " RETURN a.code ORDER BY a.code")
                        .lines())
                .containsExactly("[AMS]", "[LHR]");
        assertThat(ask("MATCH (c:Country {code: 'NL'}) RETURN size(COLLECT { MATCH (c)-[:CONTAINS]->(a) RETURN a }),"
                                + " [a IN COLLECT { MATCH (c)-[:CONTAINS]->(a) RETURN a ORDER BY a.code } | a.name]")
                        .lines())
                .containsExactly("[3, [Amsterdam, Eindhoven, Rotterdam]]");
    }

    @Test
    void whatIsCollectedPerRowIsKeptNoLongerThanTheRow() {
        assertThat(ask("UNWIND range(1, 20000) AS i WITH COLLECT { UNWIND range(1, 20) AS x RETURN x } AS l"
                                + " RETURN count(l)")
                        .lines())
                .containsExactly("[20000]");
    }
}
