package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.QueryOptions;
import dev.sennit.WriteOptions;
import dev.sennit.cli.print.Quantity;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
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

    @Option(
            names = "--max-memory",
            paramLabel = "<size>",
            converter = ByteSizeConverter.class,
            description = "What each statement may keep in memory, for example 500MB or 2GiB (default: 512MiB, or a"
                    + " quarter of Java's heap if that is less).")
    @Nullable
    Long maxMemoryBytes;

    @Option(names = "--atomic", description = "Make one commit of all statements, or none.")
    boolean atomic;

    QueryOptions queryOptions() {
        QueryOptions options = QueryOptions.DEFAULT.maxMemoryBytes(memory());
        return timeout == null ? options : options.timeout(timeout);
    }

    /** @throws InvalidArgumentException if Java has not as much */
    private long memory() {
        long heap = Runtime.getRuntime().maxMemory();
        if (maxMemoryBytes == null) {
            return QueryOptions.DEFAULT.maxMemoryBytes();
        }
        if (maxMemoryBytes > heap) {
            throw new InvalidArgumentException(ErrorText.of("--max-memory of " + Quantity.bytes(maxMemoryBytes))
                    .cause("Java's heap has " + Quantity.bytes(heap))
                    .remedy("give the JVM more, for example SENNIT_JAVA_OPTS=-Xmx4g"));
        }
        return maxMemoryBytes;
    }

    WriteOptions writeOptions(Graph graph) {
        Texts.requireDecoded("the commit's message", message);
        WriteOptions options = WriteOptions.DEFAULT.message(message).maxMemoryBytes(memory());
        return condition.in(timeout == null ? options : options.timeout(timeout), graph);
    }
}
