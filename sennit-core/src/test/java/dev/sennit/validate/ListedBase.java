package dev.sennit.validate;

import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.Property;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A base state in lists; a row's address is its place. Can hand over more than it is asked for. */
record ListedBase(Map<String, List<TestRow>> rows, GraphSchema schema, boolean generous) implements BaseState {
    @Override
    public void scan(ElementType type, List<String> properties, RowConsumer consumer) {
        each(type, properties, consumer, row -> true);
    }

    @Override
    public void find(ElementType type, Collection<String> ids, List<String> properties, RowConsumer consumer) {
        each(type, properties, consumer, row -> ids.contains(row.id()));
    }

    @Override
    public void findByValues(
            ElementType type, List<String> properties, Collection<List<Object>> tuples, RowConsumer consumer) {
        int[] places = places(type, properties);
        each(type, properties, consumer, row -> {
            List<@Nullable Object> tuple = new java.util.ArrayList<>();
            for (int place : places) {
                tuple.add(row.values().get(place));
            }
            return tuples.contains(tuple);
        });
    }

    @Override
    public void findEdges(EdgeType type, boolean bySource, Collection<String> nodeIds, RowConsumer consumer) {
        each(type, List.of(), consumer, row -> nodeIds.contains(bySource ? row.source() : row.destination()));
    }

    private void each(ElementType type, List<String> properties, RowConsumer consumer, Predicate<TestRow> asked) {
        int[] places = places(type, properties);
        List<TestRow> all = Objects.requireNonNull(rows.get(type.name()));
        @Nullable Object[] values = new Object[places.length];
        for (int i = 0; i < all.size(); i++) {
            TestRow row = all.get(i);
            if (!generous && !asked.test(row)) {
                continue;
            }
            for (int k = 0; k < places.length; k++) {
                values[k] = row.values().get(places[k]);
            }
            consumer.accept(i, Objects.requireNonNull(row.id()), row.source(), row.destination(), values);
        }
    }

    private static int[] places(ElementType type, List<String> properties) {
        List<String> names = type.properties().stream().map(Property::name).toList();
        return properties.stream().mapToInt(names::indexOf).toArray();
    }
}
