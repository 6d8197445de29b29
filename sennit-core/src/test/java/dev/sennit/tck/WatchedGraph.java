package dev.sennit.tck;

import dev.sennit.model.PropertyType;
import dev.sennit.query.execution.GraphChanges;
import dev.sennit.query.execution.GraphSource;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.NodeType;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Looks at the values that are stored: the type of a property is the type of its first value. */
final class WatchedGraph implements GraphChanges {
    private final GraphChanges graph;
    private final Set<Slot> seen;

    /** @param seen properties that have had a value of the type they have; added to */
    WatchedGraph(GraphChanges graph, Set<Slot> seen) {
        this.graph = graph;
        this.seen = seen;
    }

    private void watch(ElementType type, Map<String, @Nullable Object> properties) {
        String holder = type instanceof EdgeType edge ? edge.label() : type.name();
        properties.forEach((name, value) -> {
            PropertyType declared = type.propertyType(name).orElse(null);
            if (declared == null || PropertyTypes.isEmptyList(value) && declared instanceof PropertyType.ListOf) {
                return;
            }
            Optional<PropertyType> actual = PropertyTypes.isEmptyList(value)
                    ? Optional.of(new PropertyType.ListOf(PropertyType.Scalar.STRING))
                    : PropertyTypes.of(value);
            if (actual.isEmpty()) {
                return;
            }
            Slot slot = new Slot(holder, name);
            if (actual.get().equals(declared)) {
                seen.add(slot);
            } else if (seen.contains(slot)) {
                throw new NotExpressibleException("a property with mixed types");
            } else {
                throw new RetypeException(slot, actual.get());
            }
        });
    }

    @Override
    public GraphSource now() {
        return graph.now();
    }

    @Override
    public String create(NodeType type, Map<String, @Nullable Object> properties) {
        watch(type, properties);
        return graph.create(type, properties);
    }

    @Override
    public String create(EdgeType type, String source, String destination, Map<String, @Nullable Object> properties) {
        watch(type, properties);
        return graph.create(type, source, destination, properties);
    }

    @Override
    public void set(ElementType type, String id, Map<String, @Nullable Object> properties) {
        watch(type, properties);
        graph.set(type, id, properties);
    }

    @Override
    public void delete(ElementType type, String id) {
        graph.delete(type, id);
    }

    @Override
    public void detachDelete(NodeType type, String id) {
        graph.detachDelete(type, id);
    }

    @Override
    public void lookUp(ElementType type, Collection<String> ids) {
        graph.lookUp(type, ids);
    }

    @Override
    public boolean exists(ElementType type, String id) {
        return graph.exists(type, id);
    }

    @Override
    public Optional<@Nullable Object[]> changed(ElementType type, String id) {
        return graph.changed(type, id);
    }
}
