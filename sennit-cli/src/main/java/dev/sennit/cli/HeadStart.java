package dev.sennit.cli;

import dev.sennit.Graph;
import dev.sennit.OpenOptions;
import dev.sennit.schema.GraphSchema;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Opens the graph that a reading command is going to read while its arguments are still being understood: the two take
 * about as long, and there is a second core. The verb and the graph are always the first arguments; where they are not,
 * nothing is gained and nothing lost.
 */
final class HeadStart implements GraphOpener {
    /** The verbs that open a graph as {@link OpenOptions#DEFAULT} says. */
    private static final Set<String> READING = Set.of("query", "info", "log", "show");

    private final GraphOpener graphs;
    private final String location;

    @Nullable
    private CompletableFuture<Graph> early;

    private HeadStart(GraphOpener graphs, String location, @Nullable CompletableFuture<Graph> early) {
        this.graphs = graphs;
        this.location = location;
        this.early = early;
    }

    /** Begins to open what the arguments will ask for, on a thread of the executor. */
    static HeadStart of(List<String> arguments, GraphOpener graphs, Executor executor) {
        if (arguments.size() < 2 || !READING.contains(arguments.getFirst()) || !isDirectory(arguments.get(1))) {
            return new HeadStart(graphs, "", null);
        }
        String location = arguments.get(1);
        return new HeadStart(
                graphs,
                location,
                CompletableFuture.supplyAsync(() -> graphs.open(location, OpenOptions.DEFAULT), executor));
    }

    @Override
    public Graph open(String wanted, OpenOptions options) {
        CompletableFuture<Graph> begun = early;
        if (begun == null || !wanted.equals(location) || !options.equals(OpenOptions.DEFAULT)) {
            return graphs.open(wanted, options);
        }
        early = null;
        try {
            return begun.join();
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                case null, default -> throw e;
            }
        }
    }

    @Override
    public Graph create(String wanted, GraphSchema schema, OpenOptions options, String message) {
        return graphs.create(wanted, schema, options, message);
    }

    private static boolean isDirectory(String name) {
        try {
            return Files.isDirectory(Path.of(name));
        } catch (InvalidPathException e) {
            return false;
        }
    }
}
