package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.store.ScanFilter;
import dev.sennit.store.ScanRequest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts of a pattern that only an equality connects, and limits, by what is read for them. */
class JoinTest {
    private static final int NODES = 3_000;

    private final MemoryGraph graph = graph();

    /** A, B and C with i = 0, 1, 2 ... each, of C half as many; A and B with texts too. */
    private static MemoryGraph graph() {
        MemoryGraph graph = new MemoryGraph(RandomQueries.SCHEMA, 100);
        for (int i = 0; i < NODES; i++) {
            graph.node("A", "a" + i, (long) i, "s" + i % 1_000, (double) i);
            graph.node("B", "b" + i, (long) i, "s" + i, Double.NaN);
            if (i % 2 == 0) {
                graph.node("C", "c" + i, (long) i);
            }
        }
        for (int i = 0; i < NODES; i++) {
            graph.edge("R(A,B)", "a" + i, "b" + (i + 1) % NODES, 1L);
        }
        return graph;
    }

    private Answer ask(String query, Map<String, ?> parameters) {
        graph.activity().requests.clear();
        graph.activity().rows = 0;
        return Answer.of(graph, query, parameters);
    }

    private List<String> lines(String query) {
        return ask(query, Map.of()).lines();
    }

    private List<ScanRequest> requests() {
        return graph.activity().requests;
    }

    @Test
    void rowsFindNodesByAPropertyTogether() {
        assertThat(lines("UNWIND range(10, 2009) AS i MATCH (a:A {i: i}) RETURN count(*), min(a.i), max(a.i)"))
                .containsExactly("[2000, 10, 2009]");
        assertThat(requests())
                .singleElement()
                .satisfies(request -> assertThat(request.filter().orElseThrow())
                        .isInstanceOfSatisfying(
                                ScanFilter.In.class,
                                in -> assertThat(in.literals()).hasSize(2_000)));
        assertThat(graph.activity().rows).isEqualTo(2_000);
    }

    @Test
    void manyMoreRowsThanFitInOneQuestion_readTheTableOnce() {
        assertThat(lines("UNWIND range(0, 99999) AS i MATCH (c:C {i: i % 3000}) RETURN count(*)"))
                .containsExactly("[50000]");
        assertThat(requests()).as("one question, and all").hasSize(2);
    }

    @Test
    void fromTheNodesThatWereFoundTheMatchGoesOn() {
        assertThat(lines("UNWIND [3, 5, 5] AS i MATCH (a:A {i: i})-[:R]->(b:B) RETURN i, b.k"))
                .containsExactly("[3, b4]", "[5, b6]", "[5, b6]");
        assertThat(graph.activity().rows)
                .as("rows read: some nodes, and the few edges at once")
                .isLessThan(NODES + 20);
    }

    @Test
    void partsAreJoinedByWhatIsEqual_notMultiplied() {
        assertThat(lines("MATCH (a:A), (b:B) WHERE a.s = b.s AND a.i < 1500 RETURN count(*)"))
                .containsExactly("[1500]");
        assertThat(requests()).as("each once").hasSize(2);
        Answer plan = ask("PROFILE MATCH (a:A), (b:B), (c:C) WHERE b.i = c.i AND c.i = a.i RETURN count(*)", Map.of());
        assertThat(plan.rows()).noneMatch(row -> String.valueOf(row.getFirst()).contains("CartesianProduct"));
        int rows = plan.columns().indexOf("rows");
        assertThat(plan.rows())
                .filteredOn(row -> String.valueOf(row.getFirst()).contains("HashJoin"))
                .hasSize(2)
                .allSatisfy(row -> assertThat((Long) row.get(rows)).isLessThanOrEqualTo(NODES));
    }

    @Test
    void anEmptySideEndsTheJoin() {
        assertThat(lines("MATCH (a:A), (b:B) WHERE a.s = b.s AND a.i < 0 RETURN a, b"))
                .isEmpty();
        assertThat(requests()).as("nothing of the other side").hasSize(1);
        assertThat(lines("MATCH (a:A), (b:B) WHERE toString(a.i) = b.k + 'x' RETURN a, b"))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x.v = y.v",
                "x.v = y.v AND x.w = y.w",
                "y.v = x.v AND x.w < y.w",
                "[x.v, x.w] = [y.v, y.w]",
                "{k: x.v} = {k: y.v}",
                "x.v = y.v OR x.w = y.w",
                "x = y"
            })
    void valuesAreEqualInAJoinAsTheyAreElsewhere(String condition) {
        List<Object> values = new ArrayList<>(Arrays.asList(
                1L, 1.0, 2.5, null, Double.NaN, "1", true, -0.0, 0L, List.of(1L), List.of(1.0), Map.of("a", 1L)));
        values.add(Arrays.asList(1L, null));
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            Map<String, Object> row = new HashMap<>();
            row.put("v", values.get(i));
            row.put("w", i % 3);
            row.put("n", i);
            rows.add(row);
        }
        // Nodes to hang the values on: A and B with equal numbers.
        String nodes = "MATCH (a:A), (b:B) WHERE a.i < 13 AND b.i < 13 ";
        String named = condition
                .replaceAll("x\\b(?!\\.)", "a.i")
                .replaceAll("y\\b(?!\\.)", "b.i")
                .replace("x.", "$rows[a.i].")
                .replace("y.", "$rows[b.i].");
        Map<String, ?> parameters = Map.of("rows", rows);
        List<String> joined =
                ask(nodes + "AND " + named + " RETURN a.i, b.i", parameters).sortedLines();
        assertThat(joined)
                .isEqualTo(ask(nodes + "WITH a, b WHERE " + named + " RETURN a.i, b.i", parameters)
                        .sortedLines());
        assertThat(joined).isNotEmpty();
    }

    @Test
    void optionalMatchesAndSubqueriesKeepTheirRows() {
        assertThat(lines("UNWIND [1, 2, 3, 9999, 4] AS i OPTIONAL MATCH (c:C {i: i}) RETURN i, c.k"))
                .containsExactly("[1, null]", "[2, c2]", "[3, null]", "[9999, null]", "[4, c4]");
        assertThat(lines("UNWIND [4, 3] AS i CALL (i) { MATCH (c:C) WHERE c.i = i RETURN c.k AS k } RETURN i, k"))
                .containsExactly("[4, c4]");
        assertThat(lines("UNWIND [4, 3] AS i RETURN i, COUNT { MATCH (c:C) WHERE c.i = i } AS n"))
                .containsExactly("[4, 1]", "[3, 0]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "MATCH (a:A) RETURN a.k LIMIT 3; 3",
                "MATCH (a:A) RETURN a.k SKIP 2 LIMIT 3; 5",
                "MATCH (a:A) RETURN a.k LIMIT 0; 0",
                "MATCH (a:A) WITH a LIMIT 3 WHERE a.i > 1 RETURN a.k; 3",
                "MATCH (a:A) WHERE a.i > 10 RETURN a.k LIMIT $n; 4",
                "MATCH (a)-[r:R]->(b:B) RETURN type(r) LIMIT 3; 3",
            })
    void aScanStopsWhenEnoughRowsAreRead(String query, int rows) {
        ask(query, Map.of("n", 4));
        assertThat(graph.activity().rows).isEqualTo(rows);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MATCH (a:A) RETURN a.k ORDER BY a.k DESC LIMIT 3",
                "MATCH (a:A) RETURN DISTINCT a.s LIMIT 3",
                "MATCH (a:A) RETURN a.s, count(*) LIMIT 3",
                "MATCH (a:A) WHERE a.i % 1000 = 999 RETURN a.k LIMIT 3",
                "MATCH (a:A)-[r:R]->(a) RETURN a LIMIT 3",
                "MATCH (a:A), (b:B) WHERE a.i = b.i RETURN a LIMIT 3"
            })
    void aScanGoesOnWhereMoreRowsMayBeNeeded(String query) {
        String all = query.substring(0, query.indexOf(" LIMIT"));
        List<String> some = lines(query);
        assertThat(requests()).allMatch(request -> request.limit().equals(OptionalLong.empty()));
        assertThat(lines(all)).containsAll(some);
        assertThat(some).hasSize(Math.min(3, lines(all).size()));
    }

    @Test
    void manyPartsArePlannedQuickly() {
        String many = IntStream.range(0, 300)
                .mapToObj(i -> "(n" + i + ":A {i: " + i + "})")
                .reduce((a, b) -> a + ", " + b)
                .orElseThrow();
        assertThat(lines("MATCH " + many + " RETURN count(*)")).containsExactly("[1]");
    }
}
