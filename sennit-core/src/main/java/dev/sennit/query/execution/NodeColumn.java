package dev.sennit.query.execution;

import dev.sennit.model.PropertyType;
import dev.sennit.store.ColumnLayout;
import dev.sennit.store.TableLayout;
import java.util.HashMap;
import java.util.Map;

/**
 * A column in all versions of a table that have it, whatever it is called there: while a fragment has the same files, it
 * has the same values.
 *
 * @param identity that of the property, or the column's name where it has none
 */
record NodeColumn(Object identity, PropertyType type) {
    private static NodeColumn of(ColumnLayout column) {
        return new NodeColumn(column.property().<Object>map(id -> id).orElse(column.name()), column.type());
    }

    /** The columns of a table by their names. */
    static Map<String, NodeColumn> byName(TableLayout layout) {
        Map<String, NodeColumn> columns = new HashMap<>();
        layout.columns().forEach(column -> columns.put(column.name(), of(column)));
        return columns;
    }

    /** Whether a value that is written is read as the same object, and as one that nobody can change. */
    boolean isReadAsWritten() {
        return switch (type) {
            case PropertyType.Scalar scalar ->
                scalar.isInteger()
                        || scalar == PropertyType.Scalar.BOOL
                        || scalar == PropertyType.Scalar.STRING
                        || scalar == PropertyType.Scalar.DATE;
            case PropertyType.Enumeration ignored -> true;
            default -> false;
        };
    }

    /** What the column is called in a table that has it. */
    String nameIn(TableLayout layout) {
        return layout.columns().stream()
                .filter(column -> of(column).equals(this))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("the table has no column " + this))
                .name();
    }
}
