package dev.sennit.protocol;

import dev.sennit.store.ObjectEntry;
import dev.sennit.store.ObjectStore;
import dev.sennit.store.StoredObject;
import java.util.List;
import java.util.Optional;

/** Control objects as they are, for tests to override a call of. */
class DecoratedObjects implements ObjectStore {
    private final ObjectStore objects;

    DecoratedObjects(ObjectStore objects) {
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
