package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.OpenOptions;
import dev.sennit.cli.print.JsonLines;
import dev.sennit.cli.print.TextTable;
import dev.sennit.cli.print.ValueText;
import dev.sennit.model.TagInfo;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sennit tag list}. */
@Command(name = "list", header = "List the tags and the commits they name.", description = "")
final class TagListCommand implements Callable<Integer> {
    private final Console console;
    private final GraphOpener graphs;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Parameters(index = "0", paramLabel = "<graph>", description = "The graph's directory.")
    private String graph = "";

    TagListCommand(Console console, GraphOpener graphs) {
        this.console = console;
        this.graphs = graphs;
    }

    @Override
    public Integer call() {
        try (Graph open = graphs.open(graph, OpenOptions.DEFAULT)) {
            List<TagInfo> tags = open.tags();
            if (output.json) {
                JsonLines lines = new JsonLines(console.out());
                tags.forEach(tag -> lines.object(json -> CommandJson.writeTag(json, tag)));
                return 0;
            }
            TextTable table =
                    new TextTable(console.out(), List.of("tag", "commit", "time", "author", "message", "created by"));
            tags.forEach(tag -> table.row(cells(tag)));
            table.end();
        }
        return 0;
    }

    private static List<String> cells(TagInfo tag) {
        return Stream.of(
                        tag.name(),
                        CommitText.shortId(tag.commit()),
                        CommitText.time(tag.commit().time()),
                        tag.commit().author(),
                        CommitText.title(tag.commit()),
                        tag.creator())
                .map(ValueText::withoutControls)
                .toList();
    }
}
