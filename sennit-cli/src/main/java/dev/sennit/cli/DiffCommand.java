package dev.sennit.cli;

import dev.sennit.Diff;
import dev.sennit.Graph;
import dev.sennit.OpenOptions;
import dev.sennit.model.ElementChange;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sennit diff}. */
@Command(
        name = "diff",
        header = "Show what differs between two states.",
        description = {
            "",
            "Counts by type what the second state has otherwise than the first; with --full each element, with its"
                    + " properties before and after. The time it takes follows the difference, not the graph.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  sennit diff air main~1 main",
            "  sennit diff air main~5 main --full --type Airport"
        })
final class DiffCommand implements Callable<Integer> {
    private final Console console;
    private final GraphOpener graphs;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Parameters(index = "0", paramLabel = "<graph>", description = "The graph's directory.")
    private String graph = "";

    @Parameters(index = "1", paramLabel = "<from>", description = "The earlier state: a branch, tag or commit.")
    private String from = "";

    @Parameters(index = "2", arity = "0..1", paramLabel = "<to>", description = "The later state (default: main).")
    private String to = Graph.MAIN;

    @Option(names = "--full", description = "Show every element; with --json one object a line.")
    private boolean full;

    @Option(
            names = "--type",
            paramLabel = "<type>",
            description = "Only this type, or the edge types of this label; may be repeated (default: all types).")
    private List<String> types = new ArrayList<>();

    DiffCommand(Console console, GraphOpener graphs) {
        this.console = console;
        this.graphs = graphs;
    }

    @Override
    public Integer call() {
        try (Graph open = graphs.open(graph, OpenOptions.DEFAULT)) {
            Diff diff = open.diff(from, to);
            DiffPrinter printer = new DiffPrinter(console);
            try (Stream<ElementChange> changes = diff.changes(types)) {
                if (full) {
                    printer.printElements(changes.iterator(), output.json);
                } else {
                    printer.printSummary(diff, DiffCounts.of(changes.iterator()), output.json);
                }
            }
            if (diff.changesSchema() && !output.quiet && !output.json) {
                console.tell("the schemas differ, too; 'sennit schema show' prints each");
            }
        }
        return 0;
    }
}
