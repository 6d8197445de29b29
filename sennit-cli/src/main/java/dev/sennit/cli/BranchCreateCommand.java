package dev.sennit.cli;

import dev.sennit.Branch;
import dev.sennit.Graph;
import dev.sennit.cli.print.JsonLines;
import dev.sennit.model.CommitInfo;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sennit branch create}. */
@Command(
        name = "create",
        header = "Create a branch.",
        description = {
            "",
            "It copies nothing, however large the graph is. --branch on other commands names it then.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  sennit branch create air review/2026",
            "  sennit branch create air fix main~3",
            "  sennit branch create air again v1.0"
        })
final class BranchCreateCommand implements Callable<Integer> {
    private final Console console;
    private final GraphOpener graphs;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Mixin
    private AuthorFlag author = new AuthorFlag();

    @Parameters(index = "0", paramLabel = "<graph>", description = "The graph's directory.")
    private String graph = "";

    @Parameters(index = "1", paramLabel = "<name>", description = "The new branch's name.")
    private String name = "";

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "<revision>",
            description = "Where it starts: a branch, tag or commit (default: main).")
    private String revision = Graph.MAIN;

    BranchCreateCommand(Console console, GraphOpener graphs) {
        this.console = console;
        this.graphs = graphs;
    }

    @Override
    public Integer call() {
        try (Graph open = graphs.open(graph, author.openOptions(console))) {
            Branch branch = open.createBranch(name, revision);
            CommitInfo start = branch.snapshot().commit();
            if (output.json) {
                new JsonLines(console.out()).object(json -> {
                    json.writeStringField("branch", branch.name());
                    json.writeStringField("start", start.id().toString());
                });
            } else if (!output.quiet) {
                console.print("created branch '" + branch.name() + "' at commit " + CommitText.shortId(start));
            }
        }
        return 0;
    }
}
