package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.cli.print.JsonLines;
import dev.sennit.cli.print.Quantity;
import dev.sennit.model.CommitInfo;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.SchemaParser;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sennit init}. */
@Command(
        name = "init",
        header = "Create a graph that a schema describes.",
        description = "",
        footer = {"", "Example:", "  sennit init air --schema air.sennit"})
final class InitCommand implements Callable<Integer> {
    private final Console console;
    private final GraphOpener graphs;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Mixin
    private CommitFlags first = new CommitFlags();

    @Parameters(index = "0", paramLabel = "<graph>", description = "The directory to create the graph in.")
    private String graph = "";

    @Option(
            names = "--schema",
            required = true,
            paramLabel = "<file>",
            description = "The file that declares the types; - is standard input. 'sennit schema infer' proposes one.")
    private String schema = "";

    InitCommand(Console console, GraphOpener graphs) {
        this.console = console;
        this.graphs = graphs;
    }

    @Override
    public Integer call() {
        first.refuseRevision();
        GraphSchema declared = SchemaParser.parse(new Texts(console.in()).read(schema));
        try (Graph created = graphs.create(graph, declared, first.openOptions(console), first.message())) {
            CommitInfo commit = created.main().snapshot().commit();
            if (output.json) {
                new JsonLines(console.out()).object(json -> {
                    json.writeStringField("graph", created.id().toString());
                    json.writeStringField("location", created.location());
                    json.writeStringField("commit", commit.id().toString());
                    json.writeNumberField("nodeTypes", declared.nodeTypes().size());
                    json.writeNumberField("edgeTypes", declared.edgeTypes().size());
                });
            } else if (!output.quiet) {
                console.print("created graph " + created.location() + " with "
                        + Quantity.count(declared.nodeTypes().size(), "node type", "node types") + " and "
                        + Quantity.count(declared.edgeTypes().size(), "edge type", "edge types"));
                console.print("commit " + CommitText.shortId(commit));
                if (declared.types().anyMatch(type -> !type.indexes().isEmpty())) {
                    IndexNote.tell(console);
                }
            }
        }
        return 0;
    }
}
