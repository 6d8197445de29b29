package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.cli.print.JsonLines;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sennit tag delete}. */
@Command(
        name = "delete",
        header = "Delete a tag.",
        description = {"", "What it named stays while a branch or another tag leads to it.", ""})
final class TagDeleteCommand implements Callable<Integer> {
    private final Console console;
    private final GraphOpener graphs;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Mixin
    private AuthorFlag author = new AuthorFlag();

    @Parameters(index = "0", paramLabel = "<graph>", description = "The graph's directory.")
    private String graph = "";

    @Parameters(index = "1", paramLabel = "<name>", description = "The tag.")
    private String name = "";

    TagDeleteCommand(Console console, GraphOpener graphs) {
        this.console = console;
        this.graphs = graphs;
    }

    @Override
    public Integer call() {
        try (Graph open = graphs.open(graph, author.openOptions(console))) {
            open.deleteTag(name);
        }
        if (output.json) {
            new JsonLines(console.out()).object(json -> json.writeStringField("deleted", name));
        } else if (!output.quiet) {
            console.print("deleted tag '" + name + "'");
        }
        return 0;
    }
}
