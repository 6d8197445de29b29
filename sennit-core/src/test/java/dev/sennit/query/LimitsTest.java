package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidTextException;
import dev.sennit.model.LimitException;
import dev.sennit.model.SennitException;
import dev.sennit.query.execution.QueryLimits;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries that would take all time, memory or stack, if they were let: each is answered or refused in words. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LimitsTest {
    private static final long MEMORY = 32 << 20;
    private static final Duration SHORT = Duration.ofSeconds(1);
    private static final Duration LONG = Duration.ofSeconds(45);

    private final MemoryGraph graph = clique();

    /** A and B, each with a hundred nodes, those of A with edges to all others. */
    private static MemoryGraph clique() {
        MemoryGraph graph = new MemoryGraph(RandomQueries.SCHEMA, 1_000);
        for (int i = 0; i < 100; i++) {
            graph.node("A", "a" + i, (long) i, "text", 1.5);
            graph.node("B", "b" + i, (long) i, "text", 1.5);
            for (int j = 0; j < 100; j++) {
                graph.edge("R(A,A)", "a" + i, "a" + j, 1L);
            }
        }
        return graph;
    }

    /** The number of rows. */
    private long run(String query, Map<String, ?> parameters, Duration time) {
        return run(query, parameters, MEMORY, time);
    }

    private long run(String query, Map<String, ?> parameters, long memory, Duration time) {
        long end = System.nanoTime() + time.toNanos();
        QueryLimits limits = new QueryLimits(memory, () -> {
            if (System.nanoTime() - end > 0) {
                throw new LimitException(ErrorCode.TIMEOUT, ErrorText.of("too long"));
            }
        });
        long rows = 0;
        try (QueryCursor cursor =
                new QueryEngine().prepare(query, graph.schema()).execute(graph, parameters, limits)) {
            while (cursor.next()) {
                for (int i = 0; i < cursor.columns().size(); i++) {
                    cursor.value(i);
                }
                rows++;
            }
        }
        return rows;
    }

    /** A text as long as the limits allow takes seconds to be parsed and checked. */
    @Test
    void whoeverPreparesAQuery_isAskedAllTheTimeWhetherToGoOn() {
        for (String query : List.of(
                "MATCH (n:A)" + times(500, "-[:R]->()") + " RETURN n",
                "MATCH (n) WHERE n.i = 1" + times(200, " AND EXISTS { (n)--(m) WHERE m.i + n.i > 2 }") + " RETURN n",
                "RETURN [1" + times(500, ", [x IN [1] | x + 1]") + "] AS l",
                "RETURN 1" + times(4_000, " + 1") + " +")) {
            String beginning = query.substring(0, 40);
            int all = asked(query, Integer.MAX_VALUE);
            assertThat(all).as(beginning).isGreaterThan(100);
            for (int last = 1; last < all; last += 1 + all / 12) {
                assertThat(asked(query, last)).as(beginning).isEqualTo(last);
            }
        }
    }

    /** How often it is asked before the query is prepared, found wrong, or given up because it is the last time. */
    private int asked(String query, int last) {
        AtomicInteger times = new AtomicInteger();
        try {
            new QueryEngine().prepare(query, graph.schema(), () -> {
                if (times.incrementAndGet() == last) {
                    throw new LimitException(ErrorCode.CANCELLED, ErrorText.of("enough"));
                }
            });
        } catch (LimitException | InvalidTextException ended) {
            assertThat(ended.code()).isIn(ErrorCode.CANCELLED, ErrorCode.SYNTAX_ERROR);
        }
        return times.get();
    }

    private static String times(int number, String text) {
        return text.repeat(number);
    }

    private static String joined(int number, String separator, String each) {
        return IntStream.range(0, number)
                .mapToObj(i -> each.replace("#", String.valueOf(i)))
                .collect(Collectors.joining(separator));
    }

    static Stream<Arguments> largeTexts() {
        return Stream.of(
                Arguments.of("brackets", "RETURN " + times(50_000, "(") + "1" + times(50_000, ")")),
                Arguments.of("lists", "RETURN " + times(20_000, "[") + times(20_000, "]")),
                Arguments.of("maps", "RETURN " + times(20_000, "{a: ") + "1" + times(20_000, "}")),
                Arguments.of("negations", "RETURN " + times(100_000, "NOT ") + "true"),
                Arguments.of("signs", "RETURN " + times(200_000, "- ") + "1"),
                Arguments.of("a sum", "RETURN 1" + times(100_000, " + 1")),
                Arguments.of("a power", "RETURN 1" + times(100_000, " ^ 1")),
                Arguments.of("texts added", "RETURN ''" + times(100_000, " + 'a'")),
                Arguments.of("conjunction", "MATCH (a:A) WHERE a.i = 1" + times(30_000, " AND a.i = 1") + " RETURN a"),
                Arguments.of("disjunction", "MATCH (a:A) WHERE a.i = 1" + times(30_000, " OR a.i = 1") + " RETURN a"),
                Arguments.of("exclusive or", "RETURN true" + times(50_000, " XOR true")),
                Arguments.of("comparisons", "RETURN 1" + times(50_000, " < 2")),
                Arguments.of("properties", "WITH {a: null} AS m RETURN m" + times(100_000, ".a")),
                Arguments.of("indexes", "WITH [[1]] AS m RETURN m" + times(100_000, "[0]")),
                Arguments.of("null checks", "RETURN 1" + times(50_000, " IS NULL")),
                Arguments.of("membership", "RETURN 1" + times(50_000, " IN []")),
                Arguments.of("cases", "RETURN " + times(5_000, "CASE WHEN true THEN ") + "1" + times(5_000, " END")),
                Arguments.of("a long case", "RETURN CASE 1" + times(30_000, " WHEN 2 THEN 3") + " END"),
                Arguments.of("functions", "RETURN " + times(20_000, "abs(") + "1" + times(20_000, ")")),
                Arguments.of("labels", "MATCH (a:A" + times(50_000, "|A") + ") RETURN count(a)"),
                Arguments.of("negated labels", "MATCH (a:" + times(50_000, "!") + "A) RETURN count(a)"),
                Arguments.of("as many clauses as are taken", "WITH 1 AS a " + times(798, "WITH a ") + "RETURN a"),
                Arguments.of("clauses", "WITH 1 AS a " + times(10_000, "WITH a ") + "RETURN a"),
                Arguments.of("unions", "RETURN 1 AS a" + times(10_000, " UNION ALL RETURN 1 AS a")),
                Arguments.of("unwinds", "WITH 1 AS a " + joined(3_000, " ", "UNWIND [1] AS x#") + " RETURN a"),
                Arguments.of("matches", joined(300, " ", "MATCH (n#:A {i: #})") + " RETURN count(*)"),
                Arguments.of("parts", "MATCH " + joined(500, ", ", "(n#:A {i: 1})") + " RETURN count(*)"),
                Arguments.of("a long walk", "MATCH (a:B)" + times(400, "-->()") + " RETURN a"),
                Arguments.of("a long union of labels", "MATCH (a:A" + times(20_000, "|B&!A") + ") RETURN count(a)"),
                Arguments.of("labels after colons", "MATCH (a) WHERE a:A" + times(50_000, ":A") + " RETURN count(a)"),
                Arguments.of("texts joined", "RETURN ''" + times(100_000, " || 'a'")),
                Arguments.of("parts of lists", "RETURN [1]" + times(50_000, "[..]")),
                Arguments.of("types", "RETURN 1 IS :: INTEGER" + times(20_000, " | INTEGER")),
                Arguments.of("types of types", "RETURN true" + times(20_000, " IS :: BOOLEAN")),
                Arguments.of(
                        "lists of types", "RETURN 1 IS :: " + times(5_000, "LIST<") + "INTEGER" + times(5_000, ">")),
                Arguments.of("negated null checks", "RETURN 1" + times(50_000, " IS NOT NULL")),
                Arguments.of(
                        "map projections",
                        "WITH {a: 1} AS m RETURN " + times(5_000, "m {m: ") + "1" + times(5_000, "}")),
                Arguments.of(
                        "a long map projection", "WITH {a: 1} AS m RETURN m {" + joined(20_000, ", ", "k#: #") + "}"),
                Arguments.of("loops", times(60, "FOREACH (x IN [1] | ") + "CREATE (:A {k: 'n'})" + times(60, ")")),
                Arguments.of("collected", "RETURN " + times(60, "COLLECT { RETURN ") + "1 AS a" + times(60, " }")),
                Arguments.of("a long list", "RETURN size([" + joined(100_000, ",", "#") + "])"),
                Arguments.of("a long map", "RETURN {" + joined(50_000, ", ", "k#: #") + "} AS m"),
                Arguments.of("many columns", "RETURN " + joined(20_000, ", ", "# AS c#")),
                Arguments.of("many keys", "UNWIND [1, 2] AS x RETURN x ORDER BY " + joined(10_000, ", ", "x + #")),
                Arguments.of("many aggregates", "UNWIND [1, 2] AS x RETURN " + joined(5_000, ", ", "sum(x + #) AS s#")),
                Arguments.of("a long in", "MATCH (a:A) WHERE a.i IN [" + joined(80_000, ",", "#") + "] RETURN a"),
                Arguments.of("a long name", "RETURN 1 AS a" + times(500_000, "b")),
                Arguments.of("a long text", "RETURN '" + times(900_000, "x") + "' AS t"),
                Arguments.of(
                        "subqueries",
                        times(60, "MATCH (a:A) WHERE EXISTS { ") + "MATCH (b:B)" + times(60, " }") + " RETURN 1"),
                Arguments.of("calls", times(60, "CALL { ") + "RETURN 1 AS a" + times(60, " } RETURN a")),
                Arguments.of("comprehensions", "RETURN " + times(60, "[x IN ") + "[1]" + times(60, " | x]")),
                Arguments.of("open brackets", "RETURN " + times(300_000, "(")),
                Arguments.of("unknown characters", times(300_000, "§")),
                Arguments.of("comments", times(200_000, "/**/") + "RETURN 1"),
                Arguments.of("ten megabytes", "RETURN '" + times(10_000_000, "x") + "'"));
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}")
    @MethodSource("largeTexts")
    void largeTextsAreAnsweredOrRefused(String name, String query) {
        try {
            run(query, Map.of(), SHORT);
        } catch (SennitException refused) {
            assertThat(refused.code())
                    .as("%s: %s", name, refused.getMessage())
                    .isIn(ErrorCode.RESOURCE_LIMIT, ErrorCode.SYNTAX_ERROR, ErrorCode.TYPE_MISMATCH, ErrorCode.TIMEOUT);
            assertThat(refused).as(name).message().hasSizeLessThan(5_000);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RETURN reduce(s = 'a', x IN range(1, 100) | s + s)",
                "RETURN reduce(l = [1], x IN range(1, 100) | l + l)",
                "RETURN reduce(l = [1], x IN range(1, 100) | [l, l])",
                "RETURN reduce(l = [1], x IN range(1, 100) | {a: l, b: l})",
                "RETURN reduce(l = [1], x IN range(1, 100000) | [l])",
                "RETURN reduce(l = 1, x IN range(1, 100000) | {a: l})",
                "RETURN reduce(l = [1], x IN range(1, 100) | [y IN [0, 1] | l])",
                "WITH range(1, 100000) AS big RETURN reduce(l = [], x IN range(1, 1000) | l + [big])",
                "RETURN reduce(s = 'aaaa', x IN range(1, 100) | replace(s, 'a', s))",
                "RETURN range(1, 1000000000000)",
                "UNWIND range(1, 1000000000000) AS x RETURN x",
                "RETURN [x IN range(1, 100000) | range(1, 100000)]",
                "UNWIND range(1, 100000) AS x RETURN range(1, 100000)",
                "MATCH (a:A), (b:B), (c:A) RETURN collect([a, b, c])",
                "MATCH (a), (b), (c), (d) RETURN a, b, c, d ORDER BY a.i",
                "MATCH (a), (b), (c), (d) RETURN DISTINCT a, b, c, d",
                "MATCH (a), (b), (c), (d) RETURN a, count(DISTINCT [b, c, d])",
                "MATCH p = (:A)-[*]->(:A) RETURN collect(p)",
                "MATCH (a:A) WITH collect(a) AS l RETURN reduce(m = l, x IN range(1, 40) | m + m)"
            })
    void whatGrowsEndsAtTheLimitOfMemory(String query) {
        assertThatThrownBy(() -> run(query, Map.of(), LONG))
                .isInstanceOfSatisfying(
                        LimitException.class,
                        e -> assertThat(e.code()).as(query).isEqualTo(ErrorCode.RESOURCE_LIMIT));
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(
            strings = {
                "MATCH (a), (b), (c), (d), (e) RETURN count(*)",
                "MATCH p = (:A)-[*]->(:A) RETURN count(*)",
                "MATCH p = (:A {k: 'a0'})-[*]->(:B) RETURN count(*)",
                "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b RETURN count(*)",
                "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b WITH b WHERE b < 0 RETURN b",
                "WITH range(1, 100000) AS l RETURN size([x IN l WHERE any(y IN l WHERE y = -x)])",
                "WITH range(1, 100000) AS l RETURN reduce(s = 0, x IN l | s + reduce(t = 0, y IN l | t + y % 2) % 2)",
                "MATCH (a:A)-->(b)-->(c)-->(d)-->(e) RETURN count(*)",
                "MATCH (a:A) WHERE EXISTS { (a)-->()-->()-->()-->(:A {i: -1}) } RETURN a",
                "MATCH (a:A) RETURN COUNT { (a)-->()-->()-->() }",
                "MATCH (a:A), (b:A) MATCH p = allShortestPaths((a)-[*5..]->(b)) RETURN count(p)"
            })
    void whatTakesLongIsStopped(String query) {
        assertThatThrownBy(() -> run(query, Map.of(), SHORT))
                .isInstanceOfSatisfying(
                        LimitException.class,
                        e -> assertThat(e.code()).as(query).isIn(ErrorCode.TIMEOUT, ErrorCode.RESOURCE_LIMIT));
    }

    /** Properties of ten thousand edges are kept in case they are asked for again; what comes after needs the room. */
    @Test
    void whatIsKeptOnlyToSaveWorkGivesWay() {
        String edges = "MATCH (:A)-[rs:R*1..1]->(:A) UNWIND rs AS r WITH sum(r.w) AS sum UNWIND range(1, 5000) AS x ";
        for (long memory = 1_000_000; memory < 2_000_000; memory += 100_000) {
            assertThat(run(edges + "RETURN DISTINCT x", Map.of(), memory, LONG)).isEqualTo(5_000);
            assertThat(run(edges + "RETURN collect([sum + x])", Map.of(), memory, LONG))
                    .isEqualTo(1);
        }
    }

    @Test
    void valuesBelowTheLimitsAreComputed() {
        assertThat(run("RETURN size(reduce(l = [], x IN range(1, 2000) | l + [x]))", Map.of(), LONG))
                .isEqualTo(1);
        assertThat(run("RETURN reduce(l = [1], x IN range(1, 400) | [l])", Map.of(), LONG))
                .isEqualTo(1);
        assertThat(run("WITH 1 AS a " + joined(498, " ", "UNWIND [#] AS x#") + " RETURN a", Map.of(), LONG))
                .isEqualTo(1);
        assertThat(run("UNWIND range(1, 1000000) AS x RETURN x", Map.of(), LONG))
                .isEqualTo(1_000_000);
        assertThat(run("RETURN size(replace('aaa', 'a', 'bb')), split('a,b', ',')", Map.of(), LONG))
                .isEqualTo(1);
    }

    @Test
    void largeParametersAreTaken() {
        List<Long> many = LongStream.range(0, 200_000).boxed().toList();
        assertThat(run("MATCH (a:A) WHERE a.i IN $many RETURN a", Map.of("many", many), LONG))
                .isEqualTo(100);
        assertThat(run("MATCH (a:A) WHERE NOT a.i IN $many RETURN a", Map.of("many", many), LONG))
                .isZero();
        assertThat(run("UNWIND $many AS x MATCH (a:A {i: x}) RETURN a", Map.of("many", many), LONG))
                .isEqualTo(100);
        Map<String, Object> parameters = new LinkedHashMap<>();
        IntStream.range(0, 100).forEach(i -> parameters.put("p" + i, i));
        assertThat(run("RETURN " + joined(100, " + ", "$p#"), parameters, LONG)).isEqualTo(1);
    }

    @Test
    void planningIsStoppedToo() {
        PreparedQuery query =
                new QueryEngine().prepare("MATCH (a:B)" + times(100, "-->()") + " RETURN a", graph.schema());
        long openedBefore = graph.activity().openTables;
        AtomicInteger checks = new AtomicInteger();
        QueryLimits limits = new QueryLimits(MEMORY, () -> {
            if (checks.incrementAndGet() > 50) {
                throw new LimitException(ErrorCode.TIMEOUT, ErrorText.of("too long"));
            }
        });
        assertThatThrownBy(() -> query.execute(graph, Map.of(), limits))
                .isInstanceOfSatisfying(
                        LimitException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT));
        assertThat(graph.activity().openTables).as("nothing was begun").isEqualTo(openedBefore);
        assertThat(checks).hasValue(51);
    }
}
