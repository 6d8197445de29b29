package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.InvalidTextException;
import dev.sennit.model.SourcePosition;
import dev.sennit.model.UnsupportedException;
import dev.sennit.query.execution.QueryLimits;
import dev.sennit.schema.GraphSchema;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnalysisErrorsTest {
    private final QueryEngine engine = new QueryEngine();
    private final MemoryGraph graph = AirGraph.create();

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            quoteCharacter = '`',
            value = {
                "MATCH (a:Airprot) RETURN a § UNKNOWN_NAME § 10 § the schema has no node label 'Airprot'; did you mean 'Airport'?",
                "MATCH (a:airport) RETURN a § UNKNOWN_NAME § 10 § the schema has no node label 'airport'; did you mean 'Airport'?",
                "MATCH (a:CONTAINS) RETURN a § UNKNOWN_NAME § 10 § the schema has no node label 'CONTAINS'; it is an edge label",
                "MATCH (a)-[r:ROUTES]->(b) RETURN a § UNKNOWN_NAME § 14 § the schema has no edge label 'ROUTES'; did you mean 'ROUTE'?",
                "MATCH (a)-[r:Airport]->(b) RETURN a § UNKNOWN_NAME § 14 § the schema has no edge label 'Airport'; it is a node label",
                "MATCH (a:Airport|Contry) RETURN a § UNKNOWN_NAME § 18 § the schema has no node label 'Contry'; did you mean 'Country'?",
                "MATCH (a:Airport) WHERE a.runway > 1 RETURN a § UNKNOWN_NAME § 27 § Airport has no property 'runway'; did you mean 'runways'?",
                "MATCH (a:Airport) RETURN a.Name § UNKNOWN_NAME § 28 § Airport has no property 'Name'; did you mean 'name'?",
                "MATCH (a:Airport {cod: 'AMS'}) RETURN a § UNKNOWN_NAME § 19 § Airport has no property 'cod'; did you mean 'code'?",
                "MATCH (a)-[r:CONTAINS]->(b:Country) RETURN a.runways § UNKNOWN_NAME § 46 § Continent has no property 'runways'",
                "MATCH (a:Country|Continent) RETURN a.nam § UNKNOWN_NAME § 38 § none of the types a may have (Country, Continent) has a property 'nam'; did you mean 'name'?",
                "MATCH (a:Airport)-[r:ROUTE]->(b) RETURN r.distance § UNKNOWN_NAME § 43 § ROUTE(Airport,Airport) has no property 'distance'",
                "MATCH (a) RETURN b § UNKNOWN_NAME § 18 § no variable 'b' is bound here",
                "MATCH (airport) RETURN airprot.name § UNKNOWN_NAME § 24 § no variable 'airprot' is bound here; did you mean 'airport'?",
                "MATCH (a:Airport) WITH a.code AS c RETURN a § UNKNOWN_NAME § 43 § no variable 'a' is bound here",
                "RETURN toUper('a') § UNKNOWN_NAME § 8 § there is no function 'toUper'; did you mean 'toUpper'?",
                "RETURN cuont(1) § UNKNOWN_NAME § 8 § there is no function 'cuont'; did you mean 'count'?",
                "MATCH (a:Airport) WHERE a.code = 5 RETURN a § TYPE_MISMATCH § 25 § a.code is STRING and 5 is INTEGER, so '=' between them is never true; write the value in quotes",
                "MATCH (a:Airport) WHERE a.runways = '5' RETURN a § TYPE_MISMATCH § 25 § a.runways is INTEGER and '5' is STRING, so '=' between them is never true; write the number without quotes",
                "MATCH (a:Airport {runways: 'two'}) RETURN a § TYPE_MISMATCH § 19 § runways is INTEGER and 'two' is STRING, so '=' between them is never true; write the number without quotes",
                "MATCH (a:Airport) WHERE a.opened < '1940-01-01' RETURN a § TYPE_MISMATCH § 25 § a.opened is DATE and '1940-01-01' is STRING, so '<' between them is never true; convert the string with date(...)",
                "MATCH (a:Airport) WHERE a.hub = 'true' RETURN a § TYPE_MISMATCH § 25 § a.hub is BOOLEAN and 'true' is STRING, so '=' between them is never true; write true or false without quotes",
                "MATCH (a:Airport) WHERE a.runways <> '5' RETURN a § TYPE_MISMATCH § 25 § a.runways is INTEGER and '5' is STRING, so '<>' between them is true unless one is null; write the number without quotes",
                "MATCH (a:Airport) WHERE a.runways IN ['x', 'y'] RETURN a § TYPE_MISMATCH § 39 § a.runways is INTEGER and 'x' is STRING, so 'IN' between them is never true; write the number without quotes",
                "MATCH (a:Airport) WHERE a.runways IN 5 RETURN a § TYPE_MISMATCH § 38 § IN needs LIST or VECTOR, but 5 is INTEGER",
                "MATCH (a:Airport) WHERE a.size = 'larg' RETURN a § TYPE_MISMATCH § 34 § 'larg' is not a value of a.size: its values are 'large', 'medium', 'small'; did you mean 'large'?",
                "MATCH (a:Airport) WHERE a.runways STARTS WITH '1' RETURN a § TYPE_MISMATCH § 25 § STARTS WITH needs STRING, but a.runways is INTEGER",
                "MATCH (a:Airport) WHERE a.name RETURN a § TYPE_MISMATCH § 25 § WHERE needs BOOLEAN, but a.name is STRING",
                "MATCH (a:Airport) WHERE a.name AND true RETURN a § TYPE_MISMATCH § 25 § AND needs BOOLEAN, but a.name is STRING",
                "MATCH (a:Airport) WHERE NOT a.runways RETURN a § TYPE_MISMATCH § 29 § NOT needs BOOLEAN, but a.runways is INTEGER",
                "MATCH (a:Airport) RETURN a.name - 1 § TYPE_MISMATCH § 26 § '-' has no meaning between STRING and INTEGER",
                "MATCH (a:Airport) RETURN sum(a.name) § TYPE_MISMATCH § 30 § sum needs NUMBER or DURATION, but a.name is STRING",
                "MATCH (a:Airport) RETURN abs(a.name) § TYPE_MISMATCH § 30 § abs needs NUMBER, but a.name is STRING",
                "MATCH (a:Airport) RETURN a.name.x § TYPE_MISMATCH § 26 § '.x' needs MAP or NODE or EDGE, but a.name is STRING",
                "MATCH (a:Airport) WHERE a = 'AMS' RETURN a § TYPE_MISMATCH § 25 § a is NODE and 'AMS' is STRING, so '=' between them is never true",
                "MATCH (a:Airport) WHERE a < a RETURN a § TYPE_MISMATCH § 25 § a is NODE and a is NODE, so '<' between them is never true",
                "MATCH (a:Airport) RETURN a LIMIT 'x' § TYPE_MISMATCH § 34 § LIMIT needs a number of rows, but 'x' is STRING",
                "MATCH (a)-[a]->(b) RETURN a § TYPE_MISMATCH § 12 § 'a' stands for EDGE here, but it is NODE; use another variable",
                "MATCH (a)-[r]->(r) RETURN a § TYPE_MISMATCH § 12 § 'r' stands for EDGE here, but it is NODE; use another variable",
                "MATCH (a:Airport) WITH a.code AS c MATCH (c) RETURN c § TYPE_MISMATCH § 43 § 'c' stands for NODE here, but it is STRING; use another variable",
                "MATCH (a)-[r]->(b)-[r]->(c) RETURN a § SYNTAX_ERROR § 21 § the edge variable 'r' stands twice in one MATCH: the edges of one MATCH are distinct, so nothing could match; use two variables",
                "MATCH (a:Country)-[:ROUTE]->(b) RETURN a § IMPOSSIBLE_PATTERN § 18 § no ROUTE edge leads from Country to Airport, Country, Continent, ROUTE: declared are ROUTE (Airport)->(Airport)",
                "MATCH (a:Airport)-[:CONTAINS]->(b:Country) RETURN a § IMPOSSIBLE_PATTERN § 18 § no CONTAINS edge leads from Airport to Country: declared are CONTAINS (Country)->(Airport), CONTAINS (Continent)->(Airport), CONTAINS (Continent)->(Country); turn the arrow around",
                "MATCH (a:Airport)-[:CONTAINS]->(b:Continent) RETURN a § IMPOSSIBLE_PATTERN § 18 § no CONTAINS edge leads from Airport to Continent: declared are CONTAINS (Country)->(Airport), CONTAINS (Continent)->(Airport), CONTAINS (Continent)->(Country); turn the arrow around",
                "MATCH (a:Country)--(b:Country) RETURN a § IMPOSSIBLE_PATTERN § 18 § no ROUTE|CONTAINS edge joins Country and Country: declared are ROUTE (Airport)->(Airport), CONTAINS (Country)->(Airport), CONTAINS (Continent)->(Airport), CONTAINS (Continent)->(Country)",
                "MATCH (a)-[:CONTAINS]->(b)-[:ROUTE]->(c)-[:CONTAINS]->(d) RETURN a § IMPOSSIBLE_PATTERN § 41 § no CONTAINS edge leads from Airport to Airport, Country, Continent, ROUTE: declared are CONTAINS (Country)->(Airport), CONTAINS (Continent)->(Airport), CONTAINS (Continent)->(Country); turn the arrow around",
                "MATCH (a)-[:CONTAINS]->(a) MATCH (a:Country) RETURN a § IMPOSSIBLE_PATTERN § 10 § no CONTAINS edge leads from a node to itself: declared are CONTAINS (Country)->(Airport), CONTAINS (Continent)->(Airport), CONTAINS (Continent)->(Country)",
                "MATCH (a:Airport) MATCH (a:Country) RETURN a § IMPOSSIBLE_PATTERN § 25 § a cannot be (a:Country): it is Airport already; use another variable for another node",
                "MATCH (a:Airport), (a:Country) RETURN a § IMPOSSIBLE_PATTERN § 20 § a cannot be (a:Country): it is Airport already; use another variable for another node",
                "MATCH (a:Airport:Country) RETURN a § IMPOSSIBLE_PATTERN § 7 § no node type has the labels of (a:Airport:Country)",
                "MATCH (a:Airport) WHERE count(*) > 1 RETURN a § SYNTAX_ERROR § 25 § an aggregate function cannot stand here: it takes all rows of a group, so it belongs in RETURN or WITH and not inside another; compute it in a WITH before",
                "MATCH (a:Airport) RETURN sum(count(*)) § SYNTAX_ERROR § 30 § an aggregate function cannot stand here: it takes all rows of a group, so it belongs in RETURN or WITH and not inside another; compute it in a WITH before",
                "MATCH (a:Airport) RETURN a.runways + count(*) § SYNTAX_ERROR § 26 § 'a' is neither aggregated nor a grouping key: it may have many values within a group; return it as a column of its own, or aggregate it",
                "MATCH (a:Airport) RETURN DISTINCT a.name ORDER BY a.code § SYNTAX_ERROR § 51 § ORDER BY cannot use 'a' here: after DISTINCT or an aggregate function only the columns are left; order by a column, or return what you order by",
                "MATCH (a:Airport) RETURN a.name ORDER BY count(*) § SYNTAX_ERROR § 42 § ORDER BY can only use an aggregate function that is returned; return it as a column, and order by that column",
                "MATCH (a:Airport) RETURN a.name, a.name § SYNTAX_ERROR § 34 § RETURN has two columns named 'a.name'; give one of them another name with AS",
                "MATCH (a:Airport) WITH a.name RETURN 1 § SYNTAX_ERROR § 24 § an expression in WITH needs a name; write a.name AS name",
                "RETURN * § SYNTAX_ERROR § 8 § RETURN * has nothing to take: no variable is bound",
                "RETURN substring('a') § SYNTAX_ERROR § 8 § substring takes 2 to 3 arguments, not 1",
                "RETURN size(DISTINCT 'a') § SYNTAX_ERROR § 8 § DISTINCT has no meaning in size: only aggregate functions see several values",
                "RETURN {a: 1, a: 2} § SYNTAX_ERROR § 15 § the map has 'a' twice",
                "UNWIND [1] AS x UNWIND [2] AS x RETURN x § SYNTAX_ERROR § 31 § the variable 'x' is bound already; use another name",
                "MATCH a = (a)-->(b) RETURN a § SYNTAX_ERROR § 7 § the variable 'a' is bound already; use another name for the path"
            })
    void whatCannotBeMeantIsRefusedBeforeItRuns(String text, ErrorCode code, int column, String message) {
        InvalidTextException error =
                catchThrowableOfType(InvalidTextException.class, () -> engine.prepare(text, graph.schema()));
        assertThat(error).as(text).isNotNull();
        assertThat(error.getMessage()).as(text).isEqualTo(message);
        assertThat(error.code()).as(text).isEqualTo(code);
        assertThat(error.position().orElseThrow().column()).as(text).isEqualTo(column);
    }

    @Test
    void errorsShowTheirLineWithACaretUnderTheName() {
        InvalidTextException error = catchThrowableOfType(
                InvalidTextException.class,
                () -> engine.prepare("MATCH (a:Airport)\nWHERE a.runwys > 3\nRETURN a", graph.schema()));
        assertThat(error.position()).contains(new SourcePosition(2, 9, 6));
        assertThat(error.excerpt()).contains("  WHERE a.runwys > 3\n          ^^^^^^");
        assertThat(error.text().details()).containsEntry("name", "runwys").containsEntry("line", 2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            quoteCharacter = '`',
            value = {
                "MATCH (a)-[r:ROUTE]->(b) WITH collect(r) AS rs MATCH (c)-[rs*]->(d) RETURN c § an edge of variable length that is bound already § 57",
                "RETURN point({x: 1, y: 2}) § the function point § 8"
            })
    void whatIsNotExecutedYetIsNamedAtItsPlace(String text, String construct, int column) {
        UnsupportedException error =
                catchThrowableOfType(UnsupportedException.class, () -> engine.prepare(text, graph.schema()));
        assertThat(error).as(text).isNotNull();
        assertThat(error.getMessage()).isEqualTo(construct + " is not supported yet");
        assertThat(error.position().orElseThrow().column()).isEqualTo(column);
    }

    @Test
    void aMissingParameterIsNamed() {
        InvalidTextException error = catchThrowableOfType(
                InvalidTextException.class,
                () -> Answer.of(graph, "MATCH (a:Airport {code: $code}) RETURN a", Map.of("cod", "AMS")));
        assertThat(error.code()).isEqualTo(ErrorCode.MISSING_PARAMETER);
        assertThat(error.getMessage()).isEqualTo("parameter $code has no value; did you mean 'cod'?");
        assertThat(error.position().orElseThrow()).isEqualTo(new SourcePosition(1, 25, 5));
    }

    @Test
    void aParameterOfTheWrongTypeIsAnErrorLikeALiteral() {
        for (Map.Entry<String, Object> wrong : Map.<String, Object>of(
                        "MATCH (a:Airport) WHERE a.code = $x RETURN a", 5,
                        "MATCH (a:Airport) WHERE a.runways IN $x RETURN a", List.of("1"),
                        "MATCH (a:Airport) WHERE a.size = $x RETURN a", "huge",
                        "MATCH (a:Airport $x) RETURN a", "no map",
                        "MATCH (a:Airport) RETURN a LIMIT $x", "two")
                .entrySet()) {
            InvalidTextException error = catchThrowableOfType(
                    InvalidTextException.class, () -> Answer.of(graph, wrong.getKey(), Map.of("x", wrong.getValue())));
            assertThat(error).as(wrong.getKey()).isNotNull();
            assertThat(error.code()).as(wrong.getKey()).isEqualTo(ErrorCode.TYPE_MISMATCH);
        }
        InvalidTextException unknown = catchThrowableOfType(
                InvalidTextException.class,
                () -> Answer.of(graph, "MATCH (a:Airport $x) RETURN a", Map.of("x", Map.of("cod", "AMS"))));
        assertThat(unknown.code()).isEqualTo(ErrorCode.UNKNOWN_NAME);
    }

    @Test
    void aParameterOfAMeaninglessClassIsRefused() {
        InvalidArgumentException error = catchThrowableOfType(
                InvalidArgumentException.class, () -> Answer.of(graph, "RETURN $x", Map.of("x", new Object())));
        assertThat(error.getMessage()).contains("$x").contains("java.lang.Object");
    }

    @Test
    void aPreparedQueryBelongsToItsSchema() {
        PreparedQuery query = engine.prepare("RETURN 1", GraphSchema.EMPTY);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> query.execute(graph, Map.of(), QueryLimits.DEFAULT))
                .withMessageContaining("another schema");
    }

    @Test
    void aParameterAsALength_isExplained() {
        for (String length : List.of("*1..", "*", "*..", "* ")) {
            String text = "MATCH (a:Airport)-[r:ROUTE" + length + "$i]->(b) RETURN b";
            assertThatThrownBy(() -> Answer.of(graph, text, Map.of("i", 3)))
                    .as(text)
                    .hasMessage("properties need a MAP, but $i is INTEGER: a parameter after a length stands for"
                            + " properties; write the least and most number of edges in the query, as in *1..3");
        }
        assertThatThrownBy(() -> Answer.of(graph, "MATCH (a)-[r:ROUTE $i]->(b) RETURN b", Map.of("i", 3)))
                .hasMessage("properties need a MAP, but $i is INTEGER");
    }
}
