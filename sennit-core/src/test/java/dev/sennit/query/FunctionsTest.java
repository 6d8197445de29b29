package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.InvalidTextException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Functions and operators of values, beyond those of {@link ExpressionsTest}. */
class FunctionsTest {
    private final MemoryGraph graph = AirGraph.create();

    private Answer ask(String text, Map<String, ?> parameters) {
        return Answer.of(graph, text, parameters);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            quoteCharacter = '`',
            value = {
                "round(2.5) § 3.0",
                "round(-2.5) § -2.0",
                "round(-2.5, 0) § -2.0",
                "round(-2.5, 0, 'HALF_UP') § -3.0",
                "round(1.005, 2) § 1.01",
                "round(-1.005, 2) § -1.01",
                "round(1.249, 1) § 1.2",
                "round(7, 2) § 7.0",
                "round(0.1, 400) § 0.1",
                "round(1.0 / 0, 2) § Infinity",
                "isNaN(round(0.0 / 0, 2)) § true",
                "round(1.21, 1, 'UP') § 1.3",
                "round(-1.21, 1, 'up') § -1.3",
                "round(1.29, 1, 'DOWN') § 1.2",
                "round(-1.29, 1, 'DOWN') § -1.2",
                "round(-1.29, 1, 'CEILING') § -1.2",
                "round(-1.21, 1, 'FLOOR') § -1.3",
                "round(1.25, 1, 'HALF_DOWN') § 1.2",
                "round(1.25, 1, 'HALF_EVEN') § 1.2",
                "round(1.35, 1, 'HALF_EVEN') § 1.4",
                "round(null, 1) § null",
                "round(1.5, null) § null",
                "'a' || 'b' || '' § ab",
                "[1] || [] || ['x'] § [1, x]",
                "'a' || null § null",
                "null || [1] § null",
                "null || null § null",
                "[1] || [[2]] § [1, [2]]",
                "'a' || 'b' = 'ab' § true",
                "lTrim('  a ') + '|' § a |",
                "lTrim('xyxa xy', 'xy') § a xy",
                "rTrim('xyxa xy', 'xy') § `xyxa `",
                "bTrim('xyxa xy', 'yx') § `a `",
                "bTrim('😀😀a😀', '😀') § a",
                "bTrim('aaa', 'a') = '' § true",
                "bTrim(' a ') § a",
                "trim('  a ') § a",
                "trim(BOTH 'x' FROM 'xxaxx') § a",
                "trim(LEADING 'x' FROM 'xxaxx') § axx",
                "trim(trailing 'x' from 'xxaxx') § xxa",
                "trim('x' FROM 'xax') § a",
                "trim(BOTH FROM ' a ') § a",
                "trim(FROM ' a ') § a",
                "split('a,b;;c', [',', ';']) § [a, b, , c]",
                "split('a--b-c', ['--', '-']) § [a, b, c]",
                "split('ab', ['']) § [a, b]",
                "split('ab', []) § [ab]",
                "split('a,b', [',', null]) § null",
                "upper('é') || lower('É') § Éé",
                "ceiling(1.2) + ln(1) § 2.0",
                "cardinality([1, 2]) § 2",
                "size(normalize('e\u0301')) § 1",
                "size(normalize('é', NFD)) § 2",
                "size(normalize('ﬁ', 'nfkc')) § 2",
                "'é' IS NORMALIZED § true",
                "'é' IS NFD NORMALIZED § false",
                "'é' IS NOT NFD NORMALIZED § true",
                "null IS NORMALIZED § null",
                "isNaN(1) § false",
                "isNaN(0.0 / 0) § true",
                "isNaN(null) § null",
                "nullIf(1, 1.0) § null",
                "nullIf(1, 2) § 1",
                "nullIf(null, 1) § null",
                "nullIf(1, null) § 1",
                "nullIf('', '') § null",
                "toIntegerList(['1', 2.9, true, 'x', null, [1]]) § [1, 2, 1, null, null, null]",
                "toFloatList(['1', 2, 'x', null, {a: 1}]) § [1.0, 2.0, null, null, null]",
                "toStringList([1, 'a', true, null, [1]]) § [1, a, true, null, null]",
                "toBooleanList(['true', 0, 'x', null, 1.5]) § [true, false, null, null, null]",
                "toIntegerList(null) § null",
                "toIntegerOrNull([1]) § null",
                "toIntegerOrNull(1e300) § null",
                "toIntegerOrNull('12') § 12",
                "toFloatOrNull(true) § null",
                "toFloatOrNull('1.5') § 1.5",
                "toStringOrNull([1]) § null",
                "toStringOrNull(1) § 1",
                "toBooleanOrNull(1.5) § null",
                "toBooleanOrNull('FALSE') § false",
                "round(sinh(1) * 1000) § 1175.0",
                "round(cosh(1) * 1000) § 1543.0",
                "round(tanh(1) * 1000) § 762.0",
                "round(coth(1) * 1000) § 1313.0",
                "valueType(null) § NULL",
                "valueType(1) § INTEGER NOT NULL",
                "valueType('a') § STRING NOT NULL",
                "valueType([]) § LIST<NOTHING> NOT NULL",
                "valueType([null]) § LIST<NULL> NOT NULL",
                "valueType([1, 2]) § LIST<INTEGER NOT NULL> NOT NULL",
                "valueType([1, 'a', null]) § LIST<INTEGER | STRING> NOT NULL",
                "valueType([[1]]) § LIST<LIST<INTEGER NOT NULL> NOT NULL> NOT NULL",
                "valueType({a: 1}) § MAP NOT NULL",
                "valueType(datetime('2020-01-01T00:00Z')) § ZONED DATETIME NOT NULL",
                "1 IS :: INTEGER § true",
                "1 :: INTEGER § true",
                "1 IS TYPED INT § true",
                "1 IS NOT TYPED STRING § true",
                "1 IS NOT :: INTEGER § false",
                "null IS :: INTEGER § true",
                "null IS :: INTEGER NOT NULL § false",
                "null IS NOT :: INTEGER NOT NULL § true",
                "null IS :: NULL § true",
                "1 IS :: NULL § false",
                "null IS :: NOTHING § false",
                "1.0 IS :: INTEGER | STRING § false",
                "'a' IS :: INTEGER | STRING § true",
                "[1, 2] IS :: LIST § true",
                "[1, 2] IS :: LIST<INTEGER> § true",
                "[1, null] IS :: LIST<INTEGER NOT NULL> § false",
                "[1, null] IS :: LIST<INTEGER> § true",
                "[1, 'a'] IS :: LIST<INTEGER | STRING> § true",
                "[[1]] IS :: LIST<LIST<INTEGER>> § true",
                "[] IS :: LIST<NOTHING> § true",
                "{a: 1} IS :: ANY MAP § true",
                "date('2020-01-01') IS :: DATE § true",
                "localtime('10:00') IS :: LOCAL TIME § true",
                "datetime('2020-01-01T00:00Z') is :: zoned datetime not null § true",
                "1 IS :: ANY PROPERTY VALUE § true",
                "1 IS :: ANY § true",
                "1 IS :: INTEGER AND true § true",
                "[x IN [1, 'a'] WHERE x IS :: INTEGER | x * 2] § [2]",
                "[x IN [1, 'a', 1.5] WHERE (x IS :: INTEGER | STRING)] § [1, a]",
                "[x IN [1, 'a', 1.5] WHERE x IS :: INTEGER | STRING NOT NULL | [x]] § [[1], [a]]",
                "CASE WHEN 1 IS :: INTEGER THEN 'i' ELSE 'o' END § i",
                "NOT 1 IS :: INTEGER OR false § false",
                "1 + 1 IS :: INTEGER = true § true"
            })
    void expressions(String expression, String value) {
        assertThat(ask("RETURN " + expression + " AS x", Map.of()).lines())
                .as(expression)
                .containsExactly("[" + value + "]");
    }

    @Test
    void functionsTakeParametersAndProperties() {
        assertThat(ask(
                                "RETURN round($d, 2) AS up, round($d, 1, $mode) AS down, valueType($d) AS type, $l || [$s || 'b']"
                                        + " AS l, valueType($v) AS v, $day IS :: DATE AS day",
                                Map.of(
                                        "d",
                                        new BigDecimal("12.345"),
                                        "mode",
                                        "DOWN",
                                        "l",
                                        Arrays.asList(1L, null),
                                        "s",
                                        "a",
                                        "v",
                                        new float[] {1},
                                        "day",
                                        LocalDate.EPOCH))
                        .lines())
                .containsExactly("[12.35, 12.3, DECIMAL NOT NULL, [1, null, ab], VECTOR NOT NULL, true]");
        assertThat(ask(
                                "MATCH (a:Airport)-[r:ROUTE]->(b) WHERE a.code || '-' || b.code = 'AMS-JFK'"
                                        + " RETURN round(a.lat, 0), a.tags || ['x'], a IS :: NODE, r IS :: EDGE NOT NULL,"
                                        + " valueType(r), valueType(a), a.size IS :: STRING, valueType(a.opened)",
                                Map.of())
                        .lines())
                .containsExactly(
                        "[52.0, [hub, sea, x], true, true, EDGE NOT NULL, NODE NOT NULL, true," + " DATE NOT NULL]");
        assertThat(ask("MATCH p = (:Airport {code: 'EIN'})-[:ROUTE]->() RETURN DISTINCT valueType(p)", Map.of())
                        .lines())
                .containsExactly("[PATH NOT NULL]");
    }

    @Test
    void aggregatesHaveTheStandardsNamesToo() {
        assertThat(ask(
                                "UNWIND [1, 2, 4] AS x RETURN collect_list(x), percentile_cont(x, 0.5), percentile_disc(x, 0.5),"
                                        + " round(stddev_samp(x), 3), round(stddev_pop(x), 3)",
                                Map.of())
                        .lines())
                .containsExactly("[[1, 2, 4], 2.0, 2, 1.528, 1.247]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            quoteCharacter = '`',
            value = {
                "round(1.5, -1) § VALUE_OUT_OF_RANGE § 8 § a number cannot be rounded to -1 digits",
                "round(1.5, 1, 'HALFUP') § VALUE_OUT_OF_RANGE § 8 § there is no way to round called 'HALFUP': there are UP, DOWN, CEILING, FLOOR, HALF_UP, HALF_DOWN, HALF_EVEN; did you mean 'HALF_UP'?",
                "round(1.5, 'x') § TYPE_MISMATCH § 19 § round needs INTEGER, but 'x' is STRING",
                "'a' || 1 § TYPE_MISMATCH § 8 § '||' joins two strings or two lists, not STRING and INTEGER; make strings with toString(...)",
                "[1] || 2 § TYPE_MISMATCH § 8 § '||' joins two strings or two lists, not LIST<INTEGER> and INTEGER; write [...] around a single element",
                "true || false § TYPE_MISMATCH § 8 § '||' joins two strings or two lists, not BOOLEAN and BOOLEAN; write OR",
                "null || 1 § TYPE_MISMATCH § 8 § '||' joins two strings or two lists, not NULL and INTEGER; make strings with toString(...)",
                "head(['a', 1]) || head([1, 'a']) § TYPE_MISMATCH § 8 § '||' has no meaning between a STRING and a NUMBER",
                "1 IS :: INTEGR § UNKNOWN_NAME § 16 § there is no type 'INTEGR'; did you mean 'INTEGER'?",
                "1 IS :: LIST<STRNG> § UNKNOWN_NAME § 21 § there is no type 'STRNG'; did you mean 'STRING'?",
                "1 IS :: STRING<INTEGER> § SYNTAX_ERROR § 16 § STRING has no elements; only a LIST has a type in <...>",
                "'a' IS NFX NORMALIZED § UNKNOWN_NAME § 15 § there is no normal form 'NFX'; did you mean 'NFC'?",
                "1 IS NORMALIZED § TYPE_MISMATCH § 8 § NORMALIZED needs STRING, but 1 is INTEGER",
                "normalize('a', NFX) § UNKNOWN_NAME § 23 § there is no normal form 'NFX'; did you mean 'NFC'?",
                "toIntegerList(1) § TYPE_MISMATCH § 22 § toIntegerList needs LIST or VECTOR, but 1 is INTEGER",
                "trim(1 FROM 'a') § TYPE_MISMATCH § 13 § bTrim needs STRING, but 1 is INTEGER",
                "nullIf(1) § SYNTAX_ERROR § 8 § nullIf takes 2 arguments, not 1"
            })
    void mistakesAreShownWhereTheyAre(String expression, ErrorCode code, int column, String message) {
        InvalidTextException error =
                catchThrowableOfType(InvalidTextException.class, () -> ask("RETURN " + expression, Map.of()));
        assertThat(error).as(expression).isNotNull();
        assertThat(error).hasMessage(message);
        assertThat(error.code()).isEqualTo(code);
        assertThat(error.position().orElseThrow().column()).isEqualTo(column);
    }

    @Test
    void wordsOfTheseAreNamesElsewhere() {
        assertThat(ask(
                                "WITH 1 AS collect, 2 AS trim, 3 AS from, 4 AS foreach, 5 AS typed, 6 AS normalized, 7 AS both, 8 AS"
                                        + " leading, 9 AS trailing RETURN collect + trim + from + foreach + typed + normalized + both +"
                                        + " leading + trailing AS sum, collect(trim) AS collect",
                                Map.of())
                        .rows())
                .isEqualTo(List.of(List.of(45L, List.of(2L))));
    }
}
