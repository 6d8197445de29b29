package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.OpenOptions;
import dev.sennit.model.OperationInfo;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sennit recover}. */
@Command(
        name = "recover",
        header = "Settle now what killed writers left behind.",
        description = {
            "",
            "Every write does this before it begins, so nothing ever needs it. Decided writes are completed, others are"
                    + " aborted; writes in progress are left alone.",
            ""
        })
final class RecoverCommand implements Callable<Integer> {
    private final Console console;
    private final GraphOpener graphs;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Parameters(index = "0", paramLabel = "<graph>", description = "The graph's directory.")
    private String graph = "";

    RecoverCommand(Console console, GraphOpener graphs) {
        this.console = console;
        this.graphs = graphs;
    }

    @Override
    public Integer call() {
        try (Graph open = graphs.open(graph, OpenOptions.DEFAULT)) {
            List<OperationInfo> operations = open.recover();
            if (operations.isEmpty() && !output.json) {
                if (!output.quiet) {
                    console.print("nothing to recover");
                }
                return 0;
            }
            new OperationTable(console).print(operations, output.json);
        }
        return 0;
    }
}
