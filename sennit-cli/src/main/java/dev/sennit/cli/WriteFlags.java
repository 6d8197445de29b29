package dev.sennit.cli;

import dev.sennit.Branch;
import dev.sennit.Graph;
import dev.sennit.WriteOptions;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What can be said about any write. */
final class WriteFlags {
    @Option(names = "--branch", paramLabel = "<name>", description = "The branch to write to (default: main).")
    String branch = Graph.MAIN;

    @Mixin
    CommitFlags commit = new CommitFlags();

    @Mixin
    ConditionFlags condition = new ConditionFlags();

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
        return condition.in(WriteOptions.DEFAULT.message(commit.message()).timeout(timeout), graph);
    }
}
