package dev.sennit.tck;

import dev.sennit.model.PropertyType;
import dev.sennit.schema.Cardinality;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The typed schema a scenario implies: one node type per set of labels, one edge type per label and pair of node types,
 * each with all properties that are mentioned anywhere. The kit has nodes without labels, and sets of labels that contain
 * each other; so here, and only here, the name of a node type is not one of its labels.
 */
final class DerivedSchema {
    private DerivedSchema() {}

    /**
     * @param known the types of properties that have had values
     * @param otherwise the type of properties nobody knows anything of
     */
    static GraphSchema of(Mentions mentions, Map<Slot, PropertyType> known, PropertyType otherwise) {
        List<NodeType> nodes = new ArrayList<>();
        for (Set<String> labels : mentions.labelSets) {
            String name = nodeName(labels);
            nodes.add(new NodeType(
                    name,
                    List.copyOf(labels),
                    properties(name, mentions, known, otherwise),
                    List.of(),
                    List.of(),
                    List.of(),
                    ""));
        }
        Set<String> edgeLabels = mentions.edgeLabels.isEmpty() ? Set.of("ANY EDGE") : mentions.edgeLabels;
        List<EdgeType> edges = new ArrayList<>();
        for (String label : edgeLabels) {
            for (NodeType source : nodes) {
                for (NodeType destination : nodes) {
                    edges.add(new EdgeType(
                            label,
                            source.name(),
                            destination.name(),
                            Cardinality.ANY,
                            Cardinality.ANY,
                            properties(label, mentions, known, otherwise),
                            Optional.empty(),
                            List.of(),
                            List.of(),
                            ""));
                }
            }
        }
        return new GraphSchema(nodes, edges);
    }

    static String nodeName(Set<String> labels) {
        return "node of " + String.join(":", labels);
    }

    private static List<Property> properties(
            String holder, Mentions mentions, Map<Slot, PropertyType> known, PropertyType otherwise) {
        return mentions.properties.stream()
                .map(name -> Property.of(
                        name,
                        known.getOrDefault(new Slot(holder, name), mentions.guesses.getOrDefault(name, otherwise)),
                        false))
                .toList();
    }
}
