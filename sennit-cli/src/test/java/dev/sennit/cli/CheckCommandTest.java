package dev.sennit.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.cli.CommandSandbox.Outcome;
import dev.sennit.model.CheckReport;
import dev.sennit.model.CheckReport.Finding;
import dev.sennit.model.CheckReport.Kind;
import dev.sennit.model.CheckReport.Severity;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CheckCommandTest {
    private static final CheckReport.Counts COUNTS = new CheckReport.Counts(12, 7, 24, 88, 12_345_678, 57_645);
    private static final Finding MISSING = new Finding(
            Severity.PROBLEM,
            Kind.FILE,
            "tables/01J/data/x.lance",
            Optional.of(FakeGraph.commitId(3)),
            "the file is missing: Airport needs it",
            "copy it");
    private static final Finding UNFINISHED =
            new Finding(Severity.NOTE, Kind.OPERATION, "operation 01J", Optional.empty(), "it is not finished", null);

    private final FakeGraph graph = new FakeGraph();
    private final CommandSandbox sennit = new CommandSandbox(graph);

    @Test
    void aSoundGraph_endsWith0() {
        graph.checked = new CheckReport(FakeGraph.ID, true, COUNTS, List.of(), 0, 0);

        assertThat(sennit.run("check", "air")).isEqualTo(new Outcome(0, """
                        states    12
                        tables    7 in 24 versions
                        files     88, 12 MB
                        rows      57,645
                        sound     no problems
                        """, ""));
        assertThat(graph.checkedWith).isNotNull().matches(options -> options.readData());
        assertThat(graph.open).isZero();
    }

    @Test
    void aProblem_endsWith8_andIsNamedWithItsRemedy() {
        graph.checked = new CheckReport(FakeGraph.ID, true, COUNTS, List.of(UNFINISHED, MISSING), 3, 1);

        Outcome outcome = sennit.run("check", "air");

        assertThat(outcome.exitCode()).isEqualTo(8);
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out())
                .startsWith("""
                note OPERATION operation 01J
                  it is not finished
                problem FILE tables/01J/data/x.lance
                  the file is missing: Airport needs it
                """ + "  commit " + FakeGraph.commitId(3).value().shortForm() + """

                  help: copy it
                and 2 more
                states    12
                """);
        assertThat(outcome.out()).endsWith("damaged   3 problems, 1 note\n");
        assertThat(sennit.run("check", "air", "--quiet").out())
                .startsWith("problem FILE")
                .doesNotContain("note");
    }

    @Test
    void quick_readsNoData() {
        graph.checked = new CheckReport(FakeGraph.ID, false, COUNTS, List.of(), 0, 0);

        assertThat(sennit.run("check", "air", "--quick").out()).contains("rows      not read\n");
        assertThat(graph.checkedWith).isNotNull().matches(options -> !options.readData());
    }

    @Test
    void json_isOneObject() {
        graph.checked = new CheckReport(FakeGraph.ID, true, COUNTS, List.of(MISSING), 1, 0);

        Outcome outcome = sennit.run("check", "air", "--json");

        assertThat(outcome.exitCode()).isEqualTo(8);
        assertThat(outcome.out())
                .isEqualTo("{\"graph\":\"" + FakeGraph.ID + "\",\"sound\":false,\"dataRead\":true,\"problems\":1,"
                        + "\"notes\":0,\"states\":12,\"tables\":7,\"versions\":24,\"files\":88,\"bytes\":12345678,"
                        + "\"rows\":57645,\"findings\":[{\"severity\":\"PROBLEM\",\"kind\":\"FILE\","
                        + "\"thing\":\"tables/01J/data/x.lance\",\"commit\":\"" + FakeGraph.commitId(3)
                        + "\",\"problem\":\"the file is missing: Airport needs it\",\"remedy\":\"copy it\"}]}\n");
    }
}
