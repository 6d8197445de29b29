package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.OpenOptions;
import dev.sennit.cli.print.JsonLines;
import dev.sennit.schema.SchemaPrinter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sennit schema show}. */
@Command(name = "show", header = "Print a graph's schema.", description = "")
final class SchemaShowCommand implements Callable<Integer> {
    private final Console console;
    private final GraphOpener graphs;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Mixin
    private ReadFlags read = new ReadFlags();

    @Parameters(index = "0", paramLabel = "<graph>", description = "The graph's directory.")
    private String graph = "";

    SchemaShowCommand(Console console, GraphOpener graphs) {
        this.console = console;
        this.graphs = graphs;
    }

    @Override
    public Integer call() {
        try (Graph open = graphs.open(graph, OpenOptions.DEFAULT)) {
            String schema = SchemaPrinter.print(read.snapshot(open).schema());
            if (output.json) {
                new JsonLines(console.out()).object(json -> json.writeStringField("schema", schema));
            } else {
                console.out().print(schema);
            }
        }
        return 0;
    }
}
