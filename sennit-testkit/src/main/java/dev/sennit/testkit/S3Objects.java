package dev.sennit.testkit;

import java.io.ByteArrayOutputStream;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What an {@link S3Server} holds, by bucket and name. Thread-safe. */
final class S3Objects {
    private final TreeMap<String, Stored> objects = new TreeMap<>();
    private final Map<String, SortedMap<Integer, byte[]>> uploads = new LinkedHashMap<>();
    private final Clock clock;
    private long tags;

    S3Objects(Clock clock) {
        this.clock = clock;
    }

    record Stored(byte[] body, String etag, Instant modified) {}

    /**
     * A page of a listing.
     *
     * @param next where the next one begins; empty if there is none
     */
    record Page(Map<String, Stored> keys, Set<String> prefixes, String next) {}

    /** Returns the new entity tag, or the empty string if the object was there and must not have been. */
    synchronized String put(String key, byte[] body, boolean ifAbsent) {
        if (ifAbsent && objects.containsKey(key)) {
            return "";
        }
        String etag = "\"" + Long.toHexString(++tags) + "\"";
        objects.put(key, new Stored(body, etag, clock.instant()));
        return etag;
    }

    synchronized @Nullable Stored get(String key) {
        return objects.get(key);
    }

    synchronized void delete(String key) {
        objects.remove(key);
    }

    synchronized List<String> keys(String prefix) {
        return objects.tailMap(prefix, true).keySet().stream()
                .takeWhile(key -> key.startsWith(prefix))
                .toList();
    }

    synchronized Page list(String bucket, String prefix, String delimiter, String after, int max) {
        Map<String, Stored> keys = new LinkedHashMap<>();
        Set<String> prefixes = new LinkedHashSet<>();
        String from = bucket + "/" + (after.compareTo(prefix) > 0 ? after : prefix);
        String last = "";
        for (Map.Entry<String, Stored> each : objects.tailMap(from, true).entrySet()) {
            String key = each.getKey().substring(bucket.length() + 1);
            if (!each.getKey().startsWith(bucket + "/") || !key.startsWith(prefix)) {
                break;
            }
            int end = delimiter.isEmpty() ? -1 : key.indexOf(delimiter, prefix.length());
            String common = end < 0 ? "" : key.substring(0, end + delimiter.length());
            boolean isSeen =
                    !after.isEmpty() && (key.compareTo(after) <= 0 || !common.isEmpty() && after.startsWith(common));
            if (isSeen || prefixes.contains(common)) {
                continue;
            }
            if (keys.size() + prefixes.size() == max) {
                return new Page(keys, prefixes, last);
            }
            if (common.isEmpty()) {
                keys.put(key, each.getValue());
            } else {
                prefixes.add(common);
            }
            last = key;
        }
        return new Page(keys, prefixes, "");
    }

    synchronized String beginUpload() {
        String id = "upload" + ++tags;
        uploads.put(id, new TreeMap<>());
        return id;
    }

    synchronized void part(String upload, int number, byte[] body) {
        parts(upload).put(number, body);
    }

    synchronized String completeUpload(String upload, String key) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        new ArrayList<>(parts(upload).values()).forEach(whole::writeBytes);
        uploads.remove(upload);
        return put(key, whole.toByteArray(), false);
    }

    private SortedMap<Integer, byte[]> parts(String upload) {
        SortedMap<Integer, byte[]> parts = uploads.get(upload);
        if (parts == null) {
            throw new IllegalArgumentException("no upload " + upload);
        }
        return parts;
    }
}
