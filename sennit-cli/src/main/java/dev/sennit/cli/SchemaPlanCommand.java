package dev.sennit.cli;

import dev.sennit.Branch;
import dev.sennit.Graph;
import dev.sennit.OpenOptions;
import dev.sennit.SchemaChange;
import dev.sennit.SchemaUpdate;
import dev.sennit.cli.print.JsonLines;
import dev.sennit.model.ErrorCategory;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sennit schema plan}. */
@Command(
        name = "plan",
        header = "Tell what it takes to change a graph's schema, and write nothing.",
        description = {
            "",
            "Compares the schema in a file with the graph's, reads the data if rules are new, and lists the steps, what"
                    + " each costs, and what cannot be done and why. Ends with 4 if something cannot.",
            ""
        },
        footer = {"", "Examples:", "  sennit schema plan air air.sennit", "  sennit schema plan air air.sennit --json"})
final class SchemaPlanCommand implements Callable<Integer> {
    private final Console console;
    private final GraphOpener graphs;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Mixin
    private ViolationFlags violations = new ViolationFlags();

    @Parameters(index = "0", paramLabel = "<graph>", description = "The graph's directory.")
    private String graph = "";

    @Parameters(index = "1", paramLabel = "<file>", description = "The schema it is to have; - is standard input.")
    private String file = "";

    @Option(names = "--branch", paramLabel = "<name>", description = "The branch to plan for (default: main).")
    private String branch = Graph.MAIN;

    SchemaPlanCommand(Console console, GraphOpener graphs) {
        this.console = console;
        this.graphs = graphs;
    }

    @Override
    public Integer call() {
        SchemaUpdate update = SchemaUpdate.to(new Texts(console.in()).read(file));
        SchemaChange change;
        try (Graph open = graphs.open(graph, OpenOptions.DEFAULT);
                ProgressLine line = output.progressLine(console)) {
            SchemaUpdate dry = update.progress((rows, total, elapsed) -> line.step("checking", rows, total, elapsed))
                    .asDryRun();
            Branch planned = open.branch(branch);
            change = violations.whileWriting(dry, planned::applySchema);
        }
        if (output.json) {
            new JsonLines(console.out()).object(json -> SchemaChangeJson.write(json, change, true));
        } else if (!output.quiet) {
            new SchemaChangePrinter(console, violations.file()).printPlan(change);
        }
        return change.refusals().isEmpty() ? 0 : ErrorCategory.INVALID.exitCode();
    }
}
