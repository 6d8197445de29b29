package dev.sennit.testkit;

import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import dev.sennit.store.ObjectEntry;
import dev.sennit.store.ObjectStore;
import dev.sennit.store.StoredObject;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** An object store whose calls meet the faults a plan chooses. Thread-safe if what it decorates is. */
public final class FaultyObjectStore implements ObjectStore {
    private final ObjectStore store;
    private final Faults faults;

    public FaultyObjectStore(ObjectStore store, Faults faults) {
        this.store = store;
        this.faults = faults;
    }

    @Override
    public boolean putIfAbsent(String path, byte[] body) {
        return call(StoreCall.PUT_OBJECT, path, () -> store.putIfAbsent(path, body));
    }

    @Override
    public Optional<StoredObject> get(String path) {
        return call(StoreCall.GET_OBJECT, path, () -> store.get(path));
    }

    @Override
    public List<ObjectEntry> list(String prefix) {
        return call(StoreCall.LIST_OBJECTS, prefix, () -> store.list(prefix));
    }

    @Override
    public void delete(String path) {
        call(StoreCall.DELETE_OBJECT, path, () -> {
            store.delete(path);
            return path;
        });
    }

    @Override
    public List<String> directories(String directory) {
        return call(StoreCall.LIST_OBJECTS, directory, () -> store.directories(directory));
    }

    @Override
    public void prune(String directory, Instant changedBefore) {
        call(StoreCall.PRUNE_DIRECTORY, directory, () -> {
            store.prune(directory, changedBefore);
            return directory;
        });
    }

    /** A call that can be made more than once. */
    private interface Request<T> {
        T send();
    }

    private <T> T call(StoreCall call, String path, Request<T> action) {
        return switch (faults.next(call, path)) {
            case NONE -> action.send();
            case FAIL_BEFORE -> throw lost(call, path);
            case CRASH_BEFORE -> throw faults.crash(call, path);
            case CRASH_AFTER -> {
                action.send();
                throw faults.crash(call, path);
            }
            case FAIL_AFTER -> {
                action.send();
                throw lost(call, path);
            }
            case CONFLICT_AFTER_SUCCESS -> {
                action.send();
                yield action.send();
            }
            case LAND_LATER -> {
                if (call.changes()) {
                    faults.later(action::send);
                }
                throw lost(call, path);
            }
            case DELIVER_TWICE -> {
                T answer = action.send();
                if (call.changes()) {
                    faults.later(action::send);
                }
                yield answer;
            }
        };
    }

    private static StoreException lost(StoreCall call, String path) {
        return StoreException.unavailable(
                ErrorText.of("no answer to " + call + " of " + path).cause("injected fault"), null);
    }
}
