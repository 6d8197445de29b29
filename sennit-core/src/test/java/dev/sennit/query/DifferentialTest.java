package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.InvalidTextException;
import dev.sennit.query.syntax.QueryParser;
import dev.sennit.query.syntax.SyntaxLimits;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DifferentialTest {
    private static final int GRAPHS = Boolean.getBoolean("sennit.long") ? 40 : 15;
    private static final int QUERIES = 25;

    private final QueryEngine engine = new QueryEngine();
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
                List<String> expected;
                List<String> actual;
                try {
                    expected = naive.run(parser.parse(text).query());
                    actual = Answer.of(graph, text, Map.of()).exactLines();
                } catch (NaiveInterpreter.TooMuchException ignored) {
                    continue;
                } catch (InvalidTextException refused) {
                    assertThat(refused.code())
                            .as("seed %d, graph %d: %s", seed, g, text)
                            .isIn(ErrorCode.IMPOSSIBLE_PATTERN, ErrorCode.UNKNOWN_NAME);
                    if (refused.code() == ErrorCode.IMPOSSIBLE_PATTERN) {
                        assertThat(isImpossible(random, naive))
                                .as("seed %d, graph %d, refused as impossible: %s", seed, g, text)
                                .isTrue();
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

    /**
     * Whether the last query could be refused: what it has besides its rows cannot match wherever it stands, or its clauses
     * give no rows.
     */
    private boolean isImpossible(RandomQueries last, NaiveInterpreter naive) {
        return Stream.concat(last.aside().stream(), Stream.of(String.join(" ", last.clauses())))
                .anyMatch(clauses -> {
                    String text = clauses + " RETURN count(*) AS n";
                    try {
                        engine.prepare(text, RandomQueries.SCHEMA);
                        return false;
                    } catch (InvalidTextException refused) {
                        assertThat(counted(naive, text)).as(text).isIn(List.of("[0]"), List.of());
                        return true;
                    }
                });
    }

    /** Nothing if there is too much to try. */
    private List<String> counted(NaiveInterpreter naive, String text) {
        try {
            return naive.run(parser.parse(text).query());
        } catch (NaiveInterpreter.TooMuchException ignored) {
            return List.of();
        }
    }
}
