package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;

/** Tests that ask the little graph of airports, and leave nothing of it open. */
abstract class OnAirGraph {
    final MemoryGraph graph = AirGraph.create();

    @AfterEach
    void everythingIsClosed() {
        assertThat(graph.activity().openScans).isZero();
        assertThat(graph.activity().openTables).isZero();
    }

    Answer ask(String text) {
        return ask(text, Map.of());
    }

    Answer ask(String text, Map<String, ?> parameters) {
        return Answer.of(graph, text, parameters);
    }

    String plan(String text) {
        return new QueryEngine()
                .prepare(text, graph.schema())
                .plan(graph, Map.of())
                .text();
    }
}
