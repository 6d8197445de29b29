package dev.sennit.validate;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What to ask the base state for, as long as it is little. */
final class ProbeSet<T> {
    private final int limit;

    @Nullable
    private Set<T> items = new HashSet<>();

    ProbeSet(int limit) {
        this.limit = limit;
    }

    void add(T item) {
        if (items != null) {
            items.add(item);
            if (items.size() > limit) {
                items = null;
            }
        }
    }

    /** Gives up: the base state cannot be asked for something that was to be added. */
    void overflow() {
        items = null;
    }

    /** Whether there was too much to keep. */
    boolean isOverflown() {
        return items == null;
    }

    /** What was added; empty if it was too much. */
    Set<T> items() {
        return items == null ? Set.of() : items;
    }
}
