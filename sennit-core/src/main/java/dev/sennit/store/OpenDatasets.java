package dev.sennit.store;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Table versions that Lance has open, shared by all handles on them. The few used last stay open when nobody uses them: a
 * small write reads the version that the one before it made, and opening it again costs as much as a sync. Thread-safe.
 */
final class OpenDatasets implements AutoCloseable {
    private static final int KEPT = 32;

    private final Map<Key, OpenDataset> open = new LinkedHashMap<>(2 * KEPT, 0.75f, true);
    private boolean closed;

    private record Key(String uri, long version) {}

    /** The version, opened if it is not; the caller gives it back with {@link #release}. What the opening throws passes. */
    OpenDataset use(StoreLocation table, TablePin pin, Supplier<OpenDataset> opening) {
        Key key = new Key(table.uri(), pin.version());
        OpenDataset known = used(key);
        return known != null ? known : keep(key, opening.get());
    }

    /** Keeps a version that was just made; the caller gives it back with {@link #release}. */
    OpenDataset keep(StoreLocation table, TablePin pin, OpenDataset made) {
        return keep(new Key(table.uri(), pin.version()), made);
    }

    /** Ends one use. */
    synchronized void release(OpenDataset dataset) {
        dataset.users--;
        if (dataset.users == 0 && (closed || !open.containsValue(dataset))) {
            dataset.close();
        }
    }

    @Nullable
    private synchronized OpenDataset used(Key key) {
        OpenDataset known = open.get(key);
        if (known != null) {
            known.users++;
        }
        return known;
    }

    private OpenDataset keep(Key key, OpenDataset opened) {
        synchronized (this) {
            OpenDataset other = open.get(key);
            if (other == null) {
                opened.users++;
                open.put(key, opened);
                dropEldest();
                return opened;
            }
            other.users++;
            opened.close();
            return other;
        }
    }

    private void dropEldest() {
        if (open.size() > KEPT) {
            var eldest = open.entrySet().iterator();
            OpenDataset dropped = eldest.next().getValue();
            eldest.remove();
            if (dropped.users == 0) {
                dropped.close();
            }
        }
    }

    /** Closes those that nobody uses; others when they are given back. */
    @Override
    public synchronized void close() {
        closed = true;
        open.values().stream().filter(dataset -> dataset.users == 0).forEach(OpenDataset::close);
    }
}
