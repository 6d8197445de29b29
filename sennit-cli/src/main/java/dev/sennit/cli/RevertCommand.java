package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.model.MergeResult;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sennit revert}. */
@Command(
        name = "revert",
        header = "Take back what one commit did, in a commit of its own.",
        description = {
            "",
            "Every element becomes what it was before that commit, unless the same property was changed since. What was"
                    + " changed since, and rules that the result would break, are conflicts: they are listed, and nothing"
                    + " is written until they are resolved.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  sennit revert air main",
            "  sennit revert air main~3 --dry-run",
            "  sennit revert air 3078PY6F --strategy ours"
        })
final class RevertCommand implements Callable<Integer> {
    private final Console console;
    private final GraphOpener graphs;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Mixin
    private MergeFlags merge = new MergeFlags();

    @Parameters(index = "0", paramLabel = "<graph>", description = "The graph's directory.")
    private String graph = "";

    @Parameters(index = "1", paramLabel = "<commit>", description = "The commit to take back.")
    private String commit = "";

    RevertCommand(Console console, GraphOpener graphs) {
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
            result = merge.write.branch(open).revert(commit, merge.options(open));
        }
        return MergePrinter.ofRevert(console).conclude(result, output);
    }
}
