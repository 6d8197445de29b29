package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.OpenOptions;
import dev.sennit.model.CommitInfo;
import dev.sennit.model.ElementChange;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sennit show}. */
@Command(name = "show", header = "Show one commit.", description = "")
final class ShowCommand implements Callable<Integer> {
    private final Console console;
    private final GraphOpener graphs;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Mixin
    private ReadFlags read = new ReadFlags();

    @Parameters(index = "0", paramLabel = "<graph>", description = "The graph's directory.")
    private String graph = "";

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "<revision>",
            description = "The commit (default: the branch's newest); the same as --at.")
    @Nullable
    private String revision;

    @Option(
            names = "--full",
            description = "Also show every element it changed, compared with its first parent; with --json one object a"
                    + " line after the commit's.")
    private boolean full;

    ShowCommand(Console console, GraphOpener graphs) {
        this.console = console;
        this.graphs = graphs;
    }

    @Override
    public Integer call() {
        try (Graph open = graphs.open(graph, OpenOptions.DEFAULT)) {
            CommitInfo commit = open.commit(read.revisionOf(revision));
            CommitPrinter printer = new CommitPrinter(console);
            if (output.json) {
                printer.printJson(commit);
            } else {
                printer.printText(commit);
            }
            if (full && !commit.parents().isEmpty()) {
                if (!output.json) {
                    console.print("");
                }
                String id = commit.id().toString();
                try (Stream<ElementChange> changes = open.diff(id + "^1", id).changes()) {
                    new DiffPrinter(console).printElements(changes.iterator(), output.json);
                }
            }
        }
        return 0;
    }
}
