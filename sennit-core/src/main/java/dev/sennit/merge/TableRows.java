package dev.sennit.merge;

import dev.sennit.manifest.GraphState;
import dev.sennit.manifest.TableState;
import dev.sennit.model.Element;
import dev.sennit.schema.AcceptedSchema;
import dev.sennit.schema.ElementType;
import dev.sennit.store.ColumnLayout;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableStore;
import dev.sennit.store.TableVersion;
import it.unimi.dsi.fastutil.longs.LongList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one type in one state: {@code _id}, for edges {@code _src} and {@code _dst}, then the properties as that
 * state's schema declares them. Closes the version it has opened.
 */
public final class TableRows implements AutoCloseable {
    private final TableState table;
    private final RowShape shape;
    private final TableVersion version;
    private final List<String> names;

    private TableRows(TableState table, ElementType type, AcceptedSchema schema, TableVersion version) {
        this.table = table;
        this.version = version;
        this.shape = RowShape.of(type, schema);
        this.names = shape.columns().stream().map(ColumnLayout::name).toList();
    }

    /** Opens the table of a type of a state. */
    public static TableRows open(TableStore tables, GraphState state, ElementType type) {
        TableState table = state.tableOf(type);
        return new TableRows(table, type, state.schema(), tables.open(table.table(), table.pin()));
    }

    /** What a row is. */
    public RowShape shape() {
        return shape;
    }

    public TableState table() {
        return table;
    }

    public ElementType type() {
        return shape.type();
    }

    public TableVersion version() {
        return version;
    }

    /** The columns of a row. */
    public List<ColumnLayout> columns() {
        return shape.columns();
    }

    List<String> columnNames() {
        return names;
    }

    /** The columns before the properties. */
    public int systemColumns() {
        return shape.systemColumns();
    }

    /** Reads rows, in the order of their addresses in the list. */
    public List<@Nullable Object[]> take(LongList addresses) {
        List<@Nullable Object[]> rows = new ArrayList<>(addresses.size());
        try (TableScan scan = version.take(addresses.toLongArray(), names)) {
            while (scan.next()) {
                for (int row = 0; row < scan.rowCount(); row++) {
                    @Nullable Object[] values = new @Nullable Object[names.size()];
                    for (int column = 0; column < values.length; column++) {
                        values[column] = scan.value(column, row);
                    }
                    rows.add(values);
                }
            }
        }
        return rows;
    }

    /** Reads the ids of rows, in the order of their addresses in the list. */
    List<String> takeIds(LongList addresses) {
        List<String> ids = new ArrayList<>(addresses.size());
        try (TableScan scan = version.take(addresses.toLongArray(), names.subList(0, 1))) {
            while (scan.next()) {
                for (int row = 0; row < scan.rowCount(); row++) {
                    ids.add((String) Objects.requireNonNull(scan.value(0, row)));
                }
            }
        }
        return ids;
    }

    /** A row as an element. */
    public Element element(@Nullable Object[] row) {
        return shape.element(row);
    }

    @Override
    public void close() {
        version.close();
    }
}
