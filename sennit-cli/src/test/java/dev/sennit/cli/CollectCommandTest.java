package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.cli.CommandSandbox.Outcome;
import dev.sennit.model.CollectReport;
import dev.sennit.model.CollectReport.Branch;
import dev.sennit.model.CollectReport.Directory;
import dev.sennit.model.CollectReport.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CollectCommandTest {
    private static final Branch MAIN =
            new Branch("main", 102, 1_899, FakeGraph.commitId(3), Instant.parse("2026-11-29T12:00:00.250Z"));
    private static final List<Directory> DIRECTORIES = List.of(
            new Directory(
                    "tables/01J",
                    Optional.of("Airport"),
                    new Files(12, 34_000),
                    Files.NONE,
                    new Files(1_234, 5_600_000)),
            new Directory("tables/01K", Optional.empty(), Files.NONE, new Files(3, 400), Files.NONE));

    private final FakeGraph graph = new FakeGraph();
    private final CommandSandbox sennit = new CommandSandbox(graph);

    @Test
    void withYes_removes_andTellsWhat() {
        graph.collected = new CollectReport(FakeGraph.ID, false, List.of(MAIN), DIRECTORIES, 2);

        assertThat(sennit.run("gc", "air", "--yes"))
                .isEqualTo(new Outcome(
                        0, """
                        main: 102 states kept, from commit %s of 2026-11-29T12:00:00Z; 1,899 expired
                        2 unfinished writes settled, which took too long

                        files of                needed  too young        removed
                        -------------------  ---------  ---------  -------------
                        Airport              12, 34 kB          -  1,234, 5.6 MB
                        nothing: tables/01K          -   3, 400 B              -
                        all                  12, 34 kB   3, 400 B  1,234, 5.6 MB
                        """.formatted(FakeGraph.commitId(3).value().shortForm()), ""));
        assertThat(graph.collectedWith)
                .isNotNull()
                .satisfies(options -> assertThat(options.dryRun()).isFalse())
                .satisfies(options -> assertThat(options.keep()).isEqualTo(Duration.ofDays(30)))
                .satisfies(options -> assertThat(options.keepCommits()).isEqualTo(100))
                .satisfies(options -> assertThat(options.guard()).isEmpty());
        assertThat(graph.open).isZero();
    }

    @Test
    void onATerminal_itIsADryRun_unlessToldOtherwise() {
        graph.collected = new CollectReport(FakeGraph.ID, true, List.of(MAIN), DIRECTORIES, 0);
        sennit.at(new Terminals(true, true, false));

        assertThat(sennit.run("gc", "air").out())
                .contains("states to keep", "to expire", "would go")
                .endsWith("dry run: nothing was removed; with --yes it is\n");
        assertThat(graph.collectedWith).isNotNull().matches(options -> options.dryRun());
        sennit.run("gc", "air", "--yes");
        assertThat(graph.collectedWith).isNotNull().matches(options -> !options.dryRun());
    }

    @Test
    void elsewhere_itMustBeToldWhatIsMeant() {
        Outcome outcome = sennit.run("gc", "air");

        assertThat(outcome.exitCode()).isEqualTo(2);
        assertThat(outcome.err()).contains("nobody is asked here", "--yes", "--dry-run");
        assertThat(graph.collectedWith).isNull();
        assertThat(sennit.run("gc", "air", "--yes", "--dry-run").exitCode()).isEqualTo(2);
        assertThat(graph.collectedWith).isNull();
        assertThat(sennit.run("gc", "air", "--dry-run").exitCode()).isZero();
        assertThat(graph.collectedWith).isNotNull().matches(options -> options.dryRun());
    }

    @Test
    void whatIsKept_isSaidInDaysAndCommits() {
        sennit.run("gc", "air", "--yes", "--keep", "7d", "--keep-commits", "5", "--guard", "1ms");
        assertThat(graph.collectedWith)
                .isNotNull()
                .satisfies(options -> assertThat(options.keep()).isEqualTo(Duration.ofDays(7)))
                .satisfies(options -> assertThat(options.keepCommits()).isEqualTo(5))
                .satisfies(options -> assertThat(options.guard()).contains(Duration.ofMillis(1)));

        assertThat(sennit.run("gc", "air", "--yes", "--keep", "0s").exitCode()).isZero();
        assertThat(sennit.run("gc", "air", "--yes", "--keep", "soon").exitCode())
                .isEqualTo(2);
        assertThat(sennit.run("gc", "air", "--yes", "--keep", "0").exitCode()).isZero();
        assertThat(sennit.run("gc", "air", "--yes", "--keep", "5").err())
                .contains("'5' has no unit; write 5s, 5m, 5h or 5d");
        assertThat(sennit.run("gc", "--help").out()).doesNotContain("--guard");
    }

    @Test
    void json_isOneObject() {
        graph.collected = new CollectReport(FakeGraph.ID, false, List.of(MAIN), DIRECTORIES.subList(0, 1), 0);

        assertThat(sennit.run("gc", "air", "--yes", "--json").out())
                .isEqualTo("{\"graph\":\"" + FakeGraph.ID
                        + "\",\"dryRun\":false,\"settled\":0,\"branches\":[{\"branch\":\"main\",\"kept\":102,"
                        + "\"expired\":1899,\"oldest\":\"" + FakeGraph.commitId(3)
                        + "\",\"oldestTime\":\"2026-11-29T12:00:00.250Z\"}],"
                        + "\"kept\":{\"files\":12,\"bytes\":34000},\"young\":{\"files\":0,\"bytes\":0},"
                        + "\"removed\":{\"files\":1234,\"bytes\":5600000},\"directories\":[{\"path\":\"tables/01J\","
                        + "\"type\":\"Airport\",\"kept\":{\"files\":12,\"bytes\":34000},"
                        + "\"young\":{\"files\":0,\"bytes\":0},\"removed\":{\"files\":1234,\"bytes\":5600000}}]}\n");
    }
}
