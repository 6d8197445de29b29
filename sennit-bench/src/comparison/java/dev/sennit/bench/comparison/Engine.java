package dev.sennit.bench.comparison;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A graph database that runs inside the process, in a directory of its own. Not thread-safe. */
interface Engine extends AutoCloseable {
    /** The name and the version. */
    String description();

    /** Fills the empty database by the engine's usual means, with whatever index its key look-ups need. */
    void load(Dataset dataset);

    /**
     * Asks, and reads all rows.
     *
     * @return values as {@code null}, Boolean, Long, Double, String, {@code java.time} values, List, Map, and elements as
     *     maps of what they have
     */
    List<List<@Nullable Object>> rows(String query, Map<String, Object> parameters);

    /** Asks, reads all values of all rows as the engine gives them, and tells how many rows there were. */
    long read(String query, Map<String, Object> parameters);

    /** Executes a statement that writes; when this returns, the change is durable. */
    void write(String statement, Map<String, Object> parameters);

    @Override
    void close();
}
