package dev.sennit.model;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One element that two states of a graph have otherwise.
 *
 * @param element the element, under the name its type has in the later state, or in the earlier one if it has none there
 * @param before the element as the first state has it; empty if it does not
 * @param after the element as the second state has it; empty if it does not
 * @param properties what differs of an element that both have, in the order of the schema; for others each property that
 *     has a value
 */
public record ElementChange(
        ElementId element, Optional<Element> before, Optional<Element> after, List<PropertyChange> properties) {
    /** What happened to an element. */
    public enum Kind {
        INSERTED,
        UPDATED,
        DELETED
    }

    /**
     * One property's values. The endpoints of an edge without a key, which may come back between other nodes, are called
     * {@code _src} and {@code _dst}.
     *
     * @param property the property's name, as {@link ElementChange#element} names the type
     * @param before null for none
     * @param after null for none
     */
    public record PropertyChange(
            String property,
            @Nullable Object before,
            @Nullable Object after) {}

    public ElementChange {
        Objects.requireNonNull(element, "element");
        if (before.isEmpty() && after.isEmpty()) {
            throw new IllegalArgumentException(element + " is in neither state");
        }
        properties = List.copyOf(properties);
    }

    public Kind kind() {
        if (before.isEmpty()) {
            return Kind.INSERTED;
        }
        return after.isEmpty() ? Kind.DELETED : Kind.UPDATED;
    }
}
