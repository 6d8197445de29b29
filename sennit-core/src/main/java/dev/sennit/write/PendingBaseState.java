package dev.sennit.write;

import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.Property;
import dev.sennit.validate.BaseState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The base as the validator asks for it; rows that the mutation has looked up already are not looked up again. */
final class PendingBaseState implements BaseState {
    private final BaseState base;
    private final Map<String, PendingType> pending = new HashMap<>();

    PendingBaseState(BaseState base, List<PendingType> types) {
        this.base = base;
        types.forEach(type -> pending.put(type.type.name(), type));
    }

    @Override
    public void find(ElementType type, Collection<String> ids, List<String> properties, RowConsumer rows) {
        PendingType known = pending.get(type.name());
        if (known == null) {
            base.find(type, ids, properties, rows);
            return;
        }
        List<String> declared = type.properties().stream().map(Property::name).toList();
        int[] places = properties.stream().mapToInt(declared::indexOf).toArray();
        List<String> unknown = new ArrayList<>();
        for (String id : ids) {
            PendingElement element = known.get(id);
            if (element == null || !element.isResolved()) {
                unknown.add(id);
                continue;
            }
            BaseRow row = element.base();
            if (row == null) {
                continue;
            }
            @Nullable Object[] stored = row.values();
            if (stored == null && places.length > 0) {
                unknown.add(id);
                continue;
            }
            @Nullable Object[] values = new @Nullable Object[places.length];
            for (int i = 0; i < places.length && stored != null; i++) {
                values[i] = stored[places[i]];
            }
            rows.accept(row.address(), id, row.source(), row.destination(), values);
        }
        if (!unknown.isEmpty()) {
            base.find(type, unknown, properties, rows);
        }
    }

    @Override
    public void scan(ElementType type, List<String> properties, RowConsumer rows) {
        base.scan(type, properties, rows);
    }

    @Override
    public void findByValues(
            ElementType type, List<String> properties, Collection<List<Object>> tuples, RowConsumer rows) {
        base.findByValues(type, properties, tuples, rows);
    }

    @Override
    public void findEdges(EdgeType type, boolean bySource, Collection<String> nodeIds, RowConsumer rows) {
        base.findEdges(type, bySource, nodeIds, rows);
    }
}
