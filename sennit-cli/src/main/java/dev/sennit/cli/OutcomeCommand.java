package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.OpenOptions;
import dev.sennit.cli.print.JsonLines;
import dev.sennit.model.ErrorCategory;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.OperationId;
import dev.sennit.model.Outcome;
import dev.sennit.model.Ulid;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sennit outcome}. */
@Command(
        name = "outcome",
        header = "Tell exactly what became of an operation whose outcome is unknown.",
        description = {
            "",
            "Settles the write first if its process is gone. Ends with 0 if it is committed, with 3 if it is not and"
                    + " never will be, with 6 if its process lives and has not decided yet.",
            ""
        })
final class OutcomeCommand implements Callable<Integer> {
    private final Console console;
    private final GraphOpener graphs;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Parameters(index = "0", paramLabel = "<graph>", description = "The graph's directory.")
    private String graph = "";

    @Parameters(index = "1", paramLabel = "<operation-id>", description = "The id that came with OUTCOME_UNKNOWN.")
    private String operation = "";

    OutcomeCommand(Console console, GraphOpener graphs) {
        this.console = console;
        this.graphs = graphs;
    }

    @Override
    public Integer call() {
        if (!Ulid.isValid(operation)) {
            throw new InvalidArgumentException(ErrorText.of("'" + operation + "' is not an operation id")
                    .remedy("copy the 26 characters that came with the error"));
        }
        try (Graph open = graphs.open(graph, OpenOptions.DEFAULT)) {
            return report(open.outcome(OperationId.parse(operation)));
        }
    }

    private int report(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Committed committed -> {
                if (output.json) {
                    printJson("committed", committed.commit().id().toString(), null);
                } else {
                    console.print("committed");
                    new CommitPrinter(console).printText(committed.commit());
                }
                yield 0;
            }
            case Outcome.Applied applied -> {
                if (output.json) {
                    printJson("applied", null, applied.what());
                } else {
                    console.print("done: " + applied.what());
                }
                yield 0;
            }
            case Outcome.NotCommitted not -> {
                if (output.json) {
                    printJson("not committed", null, not.why());
                } else {
                    console.print("not committed, and never will be: " + not.why());
                }
                yield ErrorCategory.NOT_FOUND.exitCode();
            }
            case Outcome.InProgress inProgress -> {
                if (output.json) {
                    printJson("in progress", null, inProgress.writer());
                } else {
                    console.print("in progress: " + inProgress.writer());
                }
                yield ErrorCategory.BUSY.exitCode();
            }
        };
    }

    private void printJson(String what, @Nullable String commit, @Nullable String why) {
        new JsonLines(console.out()).object(json -> {
            json.writeStringField("operation", operation);
            json.writeStringField("outcome", what);
            json.writeStringField("commit", commit);
            json.writeStringField("why", why);
        });
    }
}
