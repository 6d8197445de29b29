package dev.sennit.testkit.power;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** A file of the model: what of its content is surely on the disk, and what was done to it since. */
final class FileNode implements Node {
    /** What a disk writes as a whole: a torn write ends between two of these. */
    private static final int SECTOR = 512;

    /** A write, or a new length where {@code bytes} is empty. */
    private record Change(int index, long offset, byte[] bytes) {}

    private final int id;
    private Content synced;
    private final List<Change> unsynced = new ArrayList<>();
    private final Map<Survival, Content> known = new EnumMap<>(Survival.class);

    /**
     * @param id the index of the operation that created it
     * @param synced what is surely on the disk
     */
    FileNode(int id, Content synced) {
        this.id = id;
        this.synced = synced;
    }

    int id() {
        return id;
    }

    void write(int index, long offset, byte[] bytes) {
        if (bytes.length > 0) {
            unsynced.add(new Change(index, offset, bytes));
            known.clear();
        }
    }

    void truncate(int index, long length) {
        unsynced.add(new Change(index, length, new byte[0]));
        known.clear();
    }

    /** What was done by operations before {@code begun} is on the disk now. */
    void sync(int begun) {
        List<Change> covered =
                unsynced.stream().filter(change -> change.index() < begun).toList();
        if (!covered.isEmpty()) {
            synced = new Content(applied(synced.bytes(), covered));
            unsynced.removeAll(covered);
            known.clear();
        }
    }

    boolean isSynced() {
        return unsynced.isEmpty();
    }

    /** What the file may hold after a loss of power. */
    Content content(Survival survival) {
        if (unsynced.isEmpty()) {
            return synced;
        }
        return known.computeIfAbsent(survival, s -> s == Survival.LOST ? synced : new Content(bytes(s)));
    }

    private byte[] bytes(Survival survival) {
        byte[] bytes = applied(synced.bytes(), unsynced);
        int first = (int) Math.min(
                bytes.length, unsynced.stream().mapToLong(Change::offset).min().orElseThrow());
        int middle = middle(first, bytes.length);
        switch (survival) {
            case KEPT -> {}
            case LOST -> throw new IllegalArgumentException("what was synced is left then");
            case ZEROED -> Arrays.fill(bytes, first, bytes.length, (byte) 0);
            case CUT_SHORT -> bytes = Arrays.copyOf(bytes, first + (bytes.length - first) / 2);
            case END_ZEROED -> Arrays.fill(bytes, middle, bytes.length, (byte) 0);
            case BEGINNING_ZEROED -> Arrays.fill(bytes, first, middle, (byte) 0);
        }
        return bytes;
    }

    /** Where the changed part is torn: at the end of a sector near its middle; at its own end if it has just one. */
    private static int middle(int first, int length) {
        int sector = (first + (length - first) / 2 + SECTOR - 1) / SECTOR * SECTOR;
        return Math.min(Math.max(sector, first), length);
    }

    private static byte[] applied(byte[] before, List<Change> changes) {
        byte[] content = before.clone();
        for (Change change : changes) {
            int offset = Math.toIntExact(change.offset());
            if (change.bytes().length == 0) {
                content = Arrays.copyOf(content, offset);
                continue;
            }
            int end = offset + change.bytes().length;
            content = Arrays.copyOf(content, Math.max(content.length, end));
            System.arraycopy(change.bytes(), 0, content, offset, change.bytes().length);
        }
        return content;
    }
}
