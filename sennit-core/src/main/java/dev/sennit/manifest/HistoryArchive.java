package dev.sennit.manifest;

import dev.sennit.model.BranchIncarnation;
import dev.sennit.store.ObjectStore;
import dev.sennit.store.StoredObject;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The history segments of one branch incarnation. Boundaries are fixed multiples of {@link #LENGTH}, so that committers
 * who archive at the same time write the same object, and the segment of a version is found without listing.
 * Thread-safe.
 */
final class HistoryArchive {
    /** Versions per segment: segment k holds versions {@code k * LENGTH + 1} to {@code (k + 1) * LENGTH}. */
    static final int LENGTH = 32;

    private static final int CACHED_SEGMENTS = 8;

    private final ObjectStore objects;
    private final String prefix;
    private final Map<Long, Segment> cache = new LinkedHashMap<>(16, 0.75f, true);

    HistoryArchive(ObjectStore objects, BranchIncarnation incarnation) {
        this(objects, "__history/" + incarnation + "/");
    }

    private HistoryArchive(ObjectStore objects, String prefix) {
        this.objects = objects;
        this.prefix = prefix;
    }

    /** The same segments, with none remembered. */
    HistoryArchive forgetful() {
        return new HistoryArchive(objects, prefix);
    }

    /** First version of the segment that covers, or would cover, the version. */
    static long firstOf(long version) {
        return (version - 1) / LENGTH * LENGTH + 1;
    }

    /**
     * The segment that covers the version, if it has been written. The last one of a branch that has ended is shorter than
     * the others.
     */
    Optional<Segment> covering(long version) {
        return segment(firstOf(version)).filter(segment -> segment.covers(version));
    }

    private Optional<Segment> segment(long from) {
        synchronized (cache) {
            Segment cached = cache.get(from);
            if (cached != null) {
                return Optional.of(cached);
            }
        }
        String path = path(from);
        Optional<StoredObject> stored = objects.get(path);
        if (stored.isEmpty()) {
            return Optional.empty();
        }
        Segment segment = SegmentCodec.read(stored.get().body(), path);
        remember(segment);
        return Optional.of(segment);
    }

    /** Writes a segment, unless another committer has; durable when it returns. */
    void put(Segment segment) {
        if (objects.putIfAbsent(path(segment.from()), SegmentCodec.write(segment))) {
            remember(segment);
        }
    }

    private String path(long from) {
        return prefix + String.format(Locale.ROOT, "%012d-%012d", from, from + LENGTH - 1);
    }

    private void remember(Segment segment) {
        synchronized (cache) {
            cache.put(segment.from(), segment);
            if (cache.size() > CACHED_SEGMENTS) {
                cache.remove(cache.keySet().iterator().next());
            }
        }
    }
}
