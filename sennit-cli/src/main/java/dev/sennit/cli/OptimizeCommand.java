package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.OptimizeOptions;
import dev.sennit.cli.print.JsonLines;
import dev.sennit.model.OptimizeResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sennit optimize}. */
@Command(
        name = "optimize",
        header = "Rewrite tables that are scattered or largely deleted, and merge their indexes.",
        description = {
            "",
            "Changes no data, and leaves alone what is well. Others may read and write meanwhile. A large table takes"
                    + " several commits; interrupted, those made stay.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  sennit optimize air --dry-run",
            "  sennit optimize air --type Airport --type ROUTE"
        })
final class OptimizeCommand implements Callable<Integer> {
    private final Console console;
    private final GraphOpener graphs;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Mixin
    private CommitFlags commit = new CommitFlags();

    @Parameters(index = "0", paramLabel = "<graph>", description = "The graph's directory.")
    private String graph = "";

    @Option(names = "--branch", paramLabel = "<name>", description = "The branch to optimize (default: main).")
    private String branch = Graph.MAIN;

    @Option(
            names = "--type",
            paramLabel = "<type>",
            description = "Only this type, or the edge types of this label; may be repeated (default: all types).")
    private List<String> types = new ArrayList<>();

    @Option(names = "--dry-run", description = "Tell what there is to do and why, and write nothing.")
    private boolean dryRun;

    @Option(
            names = "--timeout",
            paramLabel = "<time>",
            converter = DurationConverter.class,
            description = "How long attempts and waits for one commit may take together (default: 5m).")
    private Duration timeout = OptimizeOptions.DEFAULT.timeout();

    @Option(
            names = "--progress",
            negatable = true,
            fallbackValue = "true",
            description = "Show how far it is (default: on a terminal).")
    @Nullable
    private Boolean progress;

    OptimizeCommand(Console console, GraphOpener graphs) {
        this.console = console;
        this.graphs = graphs;
    }

    @Override
    public Integer call() {
        commit.refuseRevision();
        OptimizeResult result;
        try (Graph open = graphs.open(graph, commit.openOptions(console));
                ProgressLine line = output.progressLine(console, progress)) {
            result = open.branch(branch).optimize(options(line));
        }
        if (output.json) {
            new JsonLines(console.out()).object(json -> CommandJson.writeOptimize(json, result));
        } else if (!output.quiet) {
            new OptimizeReport(console).print(result);
        }
        return 0;
    }

    private OptimizeOptions options(ProgressLine line) {
        OptimizeOptions options = OptimizeOptions.DEFAULT
                .message(commit.message())
                .timeout(timeout)
                .progress((type, phase, done, total, elapsed) -> line.step(type + ": " + phase, done, total, elapsed));
        for (String type : types) {
            options = options.type(type);
        }
        return dryRun ? options.asDryRun() : options;
    }
}
