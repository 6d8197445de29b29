package dev.sennit.cli;

import dev.sennit.CheckOptions;
import dev.sennit.Graph;
import dev.sennit.OpenOptions;
import dev.sennit.cli.print.JsonLines;
import dev.sennit.cli.print.Quantity;
import dev.sennit.cli.print.ValueText;
import dev.sennit.model.CheckReport;
import dev.sennit.model.CheckReport.Finding;
import dev.sennit.model.CheckReport.Severity;
import dev.sennit.model.ErrorCategory;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sennit check}. */
@Command(
        name = "check",
        header = "Check that everything a graph needs is there and right.",
        description = {
            "",
            "Compares every file with the checksum it was written with, follows the history, and reads all rows of the"
                    + " newest state: keys, references and every rule of the schema. Changes nothing. Ends with 8 if"
                    + " there is a problem.",
            ""
        })
final class CheckCommand implements Callable<Integer> {
    private final Console console;
    private final GraphOpener graphs;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Parameters(index = "0", paramLabel = "<graph>", description = "The graph's directory.")
    private String graph = "";

    @Option(names = "--quick", description = "Look at the history, file sizes and counts only, and read no data.")
    private boolean quick;

    CheckCommand(Console console, GraphOpener graphs) {
        this.console = console;
        this.graphs = graphs;
    }

    @Override
    public Integer call() {
        CheckReport report;
        try (Graph open = graphs.open(graph, OpenOptions.DEFAULT);
                ProgressLine line = output.progressLine(console)) {
            CheckOptions options = CheckOptions.DEFAULT.progress(line::step);
            report = open.check(quick ? options.withoutData() : options);
        }
        if (output.json) {
            new JsonLines(console.out()).object(json -> CommandJson.writeCheck(json, report));
        } else {
            print(report);
        }
        return report.isSound() ? 0 : ErrorCategory.CORRUPTION.exitCode();
    }

    private void print(CheckReport report) {
        report.findings().stream()
                .filter(finding -> !output.quiet || finding.severity() == Severity.PROBLEM)
                .forEach(this::print);
        long more = report.problems() + report.notes() - report.findings().size();
        if (more > 0) {
            console.print("and " + Quantity.count(more) + " more");
        }
        if (output.quiet) {
            return;
        }
        CheckReport.Counts counts = report.counts();
        console.print("states    " + Quantity.count(counts.states()));
        console.print("tables    " + Quantity.count(counts.tables()) + " in "
                + Quantity.count(counts.versions(), "version", "versions"));
        console.print("files     " + Quantity.count(counts.files()) + ", " + Quantity.bytes(counts.bytes()));
        console.print("rows      " + (report.dataRead() ? Quantity.count(counts.rows()) : "not read"));
        console.print(
                report.isSound()
                        ? "sound     no problems" + notes(report.notes())
                        : "damaged   " + Quantity.count(report.problems(), "problem", "problems")
                                + notes(report.notes()));
    }

    private static String notes(long notes) {
        return notes == 0 ? "" : ", " + Quantity.count(notes, "note", "notes");
    }

    private void print(Finding finding) {
        console.print(ValueText.withoutControls(
                finding.severity().name().toLowerCase(Locale.ROOT) + " " + finding.kind() + " " + finding.thing()));
        console.print("  " + ValueText.withoutControls(finding.problem()));
        finding.commit()
                .ifPresent(commit -> console.print("  commit " + commit.value().shortForm()));
        if (finding.remedy() != null) {
            console.print("  help: " + ValueText.withoutControls(finding.remedy()));
        }
    }
}
