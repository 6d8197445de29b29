package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.cli.print.JsonLines;
import dev.sennit.model.TagInfo;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sennit tag create}. */
@Command(
        name = "create",
        header = "Name a commit for good.",
        description = {"", "No collection removes what a tag names.", ""},
        footer = {"", "Example:", "  sennit tag create air v1.0 main~1"})
final class TagCreateCommand implements Callable<Integer> {
    private final Console console;
    private final GraphOpener graphs;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Mixin
    private AuthorFlag author = new AuthorFlag();

    @Parameters(index = "0", paramLabel = "<graph>", description = "The graph's directory.")
    private String graph = "";

    @Parameters(index = "1", paramLabel = "<name>", description = "The new tag's name.")
    private String name = "";

    @Parameters(
            index = "2",
            arity = "0..1",
            paramLabel = "<revision>",
            description = "What it names: a branch, tag or commit (default: main).")
    private String revision = Graph.MAIN;

    TagCreateCommand(Console console, GraphOpener graphs) {
        this.console = console;
        this.graphs = graphs;
    }

    @Override
    public Integer call() {
        try (Graph open = graphs.open(graph, author.openOptions(console))) {
            TagInfo tag = open.createTag(name, revision);
            if (output.json) {
                new JsonLines(console.out()).object(json -> CommandJson.writeTag(json, tag));
            } else if (!output.quiet) {
                console.print("created tag '" + tag.name() + "' at commit " + CommitText.shortId(tag.commit()));
            }
        }
        return 0;
    }
}
