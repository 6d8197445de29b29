package dev.sennit.store;

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
}
