package dev.sennit.validate;

import dev.sennit.model.KeyText;
import dev.sennit.schema.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the id of an element of a keyed type is: the text of its key. Thread-safe. */
public final class KeyedId {
    private final int[] columns;

    /**
     * @param properties those of the rows' values, in their order
     * @param key the key properties, all among them
     */
    public KeyedId(List<Property> properties, List<String> key) {
        List<String> names = properties.stream().map(Property::name).toList();
        this.columns = key.stream().mapToInt(names::indexOf).toArray();
    }

    /**
     * The id of a row.
     *
     * @param source an edge's {@code _src}; null for nodes
     * @param destination an edge's {@code _dst}; null for nodes
     * @return empty if a key property has no value, which is another rule's concern
     */
    public Optional<String> of(@Nullable String source, @Nullable String destination, @Nullable Object[] values) {
        List<Object> components = new ArrayList<>();
        if (source != null && destination != null) {
            components.add(source);
            components.add(destination);
        }
        for (int column : columns) {
            Object value = values[column];
            if (value == null) {
                return Optional.empty();
            }
            components.add(value);
        }
        return Optional.of(KeyText.of(components));
    }
}
