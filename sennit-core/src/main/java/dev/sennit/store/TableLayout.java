package dev.sennit.store;

import java.util.List;
import java.util.Optional;

/** The columns of a table in order. */
public record TableLayout(List<ColumnLayout> columns) {
    /** The column of every table that holds the element's id. */
    public static final String ID = "_id";
    /** The column of an edge table that holds the source's id. */
    public static final String SOURCE = "_src";
    /** The column of an edge table that holds the destination's id. */
    public static final String DESTINATION = "_dst";

    public TableLayout {
        columns = List.copyOf(columns);
    }

    /** The layout as a table states it: with the types its columns are stored as. */
    public TableLayout stored() {
        return new TableLayout(columns.stream()
                .map(column -> new ColumnLayout(
                        column.name(), StoredType.of(column.type()), column.nullable(), column.property()))
                .toList());
    }

    public Optional<ColumnLayout> column(String name) {
        return columns.stream().filter(c -> c.name().equals(name)).findFirst();
    }
}
