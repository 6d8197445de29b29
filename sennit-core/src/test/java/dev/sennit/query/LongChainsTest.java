package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.InvalidTextException;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators one after the other nest in nothing, however many they are. */
class LongChainsTest {
    private final MemoryGraph graph = AirGraph.create();

    private Answer ask(String text) {
        return Answer.of(graph, text, Map.of());
    }

    /** What is answered, or thrown, in a thread of the usual stack. */
    private String asked(String text) throws InterruptedException {
        AtomicReference<String> answer = new AtomicReference<>();
        Thread asking = new Thread(
                null,
                () -> {
                    try {
                        answer.set(ask(text).lines().toString());
                    } catch (RuntimeException | StackOverflowError error) {
                        answer.set(error.toString());
                    }
                },
                "asking",
                512 * 1024);
        asking.start();
        asking.join();
        return Objects.requireNonNull(answer.get());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '§',
            quoteCharacter = '`',
            value = {
                "true § ` XOR true` § 5000 § true",
                "true § ` XOR true` § 4999 § false",
                "true § ` XOR null` § 5000 § null",
                "true § ` AND true` § 5000 § true",
                "false § ` OR false` § 5000 § false",
                "1 § ` < 2 > 0` § 2500 § true",
                "1 § ` < 2 < 0` § 2500 § false",
                "1 § ` = 1` § 5000 § true",
                "2 § ` ^ 1` § 5000 § 2.0",
                "{a: null}.a § `.a` § 5000 § null",
                "null § `[0]` § 5000 § null",
                "[1, 2] § `[0..]` § 5000 § [1, 2]",
                "[[1]] § `[0..1][..]` § 2500 § [[1]]",
                "1 § ` IS NULL` § 5000 § false",
                "null § ` IS NOT NULL` § 5000 § true",
                "null § ` IN [null, 1]` § 5000 § null",
                "null § ` STARTS WITH 'a'` § 5000 § null",
                "true § ` IS :: BOOLEAN` § 5000 § true",
                "size('a' § ` || 'b'` § 5000 § 5001",
                "size([1] § ` || [2]` § 5000 § 5001",
                "size([] § ` + [2] + 3` § 2500 § 5000",
                "1 § ` + 1 - 1 * 1 / 1 % 2` § 1000 § 1",
                "true § ` IS NULL = false` § 2500 § true",
                "[[true]] § `[0] IS NULL XOR true` § 1 § true"
            })
    void anOperatorMayStandThousandsOfTimes(String first, String operator, int times, String value)
            throws InterruptedException {
        String end = first.startsWith("size(") ? ")" : "";
        assertThat(asked("RETURN " + first + operator.repeat(times) + end + " AS x"))
                .as("%s%s ...", first, operator)
                .isEqualTo("[[" + value + "]]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"|Airport", "|Airport&Place", "&Place", ":Place", "|!Country", "&(Place|Country)", "|:Airport"})
    void labelsMayStandThousandsOfTimes(String more) throws InterruptedException {
        assertThat(asked("MATCH (a:Airport" + more.repeat(3_000) + ") RETURN count(a) > 7"))
                .isEqualTo("[[true]]");
        assertThat(asked("MATCH (a) WHERE a:Airport" + more.repeat(3_000) + " RETURN count(a) > 7"))
                .isEqualTo("[[true]]");
    }

    @Test
    void labelsBeforeTheBarOfAComprehensionMayStandThousandsOfTimes() throws InterruptedException {
        assertThat(asked("MATCH (a:Airport {code: 'AMS'}) RETURN [x IN [a] WHERE x:" + "Country|".repeat(3_000)
                        + "Airport | x.code] AS l"))
                .isEqualTo("[[[AMS]]]");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 15, 16, 17, 18, 40})
    void columnsAreRecognisedInChainsOfAnyLength(int length) {
        String more = " + 1".repeat(length);
        assertThat(ask("MATCH (a:Airport) WHERE a.runways < 3 RETURN a.runways AS r, a.runways" + more
                                + " + count(*) AS n ORDER BY r")
                        .lines())
                .as("a key in a column")
                .containsExactly("[1, " + (length + 4) + "]", "[2, " + (length + 3) + "]");
        assertThat(ask("MATCH (a:Airport) WHERE a.runways < 3 RETURN a.runways, count(*)" + more
                                + " AS n ORDER BY count(*)" + more + " + 1")
                        .lines())
                .as("an aggregate in ORDER BY")
                .containsExactly("[2, " + (length + 1) + "]", "[1, " + (length + 3) + "]");
        assertThat(ask("MATCH (a:Airport) WHERE a.runways < 3 RETURN DISTINCT a.runways" + more
                                + " AS n ORDER BY -(a.runways" + more + " - 10), a.runways" + more + " + 2 - 3")
                        .lines())
                .as("a column in ORDER BY")
                .containsExactly("[" + (length + 2) + "]", "[" + (length + 1) + "]");
        assertThat(ask("MATCH (a:Airport) WITH DISTINCT a.runways" + more + " AS n WHERE a.runways" + more + " + 1"
                                + " + 1 < " + (length + 4) + " RETURN n")
                        .lines())
                .as("a column in WHERE")
                .containsExactly("[" + (length + 1) + "]");
    }

    @Test
    void aConditionAfterALongChainIsTakenApartAllTheSame() {
        String plan = new QueryEngine()
                .prepare(
                        "MATCH (a:Airport) WHERE a.runways" + " + 1".repeat(30)
                                + " > 2 AND a.code = 'AMS' OR false RETURN a",
                        graph.schema())
                .plan(graph, Map.of())
                .text();
        assertThat(plan).contains("+ 1) + 1 + 1 + 1", "+ 1 > 2) AND (a.code = 'AMS')) OR false)");
        assertThat(ask("MATCH (a:Airport) WHERE a.runways" + " + 1".repeat(30)
                                + " > 2 AND a.code IN ['AMS', 'NUL'] RETURN a.code")
                        .lines())
                .containsExactly("[AMS]");
    }

    @Test
    void chainsStandWithinChains() {
        String inner = "(a.runways" + " + 2 - 1".repeat(10) + ")";
        assertThat(ask("MATCH (a:Airport {code: 'AMS'}) RETURN 0" + (" + " + inner).repeat(20) + " AS x, [1, 2, "
                                + inner + "][2]" + " + 1".repeat(20) + " AS y, 16 IN [x IN [" + inner + "] | x"
                                + " + 1 - 1".repeat(20) + "]" + " = true".repeat(20) + " AS z")
                        .lines())
                .containsExactly("[320, 36, true]");
    }

    @Test
    void sumsAndProductsOfThousandsOfTermsAreNoNesting() throws InterruptedException {
        String ones = "1" + " + 1".repeat(4_999);
        String mixed = "0" + " + 3 - -1".repeat(2_500);
        String products = "7" + " * 2 / 2 % 100".repeat(1_700);
        String texts = "'a'" + " + 'b'".repeat(4_999);
        String both = "1" + " + 2 * 3".repeat(2_500);
        String[] answer = new String[1];
        // a thread of the usual stack
        Thread asking = new Thread(
                null,
                () -> answer[0] = ask("UNWIND [1] AS x RETURN x + " + ones + " AS a, " + mixed + " AS b, " + products
                                + " AS c, size(" + texts + ") AS d, " + both + " AS e, sum(x + " + ones + ") AS f")
                        .lines()
                        .toString(),
                "asking",
                512 * 1024);
        asking.start();
        asking.join();
        assertThat(answer[0]).isEqualTo("[[5001, 10000, 7, 5000, 15001, 5001]]");
    }

    @Test
    void aMistakeInALongSumIsShownWhereItIs() {
        String sum = "RETURN 1" + " + 1".repeat(100);
        InvalidTextException error = catchThrowableOfType(InvalidTextException.class, () -> ask(sum + " - 'a' + 1"));
        assertThat(error.getMessage()).isEqualTo("'-' has no meaning between INTEGER and STRING");
        InvalidTextException overflow =
                catchThrowableOfType(InvalidTextException.class, () -> ask(sum + " + 9223372036854775807 + 1"));
        assertThat(overflow.code()).isEqualTo(ErrorCode.VALUE_OUT_OF_RANGE);
        assertThat(overflow.getMessage()).startsWith("101 + 9223372036854775807 is out of range");
    }
}
