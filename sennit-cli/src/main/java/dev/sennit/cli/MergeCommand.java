package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.MergeOptions;
import dev.sennit.model.ErrorText;
import dev.sennit.model.FastForward;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.MergeResult;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sennit merge}. */
@Command(
        name = "merge",
        header = "Merge a branch into another, property by property.",
        description = {
            "",
            "What one side changed since their common ancestor and the other did not is as the one has it. What both"
                    + " changed to different values, and rules that the result would break, are conflicts: they are"
                    + " listed, and nothing is written until they are resolved.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  sennit merge air review",
            "  sennit merge air main --branch review",
            "  sennit merge air review --dry-run --json > conflicts.json",
            "  sennit merge air review --resolutions conflicts.json"
        })
final class MergeCommand implements Callable<Integer> {
    private final Console console;
    private final GraphOpener graphs;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Mixin
    private MergeFlags merge = new MergeFlags();

    @Parameters(index = "0", paramLabel = "<graph>", description = "The graph's directory.")
    private String graph = "";

    @Parameters(index = "1", paramLabel = "<source>", description = "What is merged: a branch, tag or commit.")
    private String source = "";

    @Option(
            names = "--no-ff",
            description =
                    "Look at the rows also where the branch has nothing of its own, so that the commit tells how many"
                            + " have changed.")
    private boolean noFastForward;

    @Option(names = "--ff-only", description = "Refuse where the branch has something of its own.")
    private boolean onlyFastForward;

    MergeCommand(Console console, GraphOpener graphs) {
        this.console = console;
        this.graphs = graphs;
    }

    @Override
    public Integer call() {
        merge.write.commit.refuseRevision();
        MergeResult result;
        try (InterruptionNotice notice = InterruptionNotice.ofWrite(console, output, graph);
                Graph open = graphs.open(
                        graph, merge.write.commit.openOptions(console).listener(notice))) {
            MergeOptions options = merge.options(open).fastForward(fastForward());
            result = merge.write.branch(open).merge(source, options);
        }
        return new MergePrinter(console).conclude(result, output);
    }

    private FastForward fastForward() {
        if (noFastForward && onlyFastForward) {
            throw new InvalidArgumentException(
                    ErrorText.of("both --no-ff and --ff-only").remedy("leave out one of them"));
        }
        return noFastForward ? FastForward.NEVER : onlyFastForward ? FastForward.ONLY : FastForward.ALLOWED;
    }
}
