package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** FLOAT32 is compared as the number it holds, whether the comparison is pushed to the table, evaluated, or a MERGE. */
class NarrowFloatsTest {
    @RegisterExtension
    final StatementGraph graph = new StatementGraph("NODE Y { f FLOAT32 }", "CREATE (:Y {f: 0.1}), (:Y {f: 0.5})");

    @ParameterizedTest
    @CsvSource({
        "0.1, 0",
        "0.10000000149011612, 1",
        "0.5, 1",
        "0.10000000000000001, 0",
    })
    void equalsWhatItHolds(String number, int found) {
        String rows = found == 0 ? "[0]" : "[1]";
        assertThat(graph.values("MATCH (y:Y {f: " + number + "}) RETURN count(y) AS c"))
                .containsExactly(rows);
        assertThat(graph.values("MATCH (y:Y) WHERE y.f IN [" + number + "] RETURN count(y) AS c"))
                .containsExactly(rows);
        assertThat(graph.values("MATCH (y:Y) WITH y.f AS f WHERE f = " + number + " RETURN count(f) AS c"))
                .containsExactly(rows);
        assertThat(graph.execute("MERGE (y:Y {f: " + number + "}) ON CREATE SET y.f = null ON MATCH SET y.f = y.f")
                        .counts()
                        .nodesCreated())
                .isEqualTo(1 - found);
    }
}
