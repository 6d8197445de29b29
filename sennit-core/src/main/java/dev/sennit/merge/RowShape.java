package dev.sennit.merge;

import dev.sennit.manifest.TableLayouts;
import dev.sennit.model.Edge;
import dev.sennit.model.EdgeId;
import dev.sennit.model.Element;
import dev.sennit.model.ElementId;
import dev.sennit.model.Node;
import dev.sennit.model.NodeId;
import dev.sennit.model.PropertyId;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.AppliedDefault;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.Property;
import dev.sennit.store.ColumnLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a row of a type is: {@code _id}, for edges {@code _src} and {@code _dst}, then the properties as a schema declares
 * them.
 *
 * @param columns of a row, in order
 * @param defaults what DEFAULT gave to elements that had no value, see {@link AcceptedSchema#defaults}
 */
public record RowShape(ElementType type, List<ColumnLayout> columns, Map<PropertyId, List<AppliedDefault>> defaults) {
    public RowShape {
        columns = List.copyOf(columns);
        defaults = Map.copyOf(defaults);
    }

    /** The rows of a type of a schema. */
    public static RowShape of(ElementType type, AcceptedSchema schema) {
        return new RowShape(type, TableLayouts.of(type, schema).columns(), schema.defaults());
    }

    /** The columns before the properties. */
    public int systemColumns() {
        return TableLayouts.systemColumns(type).size();
    }

    /** The name of an element. */
    public ElementId name(String id) {
        return type instanceof EdgeType ? new EdgeId(type.name(), id) : new NodeId(type.name(), id);
    }

    /** A row as an element. */
    public Element element(@Nullable Object[] row) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<Property> declared = type.properties();
        int system = systemColumns();
        for (int i = 0; i < declared.size(); i++) {
            Object value = row[system + i];
            if (value != null) {
                properties.put(declared.get(i).name(), value);
            }
        }
        String id = text(row[0]);
        return switch (type) {
            case NodeType node -> new Node(node.name(), node.labels(), id, properties);
            case EdgeType edge ->
                new Edge(edge.label(), id, edge.source(), text(row[1]), edge.destination(), text(row[2]), properties);
        };
    }

    private static String text(@Nullable Object value) {
        return (String) Objects.requireNonNull(value);
    }
}
