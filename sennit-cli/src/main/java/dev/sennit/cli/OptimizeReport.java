package dev.sennit.cli;

import dev.sennit.cli.print.Quantity;
import dev.sennit.cli.print.TextTable;
import dev.sennit.cli.print.ValueText;
import dev.sennit.model.CommitInfo;
import dev.sennit.model.OptimizeReason;
import dev.sennit.model.OptimizeResult;
import dev.sennit.model.OptimizeResult.TypeResult;
import dev.sennit.model.TableHealth;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Prints what an optimization did or would do: a line per type, and the commits. */
final class OptimizeReport {
    private final Console console;

    OptimizeReport(Console console) {
        this.console = console;
    }

    void print(OptimizeResult result) {
        TextTable table = new TextTable(
                console.out(), List.of("type", "rows", "fragments", "deleted", "segments", "unindexed", "because of"));
        for (int column = 1; column <= 5; column++) {
            table.alignRight(column);
        }
        for (TypeResult type : result.types()) {
            table.row(List.of(
                    ValueText.withoutControls(type.type()),
                    Quantity.count(type.before().rows()),
                    change(type, TableHealth::fragments),
                    change(type, TableHealth::deletedRows),
                    change(type, TableHealth::segments),
                    change(type, TableHealth::unindexedRows),
                    type.reasons().isEmpty()
                            ? "-"
                            : type.reasons().stream().map(OptimizeReason::text).collect(Collectors.joining(", "))));
        }
        table.end();
        console.print(lastLine(result));
    }

    /** {@code 12 to 1}, or one number if it stays. */
    private static String change(TypeResult type, ToLongFunction<TableHealth> number) {
        long before = number.applyAsLong(type.before());
        long after = number.applyAsLong(type.after());
        return before == after ? Quantity.count(before) : Quantity.count(before) + " to " + Quantity.count(after);
    }

    private static String lastLine(OptimizeResult result) {
        if (result.isNothingToDo()) {
            return "nothing to do: no commit";
        }
        if (result.dryRun()) {
            long rows =
                    result.types().stream().mapToLong(TypeResult::rowsRewritten).sum();
            return "dry run: " + Quantity.count(rows, "row", "rows") + " to rewrite, nothing was written";
        }
        List<CommitInfo> commits =
                result.types().stream().flatMap(type -> type.commits().stream()).toList();
        return (commits.size() == 1 ? "commit " : "commits ")
                + commits.stream().map(CommitText::shortId).collect(Collectors.joining(" "));
    }
}
