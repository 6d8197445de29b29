package dev.sennit.query.execution;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.query.value.Blame;
import dev.sennit.query.value.EdgeRef;
import dev.sennit.query.value.ElementRef;
import dev.sennit.query.value.NodeRef;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.Property;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Carries out single changes of a statement, and keeps the references in step with them. */
final class ElementWriter {
    private final OpenTables tables;
    private boolean detached;

    ElementWriter(OpenTables tables) {
        this.tables = tables;
    }

    /** Looks for elements, all together, that {@link #exists} will be asked for. */
    void lookUp(ElementType type, Collection<String> ids) {
        tables.changes().lookUp(type, ids);
    }

    boolean exists(ElementType type, String id) {
        return tables.changes().exists(type, id);
    }

    NodeRef create(NodeType type, Map<String, @Nullable Object> properties) {
        String id = tables.changes().create(type, GraphValues.of(properties));
        tables.markStale();
        return new NodeRef(tables.layout(type), id, ElementRef.NO_ADDRESS);
    }

    /** @param types of which the one that fits the ends is taken */
    EdgeRef create(
            List<EdgeType> types,
            @Nullable Object from,
            @Nullable Object to,
            Map<String, @Nullable Object> properties,
            Blame blame) {
        if (!(from instanceof NodeRef source) || !(to instanceof NodeRef destination)) {
            throw blame.error(
                    ErrorCode.TYPE_MISMATCH,
                    ErrorText.of("an edge of " + types.getFirst().label() + " is created with an end that is null")
                            .remedy("leave such rows out with WHERE ... IS NOT NULL"));
        }
        if (source.isDeleted() || destination.isDeleted()) {
            throw Deleted.error(source.isDeleted() ? source : destination);
        }
        EdgeType type = types.stream()
                .filter(t -> t.source().equals(source.type().name())
                        && t.destination().equals(destination.type().name()))
                .findFirst()
                .orElseThrow(() -> blame.error(
                        ErrorCode.TYPE_MISMATCH,
                        ErrorText.of("no " + types.getFirst().label() + " edge leads from "
                                + source.type().name() + " to "
                                + destination.type().name())));
        String id = tables.changes().create(type, source.id(), destination.id(), GraphValues.of(properties));
        tables.markStale();
        EdgeRef edge = new EdgeRef(tables.layout(type), source.id(), destination.id(), ElementRef.NO_ADDRESS);
        edge.setId(id);
        return edge;
    }

    /** Sets properties; what the element had of others stays. */
    void set(ElementRef element, Map<String, @Nullable Object> properties) {
        if (element.isDeleted()) {
            throw Deleted.error(element);
        }
        if (!properties.isEmpty()) {
            tables.changes().set(element.type(), element.id(), GraphValues.of(properties));
            element.forgetValues();
            tables.markStale();
        }
    }

    /** Sets all properties: those not named are taken away, but for those of the key. */
    void replace(ElementRef element, Map<String, @Nullable Object> properties) {
        Map<String, @Nullable Object> all = new LinkedHashMap<>();
        List<String> key = key(element);
        for (Property property : element.type().properties()) {
            if (!key.contains(property.name())) {
                all.put(property.name(), null);
            }
        }
        all.putAll(properties);
        set(element, all);
    }

    private static List<String> key(ElementRef element) {
        return switch (element.type()) {
            case NodeType node -> node.key();
            case EdgeType edge -> edge.key().orElse(List.of());
        };
    }

    /** Deletes an element unless that was done before. */
    void delete(ElementRef element, boolean detach) {
        if (element.isDeleted()) {
            return;
        }
        element.markDeleted();
        if (detached && element instanceof EdgeRef && !tables.changes().exists(element.type(), element.id())) {
            return;
        }
        if (detach && element instanceof NodeRef) {
            tables.changes().detachDelete((NodeType) element.type(), element.id());
            detached = true;
        } else {
            tables.changes().delete(element.type(), element.id());
        }
        tables.markStale();
    }
}
