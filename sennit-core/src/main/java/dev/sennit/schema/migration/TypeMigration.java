package dev.sennit.schema.migration;

import dev.sennit.model.TableId;
import dev.sennit.schema.Cardinality;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.Property;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * What becomes of a type that both schemas have.
 *
 * @param properties those of {@code after}, in its order
 * @param checked properties whose values have to be looked at, by their new names: the rules for them may be broken
 * @param uniques UNIQUE constraints that are new
 * @param newKey the key, if it is a new one: each element's id must be its text already
 * @param outgoing of an edge type: the cardinality, if it is stricter than it was
 * @param incoming as {@code outgoing}, for destinations
 */
public record TypeMigration(
        TableId table,
        ElementType before,
        ElementType after,
        List<PropertyMigration> properties,
        Set<String> checked,
        List<List<String>> uniques,
        Optional<List<String>> newKey,
        Optional<Cardinality> outgoing,
        Optional<Cardinality> incoming) {
    public TypeMigration {
        Objects.requireNonNull(table, "table");
        Objects.requireNonNull(before, "before");
        Objects.requireNonNull(after, "after");
        properties = List.copyOf(properties);
        checked = Set.copyOf(checked);
        uniques = List.copyOf(uniques);
        Objects.requireNonNull(newKey, "newKey");
        Objects.requireNonNull(outgoing, "outgoing");
        Objects.requireNonNull(incoming, "incoming");
    }

    /** Whether a row can break a rule by itself. */
    public boolean checksRows() {
        return !checked.isEmpty() || newKey.isPresent();
    }

    /** Whether rows can break a rule together. */
    public boolean checksSets() {
        return !uniques.isEmpty() || outgoing.isPresent() || incoming.isPresent();
    }

    /** Whether values are rewritten, if there are any. */
    public boolean changesValues() {
        return properties.stream().anyMatch(PropertyMigration::changesValues);
    }

    /**
     * The new type with nothing in it but what has to be checked: the properties concerned, the new UNIQUE constraints,
     * the stricter cardinalities. Without a key, which {@link #newKey} is about. An edge type whose ends do not matter is
     * a node type here, so that nobody looks for its nodes.
     */
    public ElementType toCheck() {
        List<Property> concerned =
                after.properties().stream().filter(this::isConcerned).toList();
        return switch (after) {
            case NodeType node ->
                new NodeType(node.name(), List.of(node.name()), concerned, List.of(), uniques, List.of(), "");
            case EdgeType edge
            when outgoing.isEmpty() && incoming.isEmpty() && newKey.isEmpty() ->
                new NodeType(edge.name(), List.of(edge.name()), concerned, List.of(), uniques, List.of(), "");
            case EdgeType edge ->
                new EdgeType(
                        edge.label(),
                        edge.source(),
                        edge.destination(),
                        outgoing.orElse(Cardinality.ANY),
                        incoming.orElse(Cardinality.ANY),
                        concerned,
                        Optional.empty(),
                        uniques,
                        List.of(),
                        "");
        };
    }

    private boolean isConcerned(Property property) {
        return checked.contains(property.name())
                || uniques.stream().anyMatch(unique -> unique.contains(property.name()))
                || newKey.stream().anyMatch(key -> key.contains(property.name()));
    }
}
