package dev.sennit.testkit;

import dev.sennit.store.ObjectEntry;
import dev.sennit.store.ObjectStore;
import dev.sennit.store.StoredObject;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** An object store in memory, with the guarantees of the real one. Thread-safe. */
public final class MemoryObjectStore implements ObjectStore {
    private final ConcurrentNavigableMap<String, StoredObject> objects = new ConcurrentSkipListMap<>();
    private final Clock clock;

    /** @param clock the store's clock, which stamps objects */
    public MemoryObjectStore(Clock clock) {
        this.clock = clock;
    }

    @Override
    public boolean putIfAbsent(String path, byte[] body) {
        return objects.putIfAbsent(path, new StoredObject(path, body.clone(), clock.instant())) == null;
    }

    @Override
    public Optional<StoredObject> get(String path) {
        return Optional.ofNullable(objects.get(path))
                .map(o -> new StoredObject(o.path(), o.body().clone(), o.modified()));
    }

    @Override
    public List<ObjectEntry> list(String prefix) {
        return objects.tailMap(prefix, true).values().stream()
                .takeWhile(o -> o.path().startsWith(prefix))
                .map(o -> new ObjectEntry(o.path(), o.body().length, o.modified()))
                .toList();
    }

    @Override
    public void delete(String path) {
        objects.remove(path);
    }
}
