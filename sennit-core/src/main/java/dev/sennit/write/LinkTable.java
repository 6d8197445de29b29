package dev.sennit.write;

import it.unimi.dsi.fastutil.objects.Object2LongOpenHashMap;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The nodes of a load by the {@code ~id} their rows carry, for edges that name them so. Grows with the nodes of files
 * that link rows by such ids, by the two texts and some 40 bytes each; files that name nodes by key need none.
 */
final class LinkTable {
    private final Map<String, Integer> typeNumbers = new HashMap<>();
    private final List<String> types = new ArrayList<>();
    private final Object2LongOpenHashMap<String> places = new Object2LongOpenHashMap<>();
    private byte[] texts = new byte[1 << 12];
    private int used;

    LinkTable() {
        places.defaultReturnValue(-1);
    }

    /** A node that a link leads to. */
    record Target(String type, String id) {}

    boolean isEmpty() {
        return places.isEmpty();
    }

    /**
     * Remembers a node, unless the link is taken.
     *
     * @return the node that has it already
     */
    Optional<Target> put(String link, String type, String id) {
        long place = places.getLong(link);
        if (place >= 0) {
            return Optional.of(target(place));
        }
        int number = typeNumbers.computeIfAbsent(type, ignored -> {
            types.add(type);
            return types.size() - 1;
        });
        byte[] bytes = id.getBytes(StandardCharsets.UTF_8);
        int needed = used + Integer.BYTES + bytes.length;
        if (needed > texts.length) {
            texts = Arrays.copyOf(texts, Math.max(needed, texts.length + (texts.length >> 1)));
        }
        places.put(link, (long) number << 32 | used);
        writeInt(bytes.length);
        System.arraycopy(bytes, 0, texts, used, bytes.length);
        used += bytes.length;
        return Optional.empty();
    }

    Optional<Target> get(String link) {
        long place = places.getLong(link);
        return place < 0 ? Optional.empty() : Optional.of(target(place));
    }

    private Target target(long place) {
        int at = (int) place;
        int length = (texts[at] & 0xFF) << 24
                | (texts[at + 1] & 0xFF) << 16
                | (texts[at + 2] & 0xFF) << 8
                | texts[at + 3] & 0xFF;
        return new Target(
                types.get((int) (place >>> 32)), new String(texts, at + Integer.BYTES, length, StandardCharsets.UTF_8));
    }

    private void writeInt(int value) {
        texts[used++] = (byte) (value >>> 24);
        texts[used++] = (byte) (value >>> 16);
        texts[used++] = (byte) (value >>> 8);
        texts[used++] = (byte) value;
    }
}
