package dev.sennit.cli;

import dev.sennit.cli.print.Quantity;
import dev.sennit.model.CommitInfo;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.stream.Collectors;

/** Commits as people read them. */
final class CommitText {
    private CommitText() {}

    /** The end of the id, which is what is unique about it. */
    static String shortId(CommitInfo commit) {
        return commit.id().value().shortForm();
    }

    /** In UTC, to the second. */
    static String time(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** Id, time, author, writer and the first line of the message. */
    static String oneLine(CommitInfo commit) {
        String title = title(commit);
        return shortId(commit) + "  " + time(commit.time()) + "  " + commit.author() + "  " + commit.writer()
                + (title.isEmpty() ? "" : ": " + title);
    }

    /** The first line of the message. */
    static String title(CommitInfo commit) {
        return commit.message().lines().findFirst().orElse("");
    }

    /** The writer's numbers, those that are not zero. */
    static String numbers(CommitInfo commit) {
        return commit.result().entrySet().stream()
                .filter(number -> number.getValue() != 0)
                .sorted(Map.Entry.comparingByKey())
                .map(number -> Quantity.count(number.getValue()) + " " + number.getKey())
                .collect(Collectors.joining(", "));
    }

    /** The names of the types whose data changed. */
    static String touched(CommitInfo commit) {
        return String.join(", ", commit.tablesTouched());
    }
}
