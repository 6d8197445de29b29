package dev.sennit.manifest;

import dev.sennit.model.BranchIncarnation;
import dev.sennit.store.ObjectEntry;
import dev.sennit.store.ObjectStore;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The history horizon of one branch incarnation: the version before which states may have lost their tables' files. It
 * only rises, one object for each time it did, of which the highest counts. The commits before it stay in the lineage.
 * Thread-safe.
 */
final class HistoryHorizon {
    private static final long NONE = 1;
    private static final int DIGITS = 12;

    private final ObjectStore objects;
    private final String prefix;

    HistoryHorizon(ObjectStore objects, BranchIncarnation incarnation) {
        this.objects = objects;
        this.prefix = "__history/" + incarnation + "/horizon/";
    }

    /** The first version whose tables' files are kept; 1 if none has been given up. */
    long version() {
        return highest().map(this::version).orElse(NONE);
    }

    /** Raises it, unless it is as high already; durable when it returns. */
    void raise(long version) {
        if (version > version()) {
            objects.putIfAbsent(
                    prefix + String.format(Locale.ROOT, "%0" + DIGITS + "d", version),
                    (version + "\n").getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * Removes what was outdone before a time: nobody who lists the objects then can miss the highest.
     */
    void forgetOutdoneBefore(Instant time) {
        List<ObjectEntry> horizons = horizons();
        Optional<ObjectEntry> settled = horizons.stream()
                .filter(entry -> entry.modified().isBefore(time))
                .max(Comparator.comparing(ObjectEntry::path));
        settled.ifPresent(highest -> horizons.stream()
                .filter(entry -> entry.path().compareTo(highest.path()) < 0)
                .forEach(entry -> objects.delete(entry.path())));
    }

    private Optional<ObjectEntry> highest() {
        return horizons().stream().max(Comparator.comparing(ObjectEntry::path));
    }

    private List<ObjectEntry> horizons() {
        return objects.list(prefix).stream()
                .filter(entry -> entry.path().substring(prefix.length()).matches("[0-9]{" + DIGITS + "}"))
                .toList();
    }

    private long version(ObjectEntry entry) {
        return Long.parseLong(entry.path().substring(prefix.length()));
    }
}
