package dev.sennit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.Durability;
import dev.sennit.model.SennitException;
import dev.sennit.schema.SchemaParser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** FOREACH leaves what carrying out its clauses one by one leaves, whatever the engine does together. */
class RandomForeachTest {
    private static final int STATEMENTS = 60;

    @TempDir
    Path root;

    static LongStream seeds() {
        return Seeds.first(2, 200);
    }

    /** Ends a transaction without a commit. */
    private static final class UndoneException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void elementsAreCarriedOutOneAfterTheOther(long seed) {
        RandomForeach statements = new RandomForeach(seed);
        try (Graph graph = Sennit.create(
                root.resolve("g").toString(),
                SchemaParser.parse(ForeachModel.SCHEMA),
                OpenOptions.DEFAULT.durability(Durability.RELAXED),
                "")) {
            graph.main().execute(ForeachModel.CREATION);
            int changed = 0;
            for (int i = 0; i < STATEMENTS; i++) {
                changed += check(graph, statements.statement(), "seed " + seed + ", statement " + i) ? 1 : 0;
            }
            assertThat(changed).as("statements that change something").isGreaterThan(STATEMENTS / 2);
        }
    }

    private static boolean check(Graph graph, RandomForeach.Statement statement, String where) {
        String what = where + ": " + statement.text();
        ForeachModel model = new ForeachModel();
        List<String> rows = statement.on(model);
        try {
            graph.main().write(tx -> {
                List<String> returned = rows(tx.execute(statement.text()));
                if (!statement.columns().isEmpty()) {
                    assertThat(returned).as(what).containsExactlyInAnyOrderElementsOf(rows);
                }
                model.contents()
                        .forEach((query, expected) -> assertThat(ForeachModel.sorted(rows(tx.query(query))))
                                .as("%s%n%s", what, query)
                                .isEqualTo(expected));
                throw new UndoneException();
            });
        } catch (UndoneException done) {
            return !model.contents().equals(new ForeachModel().contents());
        } catch (SennitException refused) {
            throw new AssertionError(what, refused);
        }
        return false;
    }

    private static List<String> rows(Result result) {
        try (result) {
            List<String> rows = new ArrayList<>();
            result.stream().forEach(row -> rows.add(row.toMap().values().toString()));
            return rows;
        }
    }
}
