package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.query.execution.QueryLimits;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Conditions, and parameters in the place of literals. */
class ConditionsTest extends OnAirGraph {
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
                "a.runways IN [1, 'x'] § EIN RTM US",
                "NOT a.runways IN ['x', 1] § AMS JFK LHR SFO",
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
}
