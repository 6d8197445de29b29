package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.InvalidTextException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operators and functions of openCypher. */
class ExpressionsTest extends OnAirGraph {
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
