package dev.sennit.cli;

import dev.sennit.cli.print.Quantity;
import dev.sennit.model.CommitInfo;
import dev.sennit.model.MutationCounts;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Commits as people read them. */
final class CommitText {
    /** Numbers that say nothing about what changed. */
    private static final Set<String> UNINTERESTING = Set.of("read", "unchanged");

    /** The writer that changes where rows lie and nothing else. */
    private static final String OPTIMIZE = "optimize";

    /** The writer that changes the schema. */
    private static final String SCHEMA = "schema";

    /** The writer of statements and transactions, which counts nodes and edges. */
    private static final String MUTATION = "mutation";

    private CommitText() {}

    /** The end of the id, which is what is unique about it. */
    static String shortId(CommitInfo commit) {
        return commit.id().value().shortForm();
    }

    /** In UTC, to the second. */
    static String time(Instant time) {
        return time.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /** {@code 12 to 1 fragments, 1 index segment}. */
    private static String rearranged(Map<String, Long> numbers, String type) {
        return fromTo(numbers, type + ".fragments", "fragment") + ", "
                + fromTo(numbers, type + ".segments", "index segment");
    }

    /** {@code 3 steps, 12 rows rewritten}. */
    private static String schemaSteps(Map<String, Long> numbers) {
        long rewritten = numbers.getOrDefault("rowsRewritten", 0L);
        return Quantity.count(numbers.getOrDefault("steps", 0L), "step", "steps")
                + (rewritten == 0 ? "" : ", " + Quantity.count(rewritten, "row", "rows") + " rewritten");
    }

    private static String fromTo(Map<String, Long> numbers, String name, String thing) {
        long before = numbers.getOrDefault(name + "Before", 0L);
        long after = numbers.getOrDefault(name + "After", 0L);
        return (before == after ? "" : Quantity.count(before) + " to ") + Quantity.count(after, thing, thing + "s");
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

    /**
     * The types whose data changed, each with the writer's numbers about it that are not zero, and the writer's other
     * numbers: {@code Airport: 47 inserted}, {@code ROUTE(Airport,Airport): 8 inserted, 2 rejected}, {@code created 1 node
     * and 2 edges of Airport, ROUTE(Airport,Airport)}.
     */
    static List<String> changes(CommitInfo commit) {
        if (commit.writer().equals(OPTIMIZE)) {
            return commit.tablesTouched().stream()
                    .map(type -> type + ": " + rearranged(commit.result(), type))
                    .toList();
        }
        if (commit.writer().equals(SCHEMA)) {
            return List.of(schemaSteps(commit.result()) + " on " + String.join(", ", commit.tablesTouched()));
        }
        if (commit.writer().equals(MUTATION)) {
            String changed = ChangeText.of(MutationCounts.of(commit.result()));
            return List.of((changed.isEmpty() ? "" : changed + " of ") + String.join(", ", commit.tablesTouched()));
        }
        Map<String, List<String>> numbers = new LinkedHashMap<>();
        commit.tablesTouched().forEach(type -> numbers.put(type, new ArrayList<>()));
        commit.result().forEach((name, number) -> {
            int dot = name.lastIndexOf('.');
            String what = name.substring(dot + 1);
            if (number != 0 && !UNINTERESTING.contains(what)) {
                numbers.computeIfAbsent(name.substring(0, Math.max(0, dot)), type -> new ArrayList<>())
                        .add(Quantity.count(number) + " " + what);
            }
        });
        return numbers.entrySet().stream()
                .map(of -> of.getKey()
                        + (of.getKey().isEmpty() || of.getValue().isEmpty() ? "" : ": ")
                        + String.join(", ", of.getValue()))
                .toList();
    }
}
