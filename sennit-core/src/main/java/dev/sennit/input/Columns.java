package dev.sennit.input;

import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidDataException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The columns that rows have in common: a file's header, or the member names of JSON objects of one shape. Rows of one
 * shape share one instance, so what is worked out once per instance need not be per row. Immutable.
 */
public final class Columns {
    private final String source;
    private final List<Column> columns;
    private final ColumnMapping mapping;

    Columns(String source, List<Column> columns, ColumnMapping mapping) {
        this.source = source;
        this.columns = List.copyOf(columns);
        this.mapping = mapping;
    }

    /** All columns, each at its index. */
    public List<Column> all() {
        return columns;
    }

    public int size() {
        return columns.size();
    }

    /** The column of that role; null if there is none. */
    @Nullable
    Column ofRole(Column.Role role) {
        for (Column column : columns) {
            if (column.role() == role) {
                return column;
            }
        }
        return null;
    }

    /**
     * The property columns as rows of a type see them: by their own names, except where the mapping says otherwise. A
     * property the mapping reads from a column this file lacks is read from the column of its own name, so that one
     * mapping can serve several files.
     *
     * @param typeNames the names a mapping may call the type: a node type's name; an edge type's
     *     {@code LABEL(Source,Destination)} and its label
     * @throws InvalidDataException if the mapping gives a property to a column while another column has its name
     */
    public List<PropertyColumn> propertiesOf(String... typeNames) {
        Map<String, String> mapped = mapping.columnsOf(List.of(typeNames));
        List<PropertyColumn> result = new ArrayList<>();
        Set<String> properties = new HashSet<>();
        Set<Column> used = new HashSet<>();
        mapped.forEach((property, name) -> {
            for (Column column : columns) {
                if (column.name().equals(name) && !property.startsWith("~")) {
                    result.add(new PropertyColumn(property, column));
                    properties.add(property);
                    used.add(column);
                }
            }
        });
        for (Column column : columns) {
            if (column.property() && !used.contains(column)) {
                if (!properties.add(column.name())) {
                    throw new InvalidDataException(ErrorText.of(source + ": column '" + column.name() + "'")
                            .cause("the mapping reads " + typeNames[0] + "." + column.name() + " from column '"
                                    + mapped.get(column.name()) + "'")
                            .remedy("map this column to another property, or leave it out with --columns")
                            .detail("source", source));
                }
                result.add(new PropertyColumn(column.name(), column));
            }
        }
        result.sort((a, b) -> Integer.compare(a.column().index(), b.column().index()));
        return List.copyOf(result);
    }

    @Override
    public String toString() {
        return source + columns.stream().map(Column::name).toList();
    }
}
