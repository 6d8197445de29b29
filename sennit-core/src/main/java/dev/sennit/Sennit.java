package dev.sennit;

import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidArgumentException;
import dev.sennit.model.PlainText;
import dev.sennit.schema.GraphSchema;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * The way in: creates and opens graphs.
 *
 * <pre>{@code
 * try (Graph graph = Sennit.open("air")) {
 *     graph.main().snapshot().query("MATCH (a:Airport) RETURN count(*)").forEachRemaining(System.out::println);
 * }
 * }</pre>
 *
 * <p>A location is a directory. The JVM needs {@code --add-opens=java.base/java.nio=ALL-UNNAMED}; without it opening
 * fails with JVM_FLAG_MISSING.
 */
public final class Sennit {
    private Sennit() {}

    /** {@link #open(String, OpenOptions)} with {@link OpenOptions#DEFAULT}. */
    public static Graph open(String location) {
        return open(location, OpenOptions.DEFAULT);
    }

    /**
     * Opens a graph. Opening changes nothing, whatever a killed process left behind.
     *
     * @throws dev.sennit.model.NotFoundException if there is no graph
     * @throws InvalidArgumentException with JVM_FLAG_MISSING
     * @throws dev.sennit.model.StoreException FORMAT_TOO_NEW, CORRUPTION or STORE_UNAVAILABLE
     */
    public static Graph open(String location, OpenOptions options) {
        return new OpenGraph(location, GraphRuntimes.OF_THIS_PROCESS, options);
    }

    /** {@link #create(String, GraphSchema, OpenOptions, String)} with {@link OpenOptions#DEFAULT} and no message. */
    public static Graph create(String location, GraphSchema schema) {
        return create(location, schema, OpenOptions.DEFAULT, "");
    }

    /**
     * Creates a graph with an empty first commit and opens it. Of racing creators exactly one succeeds.
     *
     * @param message of the first commit
     * @throws dev.sennit.model.AlreadyExistsException if there is a graph already
     * @throws InvalidArgumentException if author or message is not {@link PlainText}
     */
    public static Graph create(String location, GraphSchema schema, OpenOptions options, String message) {
        PlainText.requireLine("the author", options.author());
        PlainText.requireLines("the commit's message", message);
        GraphRuntimes.OF_THIS_PROCESS.create(path(location), schema, options, message);
        return open(location, options);
    }

    static Path path(String location) {
        if (location.isBlank() || location.contains("://")) {
            throw new InvalidArgumentException(ErrorText.of("'" + location + "' is not a location")
                    .cause("graphs lie in directories of a local file system")
                    .remedy("name a directory"));
        }
        try {
            return Path.of(location);
        } catch (InvalidPathException e) {
            throw new InvalidArgumentException(
                    ErrorText.of("'" + location + "' is not a location").cause(String.valueOf(e.getMessage())));
        }
    }
}
