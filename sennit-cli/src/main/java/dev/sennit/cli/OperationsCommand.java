package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.OpenOptions;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sennit operations}. */
@Command(
        name = "operations",
        header = "List unresolved and recent writes, what happened to each, and why.",
        description = {
            "",
            "An operation is one attempt of one write. Unresolved ones come first; the next write settles them, or"
                    + " 'sennit recover' does. Listing changes nothing.",
            ""
        })
final class OperationsCommand implements Callable<Integer> {
    private final Console console;
    private final GraphOpener graphs;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Parameters(index = "0", paramLabel = "<graph>", description = "The graph's directory.")
    private String graph = "";

    @Option(
            names = {"-n", "--max-count"},
            paramLabel = "<operations>",
            defaultValue = "20",
            description = "How many settled operations to list (default: 20).")
    private int most;

    OperationsCommand(Console console, GraphOpener graphs) {
        this.console = console;
        this.graphs = graphs;
    }

    @Override
    public Integer call() {
        if (most < 0) {
            throw new InvalidArgumentException(
                    ErrorText.of("-n " + most).remedy("write how many settled operations to list"));
        }
        try (Graph open = graphs.open(graph, OpenOptions.DEFAULT)) {
            new OperationTable(console).print(open.operations(most), output.json);
        }
        return 0;
    }
}
