package dev.sennit.manifest;

import dev.sennit.model.PropertyType;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.NodeType;
import dev.sennit.store.ColumnLayout;
import dev.sennit.store.TableLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The columns of the table of a type: {@code _id}, for edges {@code _src} and {@code _dst}, then the properties. */
public final class TableLayouts {
    private TableLayouts() {}

    public static TableLayout of(ElementType type, AcceptedSchema schema) {
        List<ColumnLayout> columns = new ArrayList<>();
        systemColumns(type)
                .forEach(name ->
                        columns.add(new ColumnLayout(name, PropertyType.Scalar.STRING, false, Optional.empty())));
        type.properties()
                .forEach(property -> columns.add(new ColumnLayout(
                        property.name(),
                        property.type(),
                        !property.required(),
                        Optional.of(schema.idOf(type, property)))));
        return new TableLayout(columns);
    }

    /** The columns before the properties, which are also the ones that get a BTREE. */
    public static List<String> systemColumns(ElementType type) {
        return switch (type) {
            case NodeType ignored -> List.of(TableLayout.ID);
            case EdgeType ignored -> List.of(TableLayout.ID, TableLayout.SOURCE, TableLayout.DESTINATION);
        };
    }
}
