package dev.sennit.write;

import dev.sennit.merge.ColumnDefault;
import dev.sennit.model.TableId;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.Property;
import dev.sennit.schema.migration.ValueConversion;
import dev.sennit.validate.BaseState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A state as one sees it that knows it by another schema: types and properties by their identities, values as the other
 * schema's types have them. A type the state lacks has no elements there, and a property it lacks no values, but what the
 * other schema's DEFAULT gives.
 */
final class MappedBaseState implements BaseState {
    private final BaseState state;
    private final AcceptedSchema schema;
    private final AcceptedSchema seenBy;

    private MappedBaseState(BaseState state, AcceptedSchema schema, AcceptedSchema seenBy) {
        this.state = state;
        this.schema = schema;
        this.seenBy = seenBy;
    }

    /**
     * A state under another schema.
     *
     * @param schema the one the state has
     * @param seenBy the one whose types are asked for
     */
    static BaseState of(BaseState state, AcceptedSchema schema, AcceptedSchema seenBy) {
        return schema.isSameAs(seenBy) ? state : new MappedBaseState(state, schema, seenBy);
    }

    /**
     * A type as the state has it.
     *
     * @param properties those asked for that it has
     * @param places of each asked for among these, or -1
     * @param conversions of each asked for; null where values are what they are
     * @param fills of each asked for, what stands in the place of no value
     */
    private record Mapping(
            ElementType type,
            List<String> properties,
            int[] places,
            @Nullable ValueConversion[] conversions,
            List<Optional<Object>> fills) {
        RowConsumer to(RowConsumer rows) {
            return (address, id, source, destination, values) -> {
                @Nullable Object[] mapped = new @Nullable Object[places.length];
                for (int i = 0; i < mapped.length; i++) {
                    Object value = places[i] < 0 ? null : convert(conversions[i], values[places[i]]);
                    mapped[i] = value == null ? fills.get(i).orElse(null) : value;
                }
                rows.accept(address, id, source, destination, mapped);
            };
        }

        private static @Nullable Object convert(@Nullable ValueConversion conversion, @Nullable Object value) {
            return conversion == null || value == null
                    ? value
                    : Objects.requireNonNullElse(conversion.convert(value), value);
        }

        /** Whether rows may have a value of each. */
        boolean hasAll() {
            for (int i = 0; i < places.length; i++) {
                if (places[i] < 0 && fills.get(i).isEmpty()) {
                    return false;
                }
            }
            return true;
        }

        /** Whether values are others than those that are stored. */
        boolean converts() {
            if (fills.stream().anyMatch(Optional::isPresent)) {
                return true;
            }
            for (ValueConversion conversion : conversions) {
                if (conversion != null) {
                    return true;
                }
            }
            return false;
        }
    }

    @Override
    public void scan(ElementType type, List<String> properties, RowConsumer rows) {
        mapping(type, properties)
                .ifPresent(mapping -> state.scan(mapping.type(), mapping.properties(), mapping.to(rows)));
    }

    @Override
    public void find(ElementType type, Collection<String> ids, List<String> properties, RowConsumer rows) {
        mapping(type, properties)
                .ifPresent(mapping -> state.find(mapping.type(), ids, mapping.properties(), mapping.to(rows)));
    }

    @Override
    public void findByValues(
            ElementType type, List<String> properties, Collection<List<Object>> tuples, RowConsumer rows) {
        // Where a property is not there, no row has all the values.
        mapping(type, properties).filter(Mapping::hasAll).ifPresent(mapping -> {
            if (mapping.converts()) {
                state.scan(mapping.type(), mapping.properties(), mapping.to(rows));
            } else {
                state.findByValues(mapping.type(), mapping.properties(), tuples, mapping.to(rows));
            }
        });
    }

    @Override
    public void findEdges(EdgeType type, boolean bySource, Collection<String> nodeIds, RowConsumer rows) {
        mapping(type, List.of())
                .ifPresent(mapping -> state.findEdges((EdgeType) mapping.type(), bySource, nodeIds, rows));
    }

    private Optional<Mapping> mapping(ElementType type, List<String> properties) {
        TableId table = seenBy.tableOf(type);
        return schema.typeOf(table).map(stored -> mapping(type, stored, properties));
    }

    private Mapping mapping(ElementType type, ElementType stored, List<String> properties) {
        List<String> names = new ArrayList<>();
        int[] places = new int[properties.size()];
        @Nullable ValueConversion[] conversions = new @Nullable ValueConversion[places.length];
        List<Optional<Object>> fills = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            Property wanted = type.property(properties.get(i)).orElseThrow();
            Optional<Property> found = schema.propertyOf(stored, seenBy.idOf(type, wanted));
            fills.add(ColumnDefault.of(schema, seenBy, type, wanted).fill());
            places[i] = -1;
            if (found.isPresent()) {
                places[i] = names.size();
                names.add(found.get().name());
                if (!found.get().type().equals(wanted.type())) {
                    conversions[i] = new ValueConversion(found.get().type(), wanted.type());
                }
            }
        }
        return new Mapping(stored, names, places, conversions, fills);
    }
}
