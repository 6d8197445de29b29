package dev.sennit.cli;

import dev.sennit.Branch;
import dev.sennit.Graph;
import dev.sennit.SchemaChange;
import dev.sennit.SchemaUpdate;
import dev.sennit.cli.print.JsonLines;
import dev.sennit.model.ErrorText;
import dev.sennit.model.FileTrouble;
import dev.sennit.model.SchemaChangeRefusedException;
import dev.sennit.model.StoreException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sennit schema apply}. */
@Command(
        name = "apply",
        header = "Change a graph's schema in one commit.",
        description = {
            "",
            "'schema plan' tells the steps. What is dropped stays readable at older commits until it is collected; if it"
                    + " has data, --yes must say so, or the answer on a terminal. Others may read and write meanwhile.",
            ""
        },
        footer = {"", "Examples:", "  sennit schema apply air air.sennit -m 'gates, and shorter names'"})
final class SchemaApplyCommand implements Callable<Integer> {
    private final Console console;
    private final GraphOpener graphs;

    @Mixin
    private OutputFlags output = new OutputFlags();

    @Mixin
    private WriteFlags write = new WriteFlags();

    @Mixin
    private ViolationFlags violations = new ViolationFlags();

    @Parameters(index = "0", paramLabel = "<graph>", description = "The graph's directory.")
    private String graph = "";

    @Parameters(index = "1", paramLabel = "<file>", description = "The schema it is to have; - is standard input.")
    private String file = "";

    @Option(names = "--yes", description = "Drop types and properties that have data without asking.")
    private boolean yes;

    SchemaApplyCommand(Console console, GraphOpener graphs) {
        this.console = console;
        this.graphs = graphs;
    }

    @Override
    public Integer call() {
        write.commit.refuseRevision();
        SchemaUpdate update = SchemaUpdate.to(new Texts(console.in()).read(file));
        try (InterruptionNotice notice = InterruptionNotice.ofWrite(console, output, graph);
                Graph open =
                        graphs.open(graph, write.commit.openOptions(console).listener(notice));
                ProgressLine line = output.progressLine(console)) {
            notice.over(line);
            Branch branch = write.branch(open);
            boolean asked =
                    !yes && console.terminals().in() && console.terminals().out();
            if (yes || asked && isConfirmed(branch.applySchema(update.asDryRun()))) {
                update = update.hidingDroppedData();
            }
            SchemaUpdate allowed =
                    update.progress((rows, total, elapsed) -> line.step("checking", rows, total, elapsed));
            SchemaChange change = violations.whileWriting(
                    allowed, listening -> branch.applySchema(listening, write.writeOptions(open)));
            line.close();
            report(change);
        } catch (SchemaChangeRefusedException e) {
            throw violations.file().map(Path::toString).map(e::violationsIn).orElse(e);
        }
        return 0;
    }

    /** Asks only if there is something to be asked; what is refused anyway is told by the change itself. */
    private boolean isConfirmed(SchemaChange planned) {
        boolean hides = planned.steps().stream().anyMatch(step -> step.step().hidesData());
        if (!hides || !planned.refusals().isEmpty()) {
            return false;
        }
        new SchemaChangePrinter(console, Optional.empty()).printPlan(planned);
        console.out().print("hide these data from the newest state? [y/N] ");
        console.out().flush();
        try {
            BufferedReader in = new BufferedReader(new InputStreamReader(console.in(), StandardCharsets.UTF_8));
            String answer = in.readLine();
            return answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
        } catch (IOException e) {
            throw StoreException.unavailable(
                    ErrorText.of("cannot read the answer").cause(FileTrouble.of(e)), e);
        }
    }

    private void report(SchemaChange change) {
        if (output.json) {
            new JsonLines(console.out()).object(json -> SchemaChangeJson.write(json, change, false));
        } else if (!output.quiet) {
            new SchemaChangePrinter(console, violations.file()).printDone(change);
        }
    }
}
