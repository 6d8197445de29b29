package dev.sennit.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Small immutable control objects, named by relative slash-separated paths. Thread-safe, and safe across processes.
 * Every method throws {@link dev.sennit.model.StoreException} when the store fails; a failed {@link #putIfAbsent} may
 * have taken effect.
 */
public interface ObjectStore {
    /**
     * Creates an object unless one of that name exists. Atomic: of racing callers exactly one gets {@code true}, and
     * no reader ever sees part of a body. Durable when it returns.
     *
     * @return whether this call created the object
     */
    boolean putIfAbsent(String path, byte[] body);

    /** The object of that name, or empty. */
    Optional<StoredObject> get(String path);

    /** All objects whose path starts with the prefix, in order of path; directories are not objects. */
    List<ObjectEntry> list(String prefix);

    /** Removes the object; does nothing if there is none. After a loss of power it may be there again. */
    void delete(String path);

    /**
     * The first segments of the paths below a directory that go on after it, each once, in order. A file system may name
     * directories that hold no object.
     */
    default List<String> directories(String directory) {
        String prefix = directory + "/";
        return list(prefix).stream()
                .map(entry -> entry.path().substring(prefix.length()))
                .filter(rest -> rest.indexOf('/') > 0)
                .map(rest -> rest.substring(0, rest.indexOf('/')))
                .distinct()
                .toList();
    }

    /**
     * Removes a directory that holds no object, and those below it, where a store keeps such: only those that were last
     * changed before a time. Best effort.
     */
    default void prune(String directory, Instant changedBefore) {}
}
