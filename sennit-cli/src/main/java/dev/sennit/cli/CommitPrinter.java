package dev.sennit.cli;

import dev.sennit.cli.print.JsonLines;
import dev.sennit.cli.print.ValueText;
import dev.sennit.model.CommitId;
import dev.sennit.model.CommitInfo;
import java.util.stream.Collectors;

/** Prints everything about one commit. */
final class CommitPrinter {
    private final Console console;

    CommitPrinter(Console console) {
        this.console = console;
    }

    void printJson(CommitInfo commit) {
        new JsonLines(console.out()).object(json -> CommandJson.writeCommit(json, commit));
    }

    void printText(CommitInfo commit) {
        print("commit", commit.id().toString());
        print("parents", commit.parents().stream().map(CommitId::toString).collect(Collectors.joining(" ")));
        print("time", commit.time().toString());
        print("author", commit.author());
        print("writer", commit.writer());
        print("operation", commit.operation().toString());
        commit.idempotencyKey().ifPresent(key -> print("key", key));
        String name = "changes";
        for (String change : CommitText.changes(commit)) {
            print(name, change);
            name = "";
        }
        if (!commit.message().isBlank()) {
            console.print("");
            commit.message().lines().forEach(line -> console.print("    " + ValueText.withoutControls(line)));
        }
    }

    private void print(String name, String value) {
        if (!value.isEmpty()) {
            console.print(String.format("%-10s %s", name, ValueText.withoutControls(value)));
        }
    }
}
