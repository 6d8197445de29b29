package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.OpenOptions;
import dev.sennit.cli.print.JsonLines;
import dev.sennit.cli.print.Quantity;
import dev.sennit.cli.print.TextTable;
import dev.sennit.cli.print.ValueText;
import dev.sennit.model.GraphInfo;
import dev.sennit.model.GraphInfo.TypeInfo;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sennit info}. */
@Command(name = "info", header = "Show what a graph holds: types, counts, head, size.", description = "")
final class InfoCommand implements Callable<Integer> {
    private final Console console;
    private final GraphOpener graphs;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Mixin
    private ReadFlags read = new ReadFlags();

    @Parameters(index = "0", paramLabel = "<graph>", description = "The graph's directory.")
    private String graph = "";

    InfoCommand(Console console, GraphOpener graphs) {
        this.console = console;
        this.graphs = graphs;
    }

    @Override
    public Integer call() {
        try (Graph open = graphs.open(graph, OpenOptions.DEFAULT)) {
            GraphInfo info = read.snapshot(open).info();
            if (output.json) {
                new JsonLines(console.out()).object(json -> CommandJson.writeInfo(json, info));
            } else {
                print(info);
            }
        }
        return 0;
    }

    private void print(GraphInfo info) {
        console.print("graph   " + info.location() + "  " + info.graph());
        console.print((read.at == null ? "branch  " : "at      ") + ValueText.withoutControls(info.branch()));
        console.print("head    " + ValueText.withoutControls(CommitText.oneLine(info.head())));
        console.print("nodes   " + Quantity.count(info.nodeCount()));
        console.print("edges   " + Quantity.count(info.edgeCount()));
        console.print("size    " + Quantity.bytes(info.sizeBytes()) + " on disk");
        if (info.types().isEmpty()) {
            return;
        }
        console.print("");
        TextTable table = new TextTable(console.out(), List.of("type", "kind", "rows", "properties", "indexed", "size"))
                .alignRight(2)
                .alignRight(3)
                .alignRight(4)
                .alignRight(5);
        for (TypeInfo type : info.types()) {
            table.row(List.of(
                    ValueText.withoutControls(type.name()),
                    type.isEdge() ? "edge" : "node",
                    Quantity.count(type.rowCount()),
                    Quantity.count(type.properties()),
                    indexed(type),
                    Quantity.bytes(type.sizeBytes())));
        }
        table.end();
    }

    private static String indexed(TypeInfo type) {
        return type.rowCount() == 0 ? "-" : 100 * type.indexedRows() / type.rowCount() + "%";
    }
}
