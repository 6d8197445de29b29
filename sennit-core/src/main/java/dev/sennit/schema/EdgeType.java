package dev.sennit.schema;

import java.util.List;
import java.util.Optional;

/**
 * An edge type: a label between one source node type and one destination node type. Several edge types may share a
 * label; each has a table of its own.
 *
 * @param outgoing edges of this type per source node
 * @param incoming edges of this type per destination node
 * @param key absent for a multigraph with minted ids; otherwise identity is source, destination and these properties,
 *     possibly none
 */
public record EdgeType(
        String label,
        String source,
        String destination,
        Cardinality outgoing,
        Cardinality incoming,
        List<Property> properties,
        Optional<List<String>> key,
        List<List<String>> uniques,
        List<IndexDeclaration> indexes,
        String documentation)
        implements ElementType {
    public EdgeType {
        properties = List.copyOf(properties);
        key = key.map(List::copyOf);
        uniques = uniques.stream().map(List::copyOf).toList();
        indexes = List.copyOf(indexes);
    }

    @Override
    public String name() {
        return label + "(" + source + "," + destination + ")";
    }

    public boolean isKeyed() {
        return key.isPresent();
    }
}
