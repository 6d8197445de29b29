package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.cli.print.JsonLines;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sennit branch delete}. */
@Command(
        name = "delete",
        header = "Delete a branch.",
        description = {
            "",
            "Refuses if it has commits that no other branch and no tag leads to. Commits that others lead to stay in"
                    + " the history. The name is free from then on.",
            ""
        })
final class BranchDeleteCommand implements Callable<Integer> {
    private final Console console;
    private final GraphOpener graphs;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Mixin
    private AuthorFlag author = new AuthorFlag();

    @Parameters(index = "0", paramLabel = "<graph>", description = "The graph's directory.")
    private String graph = "";

    @Parameters(index = "1", paramLabel = "<name>", description = "The branch.")
    private String name = "";

    @Option(names = "--force", description = "Delete it with commits that nothing else leads to.")
    private boolean force;

    BranchDeleteCommand(Console console, GraphOpener graphs) {
        this.console = console;
        this.graphs = graphs;
    }

    @Override
    public Integer call() {
        try (Graph open = graphs.open(graph, author.openOptions(console))) {
            open.deleteBranch(name, force);
        }
        if (output.json) {
            new JsonLines(console.out()).object(json -> json.writeStringField("deleted", name));
        } else if (!output.quiet) {
            console.print("deleted branch '" + name + "'");
        }
        return 0;
    }
}
