package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.InvalidTextException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** WITH, RETURN and UNWIND: columns, groups, order. */
class ProjectionTest extends OnAirGraph {
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
    void offsetIsTheStandardsWordForSkip() {
        assertThat(ask("UNWIND [3, 1, 2] AS offset RETURN offset ORDER BY offset OFFSET 1 LIMIT 1")
                        .lines())
                .containsExactly("[2]");
        assertThat(ask("UNWIND [3, 1, 2] AS x WITH x ORDER BY x DESC OFFSET $n RETURN x", Map.of("n", 2))
                        .lines())
                .containsExactly("[1]");
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
}
