package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.OptimizeOptions;
import dev.sennit.cli.CommandSandbox.Outcome;
import dev.sennit.model.OptimizeReason;
import dev.sennit.model.OptimizeResult;
import dev.sennit.model.OptimizeResult.TypeResult;
import dev.sennit.model.TableHealth;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OptimizeCommandTest {
    private static final TableHealth SCATTERED = new TableHealth(3_504, 12, 1_200, 3, 40);
    private static final TableHealth TIDY = new TableHealth(3_504, 0, 1, 1, 0);

    private final FakeGraph graph = new FakeGraph();
    private final CommandSandbox sennit = new CommandSandbox(graph);

    @Nullable
    private OptimizeOptions asked;

    @BeforeEach
    void writeAHistory() {
        graph.history.add(FakeGraph.commit(1, "init", ""));
        graph.optimizer = options -> {
            asked = options;
            return new OptimizeResult(
                    List.of(
                            new TypeResult(
                                    "Airport",
                                    SCATTERED,
                                    options.dryRun() ? SCATTERED : TIDY,
                                    List.of(OptimizeReason.SMALL_FRAGMENTS, OptimizeReason.INDEX_SEGMENTS),
                                    3_504,
                                    options.dryRun()
                                            ? List.of()
                                            : List.of(
                                                    FakeGraph.commit(2, "optimize", ""),
                                                    FakeGraph.commit(3, "optimize", ""))),
                            new TypeResult("Country", TIDY, TIDY, List.of(), 0, List.of())),
                    options.dryRun());
        };
    }

    @Test
    void tellsPerType_whatWasAndWhatIs() {
        assertThat(sennit.run("optimize", "air")).isEqualTo(new Outcome(0, """
                        type      rows   fragments  deleted  segments  unindexed  because of
                        -------  -----  ----------  -------  --------  ---------  -------------------------------------
                        Airport  3,504  1,200 to 1  12 to 0    3 to 1    40 to 0  small fragments, small index segments
                        Country  3,504           1        0         1          0  -
                        commits 00800002 00800003
                        """, ""));
        assertThat(graph.askedFor).isEqualTo("main");
    }

    @Test
    void aDryRun_tellsWhatThereIs() {
        Outcome outcome = sennit.run("optimize", "air", "--dry-run");

        assertThat(outcome.out().lines())
                .contains("dry run: 3,504 rows to rewrite, nothing was written")
                .anyMatch(line -> line.contains("1,200") && !line.contains("1,200 to"));
        assertThat(asked).isNotNull().returns(true, OptimizeOptions::dryRun);
    }

    @Test
    void flagsReachTheLibrary() {
        sennit.run(
                "optimize", "air", "--type", "Airport", "--type", "ROUTE", "-m", "tidy", "--timeout", "2m", "--quiet");

        assertThat(asked)
                .isNotNull()
                .returns(List.of("Airport", "ROUTE"), OptimizeOptions::types)
                .returns("tidy", OptimizeOptions::message)
                .returns(Duration.ofMinutes(2), OptimizeOptions::timeout)
                .returns(false, OptimizeOptions::dryRun);
        assertThat(sennit.run("optimize", "air", "--at", "main~1").exitCode()).isEqualTo(2);
        assertThat(sennit.run("optimize", "air", "--branch", "nope").exitCode()).isEqualTo(3);
    }

    @Test
    void asJson_isOneObject() {
        assertThat(sennit.run("optimize", "air", "--json").out())
                .isEqualTo("{\"dryRun\":false,\"types\":[{\"type\":\"Airport\","
                        + "\"reasons\":[\"SMALL_FRAGMENTS\",\"INDEX_SEGMENTS\"],\"rowsRewritten\":3504,"
                        + "\"before\":{\"rows\":3504,\"deletedRows\":12,\"fragments\":1200,\"segments\":3,\"unindexedRows\":40},"
                        + "\"after\":{\"rows\":3504,\"deletedRows\":0,\"fragments\":1,\"segments\":1,\"unindexedRows\":0},"
                        + "\"commits\":[\"" + FakeGraph.commitId(2) + "\",\"" + FakeGraph.commitId(3) + "\"]},"
                        + "{\"type\":\"Country\",\"reasons\":[],\"rowsRewritten\":0,"
                        + "\"before\":{\"rows\":3504,\"deletedRows\":0,\"fragments\":1,\"segments\":1,\"unindexedRows\":0},"
                        + "\"after\":{\"rows\":3504,\"deletedRows\":0,\"fragments\":1,\"segments\":1,\"unindexedRows\":0},"
                        + "\"commits\":[]}]}\n");
    }

    @Test
    void whenNothingIsToDo_itSaysSo() {
        graph.optimizer = options -> new OptimizeResult(List.of(), false);

        assertThat(sennit.run("optimize", "air").out()).endsWith("nothing to do: no commit\n");
    }
}
