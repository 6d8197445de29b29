package dev.sennit.schema;

import dev.sennit.model.PropertyId;
import dev.sennit.model.TableId;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The identities that types and properties of a schema have elsewhere: a merge that made one thing of what two branches
 * had added each keeps one identity, and takes note of the other, by which the other branch knows it still.
 *
 * @param tables of a type, by the table it has here; without types that are known by one identity only
 * @param properties of a property, by the identity it has here; without those that are known by one only
 */
public record UnitedIds(Map<TableId, Set<TableId>> tables, Map<PropertyId, Set<PropertyId>> properties) {
    /** Nothing was united. */
    public static final UnitedIds NONE = new UnitedIds(Map.of(), Map.of());

    public UnitedIds {
        tables = copy(tables);
        properties = copy(properties);
    }

    /** Whether everything is known by one identity only. */
    public boolean isEmpty() {
        return tables.isEmpty() && properties.isEmpty();
    }

    /** The other identities of a type. */
    public Set<TableId> of(TableId table) {
        return tables.getOrDefault(table, Set.of());
    }

    /** The other identities of a property. */
    public Set<PropertyId> of(PropertyId property) {
        return properties.getOrDefault(property, Set.of());
    }

    private static <I> Map<I, Set<I>> copy(Map<I, Set<I>> ids) {
        Map<I, Set<I>> copy = new HashMap<>();
        ids.forEach((id, others) -> {
            if (!others.isEmpty()) {
                copy.put(id, Set.copyOf(others));
            }
        });
        return Map.copyOf(copy);
    }
}
