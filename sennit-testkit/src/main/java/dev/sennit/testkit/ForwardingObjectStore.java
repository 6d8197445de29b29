package dev.sennit.testkit;

import dev.sennit.store.ObjectEntry;
import dev.sennit.store.ObjectStore;
import dev.sennit.store.StoredObject;
import java.util.List;
import java.util.Optional;

/** An object store that passes each call on, for tests to override some. Thread-safe if what it decorates is. */
public abstract class ForwardingObjectStore implements ObjectStore {
    private final ObjectStore objects;

    protected ForwardingObjectStore(ObjectStore objects) {
        this.objects = objects;
    }

    @Override
    public boolean putIfAbsent(String path, byte[] body) {
        return objects.putIfAbsent(path, body);
    }

    @Override
    public Optional<StoredObject> get(String path) {
        return objects.get(path);
    }

    @Override
    public List<ObjectEntry> list(String prefix) {
        return objects.list(prefix);
    }

    @Override
    public void delete(String path) {
        objects.delete(path);
    }
}
