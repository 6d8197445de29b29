package dev.sennit.branch;

import dev.sennit.model.ErrorText;
import dev.sennit.model.StoreException;
import dev.sennit.protocol.RefCodec;
import dev.sennit.protocol.RefKind;
import dev.sennit.protocol.RefPointer;
import dev.sennit.store.ObjectStore;
import dev.sennit.store.StoredObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The pointer objects: {@code __refs/branches/<name>/<number>} and {@code __refs/tags/<name>/<number>}, names in base32.
 * They are put once and stay for ever, so what has been read is remembered. Thread-safe.
 */
final class RefStore {
    private static final Pattern PATH = Pattern.compile("(?<name>[a-z2-7]+)/(?<number>[0-9]{12})");

    private final ObjectStore objects;
    private final Map<String, StoredPointer> read = new ConcurrentHashMap<>();

    RefStore(ObjectStore objects) {
        this.objects = objects;
    }

    /** Puts a pointer, unless there is one of that name and number. */
    void put(RefPointer pointer) {
        objects.putIfAbsent(path(pointer.kind(), pointer.name(), pointer.number()), RefCodec.write(pointer));
    }

    /** The pointer of that name and number. */
    Optional<RefPointer> at(RefKind kind, String name, long number) {
        return read(path(kind, name, number)).map(StoredPointer::pointer);
    }

    /** What a name leads to, or its last tombstone; empty if it never led to anything. One listing and one read. */
    Optional<RefPointer> newest(RefKind kind, String name) {
        return newestPaths(kind, prefix(kind) + Base32.encode(name) + "/").values().stream()
                .map(this::present)
                .map(StoredPointer::pointer)
                .findFirst();
    }

    /** The same of all names that ever led to something, by one listing, in order of name. */
    List<StoredPointer> newest(RefKind kind) {
        return newestPaths(kind, prefix(kind)).values().stream()
                .map(this::present)
                .toList();
    }

    /** All pointers there ever were, tombstones included. */
    List<StoredPointer> all(RefKind kind) {
        List<StoredPointer> all = new ArrayList<>();
        String prefix = prefix(kind);
        objects.list(prefix).forEach(entry -> {
            if (PATH.matcher(entry.path().substring(prefix.length())).matches()) {
                all.add(present(entry.path()));
            }
        });
        return all;
    }

    /** Of each name the path of its pointer of the highest number. Paths are listed in order. */
    private Map<String, String> newestPaths(RefKind kind, String below) {
        Map<String, String> newest = new LinkedHashMap<>();
        String prefix = prefix(kind);
        objects.list(below).forEach(entry -> {
            Matcher path = PATH.matcher(entry.path().substring(prefix.length()));
            if (path.matches()) {
                newest.put(path.group("name"), entry.path());
            }
        });
        return newest;
    }

    private StoredPointer present(String path) {
        return read(path)
                .orElseThrow(() -> StoreException.corruption(
                        ErrorText.of("object " + path + " is gone")
                                .cause("it was listed a moment ago, and names are never removed")
                                .remedy("restore it from a copy of the graph"),
                        null));
    }

    private Optional<StoredPointer> read(String path) {
        StoredPointer known = read.get(path);
        if (known != null) {
            return Optional.of(known);
        }
        Optional<StoredPointer> stored = objects.get(path).map(object -> parse(object, path));
        stored.ifPresent(pointer -> read.put(path, pointer));
        return stored;
    }

    private static StoredPointer parse(StoredObject object, String path) {
        return new StoredPointer(RefCodec.readPointer(object.body(), path), object.modified());
    }

    private static String path(RefKind kind, String name, long number) {
        return prefix(kind) + Base32.encode(name) + "/" + String.format(Locale.ROOT, "%012d", number);
    }

    private static String prefix(RefKind kind) {
        return switch (kind) {
            case BRANCH -> "__refs/branches/";
            case TAG -> "__refs/tags/";
        };
    }
}
