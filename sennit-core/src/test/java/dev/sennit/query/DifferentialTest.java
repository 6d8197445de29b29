package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.InvalidTextException;
import dev.sennit.query.ast.Query;
import dev.sennit.query.syntax.QueryParser;
import dev.sennit.query.syntax.SyntaxLimits;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DifferentialTest {
    private static final int GRAPHS = 40;
    private static final int QUERIES = 25;

    private final QueryParser parser = new QueryParser(SyntaxLimits.DEFAULT);

    static LongStream seeds() {
        return Seeds.of(1, 2, 3, 20261130);
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void theEngineAnswersAsTryingEverythingDoes(long seed) {
        int answered = 0;
        int withRows = 0;
        for (int g = 0; g < GRAPHS; g++) {
            RandomQueries random = new RandomQueries(seed * 1_000 + g);
            MemoryGraph graph = random.graph();
            NaiveInterpreter naive = new NaiveInterpreter(graph);
            if (g % 2 == 0) {
                graph.warm();
            }
            for (int q = 0; q < QUERIES; q++) {
                String text = random.query();
                Query query = parser.parse(text).query();
                List<String> expected = naive.run(query);
                List<String> actual;
                try {
                    actual = Answer.of(graph, text, Map.of()).exactLines();
                } catch (InvalidTextException impossible) {
                    assertThat(impossible.code())
                            .as("seed %d, graph %d: %s", seed, g, text)
                            .isIn(ErrorCode.IMPOSSIBLE_PATTERN, ErrorCode.UNKNOWN_NAME);
                    if (impossible.code() == ErrorCode.IMPOSSIBLE_PATTERN && !text.contains("OPTIONAL")) {
                        assertThat(expected.stream().filter(line -> !line.matches("\\[(0|null)\\]")))
                                .as("seed %d, graph %d, refused as impossible: %s", seed, g, text)
                                .isEmpty();
                    }
                    continue;
                }
                assertThat(actual).as("seed %d, graph %d: %s", seed, g, text).isEqualTo(expected);
                answered++;
                withRows += expected.isEmpty() ? 0 : 1;
            }
        }
        assertThat(answered).as("queries that ran").isGreaterThan(GRAPHS * QUERIES / 2);
        assertThat(withRows).as("queries with rows").isGreaterThan(answered / 4);
    }
}
