package dev.sennit.cli;

import dev.sennit.Branch;
import dev.sennit.Graph;
import dev.sennit.WriteOptions;
import dev.sennit.model.CommitId;
import dev.sennit.model.Ulid;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What can be said about any write. */
final class WriteFlags {
    @Option(names = "--branch", paramLabel = "<name>", description = "The branch to write to (default: main).")
    String branch = Graph.MAIN;

    @Mixin
    CommitFlags commit = new CommitFlags();

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
            description = "How long attempts and waits may take together, for example 500ms, 30s, 2m (default: 30s).")
    Duration timeout = WriteOptions.DEFAULT.timeout();

    Branch branch(Graph graph) {
        return graph.branch(branch);
    }

    WriteOptions writeOptions(Graph graph) {
        WriteOptions options = WriteOptions.DEFAULT.message(commit.message).timeout(timeout);
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
