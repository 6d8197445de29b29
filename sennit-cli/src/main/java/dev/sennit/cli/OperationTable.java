package dev.sennit.cli;

import dev.sennit.cli.print.JsonLines;
import dev.sennit.cli.print.TextTable;
import dev.sennit.cli.print.ValueText;
import dev.sennit.model.OperationInfo;
import java.util.List;
import java.util.stream.Stream;

/** Prints operations, a line each. */
final class OperationTable {
    private final Console console;

    OperationTable(Console console) {
        this.console = console;
    }

    void print(List<OperationInfo> operations, boolean asJson) {
        if (asJson) {
            JsonLines lines = new JsonLines(console.out());
            operations.forEach(operation -> lines.object(json -> CommandJson.writeOperation(json, operation)));
            return;
        }
        TextTable table = new TextTable(
                console.out(), List.of("operation", "state", "time", "writer", "branch", "author", "commit", "why"));
        operations.forEach(operation -> table.row(cells(operation)));
        table.end();
    }

    static String state(OperationInfo operation) {
        return switch (operation.state()) {
            case IN_PROGRESS -> "in progress";
            case UNRESOLVED -> "unresolved";
            case COMMITTED -> "committed";
            case NOT_COMMITTED -> "not committed";
        };
    }

    private static List<String> cells(OperationInfo operation) {
        return Stream.of(
                        operation.operation().toString(),
                        state(operation),
                        CommitText.time(operation.time()),
                        operation.writer().orElse("?"),
                        operation.branch().orElse("?"),
                        operation.author().orElse("?"),
                        operation.commit().map(CommitText::shortId).orElse(""),
                        operation.why())
                .map(ValueText::withoutControls)
                .toList();
    }
}
