package dev.sennit.testkit;

import dev.sennit.store.ObjectEntry;
import dev.sennit.store.ObjectStore;
import dev.sennit.store.StoredObject;
import java.util.List;
import java.util.Optional;

/** Counts what is asked of an object store. Thread-safe if what it decorates is. */
public final class CountingObjectStore implements ObjectStore {
    private final ObjectStore store;
    private Traffic traffic = Traffic.NONE;

    public CountingObjectStore(ObjectStore store) {
        this.store = store;
    }

    /** What was counted since the last call. */
    public synchronized Traffic take() {
        Traffic taken = traffic;
        traffic = Traffic.NONE;
        return taken;
    }

    @Override
    public boolean putIfAbsent(String path, byte[] body) {
        count(new Traffic(1, 0, body.length));
        return store.putIfAbsent(path, body);
    }

    @Override
    public Optional<StoredObject> get(String path) {
        Optional<StoredObject> object = store.get(path);
        count(new Traffic(1, 0, object.map(o -> o.body().length).orElse(0)));
        return object;
    }

    @Override
    public List<ObjectEntry> list(String prefix) {
        List<ObjectEntry> entries = store.list(prefix);
        count(new Traffic(1 + entries.size() / 1000, entries.size(), 0));
        return entries;
    }

    @Override
    public void delete(String path) {
        count(new Traffic(1, 0, 0));
        store.delete(path);
    }

    private synchronized void count(Traffic more) {
        traffic = traffic.plus(more);
    }
}
