package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.QueryOptions;
import dev.sennit.WriteOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What can be said about the commit of a statement that writes. */
final class StatementFlags {
    @Option(
            names = {"-m", "--message"},
            paramLabel = "<text>",
            description = "The commit's message, if the query writes.")
    String message = "";

    @Mixin
    CommitterFlags committer = new CommitterFlags();

    @Mixin
    ConditionFlags condition = new ConditionFlags();

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

    QueryOptions queryOptions() {
        return timeout == null ? QueryOptions.DEFAULT : QueryOptions.DEFAULT.timeout(timeout);
    }

    WriteOptions writeOptions(Graph graph) {
        WriteOptions options = WriteOptions.DEFAULT.message(message);
        return condition.in(timeout == null ? options : options.timeout(timeout), graph);
    }
}
