package dev.sennit.cli;

import dev.sennit.SchemaChange;
import dev.sennit.cli.print.Quantity;
import dev.sennit.cli.print.TextTable;
import dev.sennit.cli.print.ValueText;
import dev.sennit.model.RefusedStep;
import dev.sennit.schema.migration.MigrationStep;
import dev.sennit.schema.migration.PlannedStep;
import dev.sennit.schema.migration.StepCost;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Prints what a schema change would do or did: a line per step, and what stands in the way. */
final class SchemaChangePrinter {
    /** Names are part of a step, and edge types have long ones. */
    private static final int MAX_STEP_WIDTH = 120;

    private final Console console;
    private final Optional<Path> violationsFile;

    /** @param violationsFile where all violations were written to */
    SchemaChangePrinter(Console console, Optional<Path> violationsFile) {
        this.console = console;
        this.violationsFile = violationsFile;
    }

    void printPlan(SchemaChange change) {
        if (change.steps().isEmpty()) {
            console.print("nothing to do: the graph has this schema");
            return;
        }
        printSteps(change.steps());
        for (RefusedStep refusal : change.refusals()) {
            console.print("refused: " + ValueText.withoutControls(refusal.step() + ": " + refusal.reason()));
            console.print("help: " + refusal.wayOut());
        }
        ErrorReport.inFileOrder(change.violations())
                .forEach(violation -> console.print("  " + ErrorReport.line(violation)));
        ErrorReport.moreViolations(
                        change.totalViolations(),
                        change.violations().size(),
                        violationsFile.map(Path::toString),
                        ViolationFlags.VIOLATIONS)
                .ifPresent(console::print);
        console.print(steps(change.steps().size())
                + (change.refusals().isEmpty()
                        ? ""
                        : ", " + Quantity.count(change.refusals().size()) + " refused")
                + "; nothing was changed");
        tellOfIndexes(change);
    }

    void printDone(SchemaChange change) {
        if (change.commit().isEmpty()) {
            console.print("nothing to do: the graph has this schema; no commit");
            return;
        }
        if (change.replayed()) {
            console.print(
                    "already done; commit " + CommitText.shortId(change.commit().get()));
            return;
        }
        printSteps(change.steps());
        console.print("commit " + CommitText.shortId(change.commit().get()));
        tellOfIndexes(change);
    }

    private void tellOfIndexes(SchemaChange change) {
        if (change.steps().stream().anyMatch(step -> step.step() instanceof MigrationStep.AddIndex)) {
            IndexNote.tell(console);
        }
    }

    private void printSteps(List<PlannedStep> steps) {
        TextTable table = new TextTable(console.out(), List.of("step", "cost")).maxWidth(MAX_STEP_WIDTH);
        steps.forEach(
                step -> table.row(List.of(ValueText.withoutControls(step.step().text()), cost(step))));
        table.end();
    }

    private static String cost(PlannedStep step) {
        String hidden = switch (step.step()) {
            case MigrationStep.DropType drop
            when drop.hidesData() -> ", hides " + Quantity.count(drop.rows(), "element", "elements");
            case MigrationStep.DropProperty drop
            when drop.hidesData() -> ", hides values of " + Quantity.count(drop.rows(), "element", "elements");
            default -> "";
        };
        return switch (step.cost()) {
            case StepCost.MetadataOnly ignored -> "metadata only" + hidden;
            case StepCost.ReadsRows reads -> "reads " + Quantity.count(reads.rows(), "row", "rows");
            case StepCost.RewritesRows rewrites -> "rewrites " + Quantity.count(rewrites.rows(), "value", "values");
        };
    }

    private static String steps(int count) {
        return Quantity.count(count, "step", "steps");
    }
}
