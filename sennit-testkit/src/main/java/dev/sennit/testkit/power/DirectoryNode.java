package dev.sennit.testkit.power;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntPredicate;

/** A directory of the model: its entries as processes see them, and which of them are surely on the disk. */
final class DirectoryNode implements Node {
    /**
     * A change of the directory that is there as a whole or not at all.
     *
     * @param index of the operation that made it
     * @param entries what names stand for after it; empty where the name is gone
     */
    record Change(int index, Map<String, Optional<Node>> entries) {
        Change {
            entries = Map.copyOf(entries);
        }
    }

    private final Map<String, Node> seen = new TreeMap<>();
    private final Map<String, Node> synced = new TreeMap<>();
    private final List<Change> unsynced = new ArrayList<>();

    Optional<Node> entry(String name) {
        return Optional.ofNullable(seen.get(name));
    }

    boolean isEmpty() {
        return seen.isEmpty();
    }

    void change(int index, Map<String, Optional<Node>> entries) {
        Change change = new Change(index, entries);
        apply(change, seen);
        unsynced.add(change);
    }

    /** Changes made by operations before {@code begun} are on the disk now. */
    void sync(int begun) {
        List<Change> covered =
                unsynced.stream().filter(change -> change.index() < begun).toList();
        covered.forEach(change -> apply(change, synced));
        unsynced.removeAll(covered);
    }

    List<Change> unsynced() {
        return List.copyOf(unsynced);
    }

    /** The entries after a loss of power that these of the unsynced changes survive, by the index of the operation. */
    Map<String, Node> entries(IntPredicate survives) {
        Map<String, Node> entries = new TreeMap<>(synced);
        unsynced.stream().filter(change -> survives.test(change.index())).forEach(change -> apply(change, entries));
        return entries;
    }

    /** All entries there may be after a loss of power, of each name the newest. */
    Map<String, Node> possible() {
        Map<String, Node> possible = new TreeMap<>(synced);
        unsynced.forEach(change ->
                change.entries().forEach((name, node) -> node.ifPresent(present -> possible.put(name, present))));
        return possible;
    }

    private static void apply(Change change, Map<String, Node> entries) {
        change.entries()
                .forEach((name, node) ->
                        node.ifPresentOrElse(present -> entries.put(name, present), () -> entries.remove(name)));
    }
}
