package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.OpenOptions;
import dev.sennit.QueryOptions;
import dev.sennit.WriteOptions;
import dev.sennit.model.CommitId;
import dev.sennit.model.Durability;
import dev.sennit.model.Ulid;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What can be said about the commit of a statement that writes. */
final class StatementFlags {
    @Option(
            names = {"-m", "--message"},
            paramLabel = "<text>",
            description = "The commit's message, if the query writes.")
    String message = "";

    @Option(
            names = "--author",
            paramLabel = "<name>",
            description = "Who the commit names (default: $SENNIT_AUTHOR, else the system's user).")
    @Nullable
    String author;

    @Option(
            names = "--durability",
            paramLabel = "<full|relaxed>",
            description = "What the commit survives: full, a loss of power (default); relaxed, the end of the process.")
    Durability durability = Durability.FULL;

    @Option(
            names = "--idempotency-key",
            paramLabel = "<key>",
            description = "Do this once: the same key again returns the first result and changes nothing.")
    @Nullable
    String idempotencyKey;

    @Option(
            names = "--if-commit",
            paramLabel = "<revision>",
            description = "Write only if the branch is still at this commit.")
    @Nullable
    String ifCommit;

    @Option(
            names = "--timeout",
            paramLabel = "<time>",
            converter = DurationConverter.class,
            description = "How long a statement may take, for example 500ms, 30s, 2m; of one that writes, all attempts"
                    + " together (default: 30s for writes, any time for others).")
    @Nullable
    Duration timeout;

    @Option(names = "--atomic", description = "Make one commit of all statements, or none.")
    boolean atomic;

    OpenOptions openOptions(Console console) {
        OpenOptions options = OpenOptions.DEFAULT.durability(durability);
        return author != null
                ? options.author(author)
                : console.author().map(options::author).orElse(options);
    }

    QueryOptions queryOptions() {
        return timeout == null ? QueryOptions.DEFAULT : QueryOptions.DEFAULT.timeout(timeout);
    }

    WriteOptions writeOptions(Graph graph) {
        WriteOptions options = WriteOptions.DEFAULT.message(message);
        if (timeout != null) {
            options = options.timeout(timeout);
        }
        if (idempotencyKey != null) {
            options = options.idempotencyKey(idempotencyKey);
        }
        return ifCommit == null ? options : options.ifCommit(commit(graph, ifCommit));
    }

    private static CommitId commit(Graph graph, String revision) {
        return Ulid.isValid(revision)
                ? CommitId.parse(revision)
                : graph.commit(revision).id();
    }
}
