package dev.sennit.cli;

import dev.sennit.CollectOptions;
import dev.sennit.Graph;
import dev.sennit.OpenOptions;
import dev.sennit.cli.print.JsonLines;
import dev.sennit.cli.print.Quantity;
import dev.sennit.cli.print.TextTable;
import dev.sennit.cli.print.ValueText;
import dev.sennit.model.CollectReport;
import dev.sennit.model.CollectReport.Directory;
import dev.sennit.model.CollectReport.Files;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sennit gc}. */
@Command(
        name = "gc",
        header = "Remove files that only old states needed, or nothing.",
        description = {
            "",
            "A state is kept while it is among the newest --keep-commits of its branch, or was the newest within --keep."
                    + " The rows of older ones are gone for good; their commits stay in the log. On a terminal it tells"
                    + " what would be removed; with --yes it removes it. Others may read and write meanwhile.",
            ""
        })
final class CollectCommand implements Callable<Integer> {
    private final Console console;
    private final GraphOpener graphs;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Parameters(index = "0", paramLabel = "<graph>", description = "The graph's directory.")
    private String graph = "";

    @Option(
            names = "--keep",
            paramLabel = "<time>",
            converter = DurationConverter.Retention.class,
            description = "Keep states that were the newest within this time, for example 12h, 7d (default: 30d).")
    private Duration keep = CollectOptions.DEFAULT.keep();

    @Option(
            names = "--keep-commits",
            paramLabel = "<n>",
            description = "Keep at least the newest n states of each branch (default: 100).")
    private int keepCommits = CollectOptions.DEFAULT.keepCommits();

    @Option(names = "--dry-run", description = "Remove nothing, and tell what would be.")
    private boolean dryRun;

    @Option(names = "--yes", description = "Remove without asking.")
    private boolean yes;

    @Option(
            names = "--guard",
            hidden = true,
            paramLabel = "<time>",
            converter = DurationConverter.Retention.class,
            description = "Dangerous: the age below which nothing is removed (default: 24h).")
    @Nullable
    private Duration guard;

    CollectCommand(Console console, GraphOpener graphs) {
        this.console = console;
        this.graphs = graphs;
    }

    @Override
    public Integer call() {
        CollectReport report;
        boolean trying = isDryRun();
        try (Graph open = graphs.open(graph, OpenOptions.DEFAULT);
                ProgressLine line = output.progressLine(console)) {
            CollectOptions options = CollectOptions.DEFAULT
                    .keep(keep)
                    .keepCommits(keepCommits)
                    .dryRun(trying)
                    .progress(line::step);
            report = open.collect(guard == null ? options : options.guard(guard));
        }
        if (output.json) {
            new JsonLines(console.out()).object(json -> CommandJson.writeCollect(json, report));
        } else if (!output.quiet) {
            print(report);
        }
        return 0;
    }

    private boolean isDryRun() {
        if (dryRun && yes) {
            throw new InvalidArgumentException(
                    ErrorText.of("both --dry-run and --yes").remedy("say one of them"));
        }
        boolean atTerminal = console.terminals().in() && console.terminals().out();
        if (!dryRun && !yes && !atTerminal) {
            throw new InvalidArgumentException(ErrorText.of("gc removes files for good, and nobody is asked here")
                    .cause("standard input or output is no terminal")
                    .remedy("add --yes to remove them, or --dry-run to see what would go"));
        }
        return !yes;
    }

    private void print(CollectReport report) {
        for (CollectReport.Branch branch : report.branches()) {
            console.print(branch.name() + ": " + Quantity.count(branch.kept(), "state", "states")
                    + (report.dryRun() ? " to keep, from commit " : " kept, from commit ")
                    + branch.oldest().value().shortForm() + " of " + CommitText.time(branch.oldestTime()) + "; "
                    + Quantity.count(branch.expired()) + (report.dryRun() ? " to expire" : " expired"));
        }
        if (report.settled() > 0) {
            console.print(Quantity.count(report.settled(), "unfinished write", "unfinished writes")
                    + " settled, which took too long");
        }
        console.print("");
        TextTable table = new TextTable(
                        console.out(),
                        List.of("files of", "needed", "too young", report.dryRun() ? "would go" : "removed"))
                .alignRight(1)
                .alignRight(2)
                .alignRight(3);
        report.directories()
                .forEach(directory ->
                        table.row(cells(name(directory), directory.kept(), directory.young(), directory.removed())));
        table.row(cells("all", report.kept(), report.young(), report.removed()));
        table.end();
        if (report.dryRun()) {
            console.print("dry run: nothing was removed; with --yes it is");
        }
    }

    private static String name(Directory directory) {
        return directory.type().orElse("nothing: " + directory.path());
    }

    private static List<String> cells(String name, Files kept, Files young, Files removed) {
        return List.of(ValueText.withoutControls(name), cell(kept), cell(young), cell(removed));
    }

    private static String cell(Files files) {
        return files.count() == 0 ? "-" : Quantity.count(files.count()) + ", " + Quantity.bytes(files.bytes());
    }
}
