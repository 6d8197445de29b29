package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.InvalidTextException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random queries that must have the same answer, because of what their clauses mean: whatever the answer is. The seed and
 * the queries are in the message.
 */
class MetamorphicTest {
    private static final int GRAPHS = 25;
    private static final int QUERIES = 8;

    static LongStream seeds() {
        return Seeds.of(11, 12, 20261130);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void aConditionItsNegationAndItsAbsencePartitionTheRows(long seed) {
        check(seed, asked -> {
            RandomQueries.Pieces p = asked.pieces;
            String where = " WITH * WHERE ";
            String c = "(" + p.condition() + ")";
            String returned = " RETURN " + p.columns();
            List<String> all = asked.ask(p.match() + returned);
            List<String> parts = new ArrayList<>();
            for (String part : List.of(c, "NOT " + c, c + " IS NULL")) {
                parts.addAll(asked.ask(p.match() + where + part + returned));
            }
            asked.same(all, parts.stream().sorted().toList(), "partition by " + c);
            asked.same(
                    all,
                    asked.ask(p.match() + where + c + returned + " UNION ALL " + p.match() + where + "NOT " + c
                            + returned + " UNION ALL " + p.match() + where + c + " IS NULL" + returned),
                    "partition by " + c + " with UNION ALL");
            asked.same(
                    asked.ask(p.match() + " WHERE " + c + returned),
                    asked.ask(p.match() + where + c + returned),
                    "WHERE before or after WITH *: " + c);
            asked.same(
                    asked.ask(p.match() + " WHERE " + c + returned),
                    asked.ask(p.match() + " WHERE " + c + " AND (" + c + " OR NOT " + c + " OR " + c + " IS NULL)"
                            + returned),
                    "a condition that is always true beside " + c);
        });
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void optionalMatchesSubqueriesAndPatternsAgree(long seed) {
        check(seed, asked -> {
            RandomQueries.Pieces p = asked.pieces;
            String node = p.node();
            String returned = " RETURN " + p.columns();
            String hop = "(" + node + ")-[x]->(y)";
            List<String> matched = asked.ask(p.match() + " MATCH " + hop + returned + ", x, y");
            List<String> optional = asked.ask(p.match() + " OPTIONAL MATCH " + hop + returned + ", x, y");
            List<String> without =
                    asked.ask(p.match() + " WHERE NOT EXISTS { " + hop + " }" + returned + ", null AS x, null AS y");
            asked.same(
                    optional,
                    Stream.concat(matched.stream(), without.stream()).sorted().toList(),
                    "OPTIONAL MATCH");
            asked.same(
                    asked.ask(p.match() + " WHERE EXISTS { " + hop + " }" + returned),
                    asked.ask(p.match() + " WHERE (" + node + ")-->()" + returned),
                    "EXISTS and a pattern");
            asked.same(
                    asked.ask(p.match() + returned + ", COUNT { " + hop + " } AS n"),
                    asked.ask(p.match() + returned + ", size([" + hop + " | y]) AS n"),
                    "COUNT and a pattern comprehension");
            asked.same(
                    matched,
                    asked.ask(
                            p.match() + " CALL (" + node + ") { MATCH " + hop + " RETURN x, y }" + returned + ", x, y"),
                    "MATCH and CALL");
        });
    }

    /** What a pattern that need not match asks of the types of a node does not change what the node is. */
    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whatNeedNotMatchChangesNothingOfWhatIsBound(long seed) {
        check(seed, GRAPHS, QUERIES / 2, asked -> {
            RandomQueries.Pieces p = asked.pieces;
            String node = p.node();
            String q = p.bystander();
            String returned = " RETURN " + p.contents();
            List<String> all = asked.ask(p.match() + returned);
            asked.askIfPossible(p.match() + " OPTIONAL MATCH " + q + returned)
                    .ifPresent(matched -> asked.same(
                            asked.ask(p.match() + " WITH *, COUNT { " + q + " } AS times"
                                    + " UNWIND range(1, CASE times WHEN 0 THEN 1 ELSE times END) AS time" + returned),
                            matched,
                            "OPTIONAL MATCH " + q + " as often as it matches"));
            String is = node + p.labels();
            for (String beside : List.of(
                    " OPTIONAL MATCH (" + is + ")",
                    " OPTIONAL MATCH (" + node + ") WHERE " + is,
                    " OPTIONAL MATCH (" + is + ") MATCH (" + node + ")",
                    " OPTIONAL MATCH (" + is + ") WITH * MATCH (" + node + ")",
                    " OPTIONAL MATCH (" + is + ") OPTIONAL MATCH (" + node + ":!C)",
                    " OPTIONAL MATCH " + q + " WITH " + p.columns() + ", count(*) AS u",
                    " OPTIONAL MATCH " + q + " WITH DISTINCT " + p.columns(),
                    " CALL (" + node + ") { OPTIONAL MATCH " + q + " RETURN count(*) AS u }",
                    " CALL (" + node + ") { MATCH " + q + " RETURN count(*) AS u }",
                    " CALL (" + node + ") { MATCH (" + is + ") RETURN 1 AS u UNION ALL WITH " + node + " WHERE NOT "
                            + is + " RETURN 2 AS u }",
                    " WITH *, EXISTS { " + q + " } AS u",
                    " WITH *, COLLECT { MATCH " + q + " RETURN " + node + ".k } AS u",
                    " WITH *, [" + q + "--() | " + node + ".k] AS u",
                    " WITH *, CASE WHEN " + is + " THEN " + node + ".k END AS u",
                    " WHERE " + is + " OR NOT " + is)) {
                boolean distinct = beside.contains("DISTINCT") || beside.contains(", count(*)");
                List<String> expected = distinct ? all.stream().distinct().toList() : all;
                asked.askIfPossible(p.match() + beside + returned)
                        .ifPresent(same -> asked.same(expected, same, "nothing and" + beside));
            }
        });
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void mapsListsAndTextsMadeInTwoWaysAreTheSame(long seed) {
        check(seed, GRAPHS, QUERIES / 2, asked -> {
            RandomQueries.Pieces p = asked.pieces;
            String node = p.node();
            String hop = "(" + node + ")-[x]->(y)";
            asked.same(
                    asked.ask(p.match() + " RETURN " + node + " {.k, .i, n: " + node + "} AS m"),
                    asked.ask(p.match() + " RETURN {k: " + node + ".k, i: " + node + ".i, n: " + node + "} AS m"),
                    "a map projection");
            asked.same(
                    asked.ask("OPTIONAL " + p.match() + " WHERE (" + p.condition() + ") RETURN " + node
                            + " {.*, k: null} AS m"),
                    asked.ask("OPTIONAL " + p.match() + " WHERE (" + p.condition() + ") RETURN CASE WHEN " + node
                            + " IS NOT NULL THEN " + node + " {k: null, .*} END AS m"),
                    "all properties of what may be null");
            asked.same(
                    asked.ask(p.match() + " RETURN " + p.columns() + ", [" + hop + " WHERE y.k > 'n0' | y.k] AS l"
                            + " ORDER BY l"),
                    asked.ask(p.match() + " RETURN " + p.columns() + ", COLLECT { MATCH " + hop
                            + " WHERE y.k > 'n0' RETURN y.k } AS l ORDER BY l"),
                    "COLLECT and a pattern comprehension");
            asked.same(
                    asked.ask(p.match() + " CALL (" + node + ") { MATCH " + hop
                            + " WITH y.k AS k ORDER BY k RETURN collect(k) AS l } RETURN " + node + ", l"),
                    asked.ask(p.match() + " RETURN " + node + ", COLLECT { MATCH " + hop
                            + " RETURN y.k ORDER BY y.k } AS l"),
                    "COLLECT and CALL");
            asked.same(
                    asked.ask(p.match() + " RETURN " + node + ".k + '-' + " + node + ".k AS t, [" + node
                            + ".i] + [1] AS l"),
                    asked.ask(p.match() + " RETURN " + node + ".k || '-' || " + node + ".k AS t, [" + node
                            + ".i] || [1] AS l"),
                    "+ and ||");
            asked.same(
                    asked.ask(p.match() + " WHERE (" + p.condition() + ") IS NOT NULL RETURN " + node),
                    asked.ask(p.match() + " WHERE (" + p.condition() + ") IS :: BOOLEAN NOT NULL RETURN " + node),
                    "a type that null has not");
        });
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void walksOfVariableLengthAreWalksOfEachLength(long seed) {
        check(seed, asked -> {
            RandomQueries.Pieces p = asked.pieces;
            String node = p.node();
            String match = "MATCH (" + node + ":Any)";
            List<String> upToTwo = asked.ask(match + " MATCH (" + node + ")-[es*0..2]->(y) RETURN " + node + ", es, y");
            List<String> each = new ArrayList<>();
            each.addAll(
                    asked.ask(match + " WITH " + node + ", [] AS es, " + node + " AS y RETURN " + node + ", es, y"));
            each.addAll(asked.ask(match + " MATCH (" + node + ")-[a]->(y) RETURN " + node + ", [a] AS es, y"));
            each.addAll(
                    asked.ask(match + " MATCH (" + node + ")-[a]->()-[b]->(y) RETURN " + node + ", [a, b] AS es, y"));
            asked.same(upToTwo, each.stream().sorted().toList(), "*0..2");
            asked.same(
                    asked.ask(match + " MATCH q = (" + node + ")-[*1..3]-(y) RETURN " + node
                            + ", y, min(length(q)) AS n"),
                    asked.ask(match + " MATCH q = shortestPath((" + node + ")-[*1..3]-(y)) RETURN " + node
                            + ", y, length(q) AS n UNION ALL " + match + " MATCH r = (" + node + ")-[*1..3]-("
                            + node + ") RETURN " + node + ", " + node + " AS y, min(length(r)) AS n"),
                    "shortestPath and the shortest path");
        });
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void aWalkReadFromItsOtherEndIsTheSameWalkReversed(long seed) {
        check(seed, 8, 1, asked -> {
            String ids = "[e IN es | elementId(e)]";
            for (String end : List.of("y", "n")) {
                for (String before : List.of("", "MATCH (n:Any) ", "MATCH (" + end + ":Any) ", "MATCH (n), (y) ")) {
                    for (String hops : List.of("[es*1..3]", "[es*2]", "[es*0..2]")) {
                        String there =
                                before + "MATCH p = (n)-" + hops + "->(" + end + ") RETURN n, " + end + " AS to, ";
                        String back =
                                before + "MATCH p = (" + end + ")<-" + hops + "-(n) RETURN n, " + end + " AS to, ";
                        List<String> walks = asked.ask(there + ids + " AS ids, nodes(p) AS ns");
                        asked.same(
                                walks, asked.ask(back + "reverse(" + ids + ") AS ids, reverse(nodes(p)) AS ns"), back);
                        asked.same(
                                walks,
                                asked.ask(back + "reverse([e IN relationships(p) | elementId(e)]) AS ids,"
                                        + " reverse(nodes(p)) AS ns"),
                                "the relationships of " + back);
                    }
                }
            }
        });
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "(from)-[e1]->(to)",
                "(from)<-[e1]-(to)",
                "(from)-[e1]-(to)",
                "(other)-[e1]->(from)-[e2]->(to)",
                "(from)-[e1]->(other)-[e2]->(to)",
                "(from)-[e1]-(other)-[e2]-(to)",
                "(to)<-[e1]-(from)-[e2]->(other)",
                "(from)-[e1]-(from), (from)--(to)",
                "(from)-[e1]->(to)<-[e2]-(other)-[e3]-(last)",
                "(from)-[e1]->(to), (from)-[e2]->(other)",
                "(from)-[e1]->(other)-[e2*1..2]->(to)-[e3]->(last)"
            })
    void countsOfEdgesAreNumbersOfRows(String pattern) {
        check(41, 5, 3, asked -> {
            RandomQueries.Pieces p = asked.pieces;
            String attached = p.match() + " MATCH " + pattern.replace("(from)", "(" + p.node() + ")");
            counted(asked, "MATCH " + pattern, "from");
            counted(asked, "MATCH (from:Any) MATCH " + pattern, "from");
            counted(asked, "MATCH (from:Any) OPTIONAL MATCH " + pattern, "from");
            counted(asked, attached, p.node());
            counted(asked, attached + " WHERE (" + p.condition() + ")", p.node());
        });
    }

    /** A sum of ones is made of rows, whatever counts are made of. */
    private static void counted(Asked asked, String match, String key) {
        String rows = match + " WITH " + key + ", to, 1 AS one";
        Optional<List<String>> all = asked.askIfPossible(rows + " RETURN sum(one) AS n");
        if (all.isPresent()) {
            asked.same(all.get(), asked.ask(match + " RETURN count(*) AS n"), "count(*) of " + match);
            asked.same(
                    asked.ask(rows + " RETURN " + key
                            + ", sum(CASE WHEN to IS NULL THEN 0 ELSE one END) AS n, min(one) AS least"),
                    asked.ask(match + " RETURN " + key + ", count(to) AS n, min(1) AS least"),
                    "count(to) by " + key + " of " + match);
        }
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void aShortestPathBetweenTwoNodesIsAsLongAsTheShortestFromOneOfThem(long seed) {
        check(seed, 5, 1, asked -> {
            for (String hops : List.of("-[*]->", "-[*..2]-", "<-[*2..3]-", "-[*0..]-")) {
                String ends = "MATCH (n:Any) MATCH (y:Any) WHERE n <> y MATCH q = ";
                asked.same(
                        asked.ask("MATCH (n:Any) MATCH q = shortestPath((n)" + hops
                                + "(y:Any)) WITH n, y, q WHERE n <> y" + " RETURN n, y, length(q) AS hops"),
                        asked.ask(ends + "shortestPath((n)" + hops + "(y)) RETURN n, y, length(q) AS hops"),
                        "one end and two ends of " + hops);
                asked.same(
                        asked.ask(
                                ends + "allShortestPaths((n)" + hops + "(y)) RETURN DISTINCT n, y, length(q) AS hops"),
                        asked.ask(ends + "shortestPath((n)" + hops + "(y)) RETURN n, y, length(q) AS hops"),
                        "all and one of " + hops);
            }
        });
    }

    /** One graph, asked in several ways that must not matter: adjacency read or not, batches of any size. */
    private record Asked(MemoryGraph graph, RandomQueries.Pieces pieces, String where) {
        List<String> ask(String text) {
            return Answer.of(graph, text, Map.of()).exactLines();
        }

        Optional<List<String>> askIfPossible(String text) {
            try {
                return Optional.of(ask(text));
            } catch (InvalidTextException refused) {
                assertThat(refused.code()).as("%s: %s", where, text).isEqualTo(ErrorCode.IMPOSSIBLE_PATTERN);
                return Optional.empty();
            }
        }

        void same(List<String> left, List<String> right, String why) {
            assertThat(right).as("%s, %s: %s", where, pieces, why).isEqualTo(left);
        }
    }

    private static void check(long seed, Consumer<Asked> relations) {
        check(seed, GRAPHS, QUERIES, relations);
    }

    private static void check(long seed, int graphs, int queries, Consumer<Asked> relations) {
        int asked = 0;
        for (int g = 0; g < graphs; g++) {
            RandomQueries random = new RandomQueries(seed * 1_000 + g);
            MemoryGraph graph = random.graph();
            if (g % 2 == 0) {
                graph.warm();
            }
            for (int q = 0; q < queries; q++) {
                RandomQueries.Pieces pieces = random.pieces();
                String where = "seed " + seed + ", graph " + g;
                Optional<ErrorCode> refused = relate(new Asked(graph, pieces, where), relations);
                refused.ifPresent(code -> assertThat(code)
                        .as("%s, %s", where, pieces)
                        .isIn(ErrorCode.IMPOSSIBLE_PATTERN, ErrorCode.UNKNOWN_NAME));
                asked += refused.isEmpty() ? 1 : 0;
            }
        }
        assertThat(asked).as("queries the schema allows").isGreaterThan(graphs * queries / 3);
    }

    private static Optional<ErrorCode> relate(Asked asked, Consumer<Asked> relations) {
        try {
            relations.accept(asked);
            return Optional.empty();
        } catch (InvalidTextException impossible) {
            return Optional.of(impossible.code());
        }
    }
}
