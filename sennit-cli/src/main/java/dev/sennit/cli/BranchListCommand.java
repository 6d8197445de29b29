package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.OpenOptions;
import dev.sennit.cli.print.JsonLines;
import dev.sennit.cli.print.Quantity;
import dev.sennit.cli.print.TextTable;
import dev.sennit.cli.print.ValueText;
import dev.sennit.model.BranchInfo;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sennit branch list}. */
@Command(
        name = "list",
        header = "List the branches: where each stands, and how far from main.",
        description = {
            "",
            "Ahead is how many commits a branch has that main has not, behind how many main has that it has not.",
            ""
        })
final class BranchListCommand implements Callable<Integer> {
    private final Console console;
    private final GraphOpener graphs;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Parameters(index = "0", paramLabel = "<graph>", description = "The graph's directory.")
    private String graph = "";

    BranchListCommand(Console console, GraphOpener graphs) {
        this.console = console;
        this.graphs = graphs;
    }

    @Override
    public Integer call() {
        try (Graph open = graphs.open(graph, OpenOptions.DEFAULT)) {
            List<BranchInfo> branches = open.branches();
            if (output.json) {
                JsonLines lines = new JsonLines(console.out());
                branches.forEach(branch -> lines.object(json -> CommandJson.writeBranch(json, branch)));
                return 0;
            }
            TextTable table = new TextTable(
                            console.out(),
                            List.of("branch", "head", "ahead", "behind", "time", "author", "message", "created by"))
                    .alignRight(2)
                    .alignRight(3);
            branches.forEach(branch -> table.row(cells(branch)));
            table.end();
        }
        return 0;
    }

    private static List<String> cells(BranchInfo branch) {
        return Stream.of(
                        branch.name(),
                        CommitText.shortId(branch.head()),
                        Quantity.count(branch.ahead()),
                        Quantity.count(branch.behind()),
                        CommitText.time(branch.head().time()),
                        branch.head().author(),
                        CommitText.title(branch.head()),
                        branch.creator())
                .map(ValueText::withoutControls)
                .toList();
    }
}
