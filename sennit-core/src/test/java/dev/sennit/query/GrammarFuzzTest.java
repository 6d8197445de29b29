package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.SennitException;
import dev.sennit.query.execution.QueryLimits;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts that are nearly queries, or not at all: each is answered, or refused in words. The seed is in the message. */
class GrammarFuzzTest {
    private static final int TEXTS = 1_200;
    private static final Pattern TOKEN =
            Pattern.compile("'[^']*'|`[^`]*`|\\d+\\.\\d+|[\\w$]+|\\.\\.|<>|<=|>=|=~|\\+=|\\|\\||::|\\S");

    private static final List<String> SEEDS = List.of(
            "MATCH (a:Airport {code: 'AMS'})-[r:ROUTE*1..2]->(b) WHERE r IS NOT NULL AND a.runways > 2 RETURN a, b",
            "MATCH p = shortestPath((a:Airport)-[:ROUTE*..4]-(b:Airport)) WHERE a <> b RETURN length(p), nodes(p)",
            "OPTIONAL MATCH (a:Place) WITH a, count(*) AS n ORDER BY n DESC SKIP 1 LIMIT 2 WHERE n > 0 RETURN a.code, n",
            "UNWIND [1, 2.5, 'x', null, [3], {k: 4}] AS x RETURN x, CASE WHEN x IS NULL THEN 0 ELSE size(toString(1)) END",
            "MATCH (a:Country) CALL (a) { MATCH (a)-->(b) RETURN count(b) AS n } RETURN a.name, n UNION ALL RETURN 'x' AS `a.name`, 1 AS n",
            "MATCH (a:Airport) WHERE EXISTS { (a)-[:ROUTE]->() } RETURN [x IN a.tags WHERE x STARTS WITH 'h' | x + '!'] AS t, COUNT { (a)--() }",
            "RETURN date('2026-11-30') + duration({months: 1, days: -3}) AS d, duration.between(date('2020-01-01'), date()).days",
            "MATCH (a:Airport) RETURN [(a)-[r]->(b) WHERE r.dist > 1 | b.code], reduce(s = 0, x IN range(1, 5) | s + x), all(x IN [1] WHERE x > 0)",
            "EXPLAIN MATCH (a:Airport|Country&!Continent) RETURN DISTINCT labels(a)[0..1], $p, -1 ^ 2 % 3, 'a' =~ 'b+'",
            "CREATE (a:Country {code: 'X', name: 'Y'})-[:CONTAINS]->(b:Airport {code: 'Z', name: 'W'}) SET a += {name: 'V'} REMOVE b.lat DETACH DELETE a, b",
            "MERGE (a:Country {code: 'X'}) ON CREATE SET a.name = 'n' ON MATCH SET a.name = a.name + 'm' RETURN a",
            "MATCH (a:Airport) RETURN a {.code, .*, x: 1, b: a {.name}} AS m, COLLECT { MATCH (a)-->(b) RETURN b.code ORDER BY b.code } AS l",
            "FOREACH (x IN [1, 2] | MERGE (a:Country {code: toString(x), name: 'n'}) FOREACH (y IN [a] | SET y.name = 'a' || y.name))",
            "RETURN 1 IS :: INTEGER NOT NULL | LIST<STRING>, null IS NOT TYPED ANY, trim(BOTH 'x' FROM 'xax') || 'é', 'é' IS NFD NORMALIZED, round(1.25, 1, 'UP')",
            "CALL search.vector('Airport', 'lat', [1.0, 2.0], {k: 3, where: 'runways > 1'}) YIELD node AS n, score RETURN n, score");

    private final QueryEngine engine = new QueryEngine();
    private final MemoryGraph graph = AirGraph.create(2);

    static LongStream seeds() {
        return Seeds.of(1, 2, 20261130);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void whateverIsAskedIsAnsweredOrRefusedInWords(long seed) {
        Random random = new Random(seed);
        Map<ErrorCode, Integer> refused = new EnumMap<>(ErrorCode.class);
        int answered = 0;
        for (int i = 0; i < TEXTS; i++) {
            String text = mutated(random);
            try {
                run(text);
                answered++;
            } catch (SennitException error) {
                refused.merge(error.code(), 1, Integer::sum);
                assertThat(error.code())
                        .as("seed %d, text %d: %s", seed, i, text)
                        .isNotIn(ErrorCode.INTERNAL, ErrorCode.CORRUPTION, ErrorCode.STORE_UNAVAILABLE);
                assertThat(error.getMessage())
                        .as("seed %d, text %d: %s", seed, i, text)
                        .isNotBlank();
            } catch (RuntimeException | StackOverflowError bug) {
                fail("seed " + seed + ", text " + i + ": " + text, bug);
            }
        }
        assertThat(answered).as("texts that were queries").isGreaterThan(TEXTS / 20);
        assertThat(refused).as("refusals").containsKey(ErrorCode.SYNTAX_ERROR).hasSizeGreaterThan(2);
    }

    private void run(String text) {
        PreparedQuery query = engine.prepare(text, graph.schema());
        if (query.writes()) {
            return;
        }
        try (QueryCursor cursor = query.execute(graph, Map.of("p", 1), new QueryLimits(4 << 20, () -> {}))) {
            for (int row = 0; row < 200 && cursor.next(); row++) {
                for (int column = 0; column < cursor.columns().size(); column++) {
                    cursor.value(column);
                }
            }
        }
    }

    private static String mutated(Random random) {
        List<String> tokens = new ArrayList<>(tokens(SEEDS.get(random.nextInt(SEEDS.size()))));
        int changes = random.nextInt(4);
        for (int i = 0; i < changes && !tokens.isEmpty(); i++) {
            int at = random.nextInt(tokens.size());
            List<String> donor = tokens(SEEDS.get(random.nextInt(SEEDS.size())));
            switch (random.nextInt(6)) {
                case 0 -> tokens.remove(at);
                case 1 -> tokens.add(at, tokens.get(random.nextInt(tokens.size())));
                case 2 -> tokens.set(at, donor.get(random.nextInt(donor.size())));
                case 3 -> tokens.add(at, donor.get(random.nextInt(donor.size())));
                case 4 -> {
                    int from = random.nextInt(donor.size());
                    tokens.addAll(at, donor.subList(from, Math.min(donor.size(), from + 1 + random.nextInt(8))));
                }
                default -> tokens.set(at, String.valueOf((char) random.nextInt(0x250)));
            }
        }
        return String.join(" ", tokens);
    }

    private static List<String> tokens(String text) {
        return TOKEN.matcher(text).results().map(MatchResult::group).toList();
    }
}
