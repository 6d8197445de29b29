package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.LimitException;
import dev.sennit.query.execution.Cancellation;
import dev.sennit.query.execution.QueryLimits;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a query may take, and how it runs. */
class ExecutionTest extends OnAirGraph {
    // Limits

    @Test
    void memoryIsBounded() {
        for (String text : List.of(
                "UNWIND range(1, 100000) AS x RETURN x ORDER BY x DESC",
                "UNWIND range(1, 100000) AS x RETURN DISTINCT x",
                "UNWIND range(1, 100000) AS x RETURN x, count(*)",
                "UNWIND range(1, 100000) AS x RETURN collect(x)",
                "RETURN size(range(1, 10000000))")) {
            LimitException error = catchThrowableOfType(LimitException.class, () -> {
                try (QueryCursor cursor = new QueryEngine()
                        .prepare(text, graph.schema())
                        .execute(graph, Map.of(), new QueryLimits(1 << 20, Cancellation.NEVER))) {
                    while (cursor.next()) {
                        assertThat(cursor.value(0)).isNotNull();
                    }
                }
            });
            assertThat(error).as(text).isNotNull();
            assertThat(error.code()).isEqualTo(ErrorCode.RESOURCE_LIMIT);
        }
    }

    @Test
    void topRowsNeedLittleMemory() {
        try (QueryCursor cursor = new QueryEngine()
                .prepare(
                        "UNWIND range(1, 3000) AS x UNWIND range(1, 20) AS y RETURN x ORDER BY x DESC LIMIT 3",
                        graph.schema())
                .execute(graph, Map.of(), new QueryLimits(200_000, Cancellation.NEVER))) {
            assertThat(cursor.next()).isTrue();
            assertThat(cursor.value(0)).isEqualTo(3000L);
        }
    }

    @Test
    void aCancelledQueryStops() {
        int[] checks = new int[1];
        Cancellation afterThree = () -> {
            if (++checks[0] > 3) {
                throw new LimitException(ErrorCode.CANCELLED, dev.sennit.model.ErrorText.of("the query was cancelled"));
            }
        };
        LimitException error = catchThrowableOfType(LimitException.class, () -> {
            try (QueryCursor cursor = new QueryEngine()
                    .prepare("MATCH (a:Airport), (b:Airport), (c:Airport) RETURN a, b, c", graph.schema())
                    .execute(graph, Map.of(), new QueryLimits(1 << 20, afterThree))) {
                while (cursor.next()) {
                    assertThat(cursor.value(0)).isNotNull();
                }
            }
        });
        assertThat(error.code()).isEqualTo(ErrorCode.CANCELLED);
    }

    @Test
    void aTextThatDoublesReachesTheMemoryLimitBeforeTheVirtualMachines() {
        LimitException error = catchThrowableOfType(
                LimitException.class, () -> ask("RETURN size(reduce(s = 'a', x IN range(1, 60) | s + s)) AS n"));
        assertThat(error.code()).isEqualTo(ErrorCode.RESOURCE_LIMIT);
    }

    // Plans

    @Test
    void aKeyIsSoughtById() {
        assertThat(plan("MATCH (a:Airport {code: 'AMS'})-[r:ROUTE]->(b:Airport) RETURN b.name"))
                .contains("NodeByIdSeek a: Airport ids [AMS]")
                .contains("Expand (a)-[r]-(b): ROUTE(Airport,Airport) out");
        assertThat(plan("MATCH (a:Airport)-[r:ROUTE]->(b:Airport {code: 'AMS'}) RETURN a.name"))
                .contains("NodeByIdSeek b: Airport ids [AMS]")
                .contains("ROUTE(Airport,Airport) in");
        assertThat(plan("MATCH (a:Airport) WHERE a.code IN ['AMS', 'LHR'] RETURN a.name"))
                .contains("NodeByIdSeek a: Airport ids [AMS, LHR]");
    }

    @Test
    void conditionsTheStoreCanJudgeArePushed() {
        assertThat(
                        plan(
                                "MATCH (a:Airport) WHERE a.runways > 2 AND NOT a.name STARTS WITH 'A' AND a.runways < a.lat RETURN a.name"))
                .contains("Airport where (runways > 2 AND (name IS NOT NULL AND NOT name STARTS WITH 'A'))")
                .contains("Filter (a.runways < a.lat)");
        assertThat(plan("MATCH (a:Airport) WHERE NOT a.lat > 2 RETURN a.name"))
                .as("NaN is neither")
                .contains("Filter NOT (a.lat > 2)");
        assertThat(plan("MATCH (a:Airport) WHERE a.runways > 2.5 RETURN a.name"))
                .as("2.5 is no integer")
                .contains("Filter (a.runways > 2.5)");
        assertThat(plan("MATCH (p:Place) WHERE p.runways > 2 RETURN p.name"))
                .as("other types have no runways")
                .contains("NodeScan p: Airport where runways > 2 ");
    }

    @Test
    void onlyNeededColumnsAreRead() {
        ask("MATCH (a:Airport) WHERE a.runways = 4 RETURN a.name");
        assertThat(graph.activity().requests).hasSize(1);
        assertThat(graph.activity().requests.getFirst().columns()).containsExactly("_id", "name");
        assertThat(Arrays.asList("code", "lat"))
                .doesNotContainAnyElementsOf(
                        graph.activity().requests.getFirst().columns());
    }
}
