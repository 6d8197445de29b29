package dev.sennit.write;

import dev.sennit.input.Cells;
import dev.sennit.input.Columns;
import dev.sennit.input.PropertyColumn;
import dev.sennit.input.ValueParser;
import dev.sennit.model.Suggestion;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * How rows of one shape become rows of one type: worked out once per pair, used for every row.
 *
 * @param known per column that is a property of the type: where its value goes and how it is read
 * @param unknown columns that are no property of the type
 */
record RowPlan(ElementType type, List<Known> known, List<Unknown> unknown) {
    /**
     * @param column the column's index in the row
     * @param property the property's index in the type
     */
    record Known(int column, int property, ValueParser parser) {}

    /** @param remedy what to do about a value in it */
    record Unknown(int column, String name, String remedy) {
        boolean hasValue(Cells cells) {
            return !cells.isNull(column);
        }
    }

    static RowPlan of(ElementType type, Columns columns, Optional<String> dateFormat) {
        List<Known> known = new ArrayList<>();
        List<Unknown> unknown = new ArrayList<>();
        List<String> names = type.properties().stream().map(Property::name).toList();
        for (PropertyColumn column : columns.propertiesOf(mappedNames(type))) {
            int property = names.indexOf(column.property());
            if (property >= 0) {
                known.add(new Known(
                        column.column().index(),
                        property,
                        ValueParser.of(type.properties().get(property).type(), dateFormat)));
            } else {
                String remedy = Suggestion.closest(column.property(), names)
                        .map(near -> "did you mean '" + near + "'? map it with --map " + typeName(type) + "." + near
                                + "=" + column.property())
                        .orElse("leave the column out with --ignore '" + column.property()
                                + "', or map it; its properties are " + String.join(", ", names));
                unknown.add(new Unknown(column.column().index(), column.property(), remedy));
            }
        }
        return new RowPlan(type, List.copyOf(known), List.copyOf(unknown));
    }

    private static String[] mappedNames(ElementType type) {
        return switch (type) {
            case NodeType node -> new String[] {node.name()};
            case EdgeType edge -> new String[] {edge.name(), edge.label()};
        };
    }

    private static String typeName(ElementType type) {
        return switch (type) {
            case NodeType node -> node.name();
            case EdgeType edge -> edge.label();
        };
    }
}
