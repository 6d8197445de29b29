package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.OpenOptions;
import dev.sennit.cli.print.JsonLines;
import dev.sennit.cli.print.TextTable;
import dev.sennit.cli.print.ValueText;
import dev.sennit.model.CommitInfo;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sennit log}. */
@Command(name = "log", header = "Show the history, newest commit first.", description = "")
final class LogCommand implements Callable<Integer> {
    private static final long DEFAULT_MOST = 20;

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
            description = "The commit to begin with (default: the branch's newest); the same as --at.")
    @Nullable
    private String revision;

    @Option(
            names = {"-n", "--max-count"},
            paramLabel = "<commits>",
            description = "How many commits to show (default: 20; 0 for all).")
    @Nullable
    private Long givenMost;

    @Option(
            names = "--skip",
            paramLabel = "<commits>",
            description = "How many of the commits to leave out first, for the next page.")
    private long skip;

    @Option(names = "--author", paramLabel = "<author>", description = "Only commits of this author.")
    @Nullable
    private String by;

    @Option(
            names = "--type",
            paramLabel = "<type>",
            description = "Only commits that changed this type, or an edge type of this label.")
    @Nullable
    private String type;

    @Option(
            names = "--since",
            paramLabel = "<time>",
            converter = TimeConverter.class,
            description = "Only commits at or after a time, such as 2026-11-29T12:00Z.")
    @Nullable
    private Instant since;

    @Option(
            names = "--until",
            paramLabel = "<time>",
            converter = TimeConverter.class,
            description = "Only commits at or before a time.")
    @Nullable
    private Instant until;

    LogCommand(Console console, GraphOpener graphs) {
        this.console = console;
        this.graphs = graphs;
    }

    @Override
    public Integer call() {
        long most = givenMost == null ? DEFAULT_MOST : givenMost;
        if (most < 0) {
            throw new InvalidArgumentException(
                    ErrorText.of("-n " + most).remedy("write how many commits to show, or 0 for all"));
        }
        if (skip < 0) {
            throw new InvalidArgumentException(
                    ErrorText.of("--skip " + skip).remedy("write how many commits to leave out"));
        }
        try (Graph open = graphs.open(graph, OpenOptions.DEFAULT);
                Stream<CommitInfo> all = open.log(read.revisionOf(revision))) {
            Stream<CommitInfo> commits = wanted(all).skip(skip);
            Iterator<CommitInfo> shown = most == 0
                    ? commits.iterator()
                    : commits.limit(most == Long.MAX_VALUE ? most : most + 1).iterator();
            boolean more = output.json ? printJson(shown, most) : printTable(shown, most);
            if (more && givenMost == null && !output.quiet) {
                console.tell("older commits are not shown; -n 0 shows all");
            }
        }
        return 0;
    }

    /** History is newest first and times grow along it, so nothing is read beyond the earliest time asked for. */
    private Stream<CommitInfo> wanted(Stream<CommitInfo> all) {
        Instant earliest = since;
        Instant latest = until;
        String author = by;
        String touched = type;
        Stream<CommitInfo> commits =
                earliest == null ? all : all.takeWhile(commit -> !commit.time().isBefore(earliest));
        return commits.filter(commit -> latest == null || !commit.time().isAfter(latest))
                .filter(commit -> author == null || commit.author().equals(author))
                .filter(commit -> touched == null
                        || commit.tablesTouched().stream()
                                .anyMatch(name -> name.equals(touched) || name.startsWith(touched + "(")));
    }

    private boolean printJson(Iterator<CommitInfo> commits, long most) {
        JsonLines lines = new JsonLines(console.out());
        long printed = 0;
        while (commits.hasNext()) {
            if (most > 0 && printed == most) {
                return true;
            }
            CommitInfo commit = commits.next();
            lines.object(json -> CommandJson.writeCommit(json, commit));
            printed++;
        }
        return false;
    }

    private boolean printTable(Iterator<CommitInfo> commits, long most) {
        TextTable table =
                new TextTable(console.out(), List.of("commit", "time", "author", "writer", "message", "changes"));
        long printed = 0;
        boolean more = false;
        while (commits.hasNext() && !more) {
            more = most > 0 && printed == most;
            if (!more) {
                table.row(cells(commits.next()));
                printed++;
            }
        }
        table.end();
        return more;
    }

    private static List<String> cells(CommitInfo commit) {
        return Stream.of(
                        CommitText.shortId(commit),
                        CommitText.time(commit.time()),
                        commit.author(),
                        commit.writer(),
                        CommitText.title(commit),
                        String.join("; ", CommitText.changes(commit)))
                .map(ValueText::withoutControls)
                .toList();
    }
}
