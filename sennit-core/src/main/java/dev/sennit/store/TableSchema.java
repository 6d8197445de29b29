package dev.sennit.store;

import dev.sennit.model.PropertyId;
import dev.sennit.model.PropertyType;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.lance.schema.LanceField;
import org.lance.schema.LanceSchema;

/**
 * The columns of one version of a table: layout, codecs, and the field ids by which Lance finds them in data files. A
 * column of several numbers has several fields; only the leaves of that tree are columns of a file, in preorder.
 */
record TableSchema(List<Column> columns) {
    /** Metadata of a column's field: the property's identity. */
    static final String PROPERTY_KEY = "sennit:property";
    /** Metadata of a column's field: its {@link StoredType}. */
    static final String TYPE_KEY = "sennit:type";
    /** Metadata by which Lance takes a field's id from an Arrow schema instead of assigning one; it is not stored. */
    static final String FIELD_ID_KEY = "lance:field_id";

    /**
     * A column.
     *
     * @param fieldIds of its field and all below, in preorder; the first is the column's own
     * @param leafIds those that are columns of a file
     */
    record Column(ColumnLayout layout, ColumnCodec codec, List<Integer> fieldIds, List<Integer> leafIds) {
        Column {
            fieldIds = List.copyOf(fieldIds);
            leafIds = List.copyOf(leafIds);
        }

        /** The column's name in Lance. */
        String physicalName() {
            return PhysicalName.of(layout.name());
        }

        int fieldId() {
            return fieldIds.getFirst();
        }
    }

    TableSchema {
        columns = List.copyOf(columns);
    }

    /** A column whose fields get ids of {@code ids}, in preorder. */
    static Column column(ColumnLayout layout, Supplier<Integer> ids) {
        List<Integer> all = new ArrayList<>();
        List<Integer> leaves = new ArrayList<>();
        collect(withFieldIds(arrow(layout), ids), all, leaves);
        return new Column(layout, ColumnCodec.of(layout.type()), all, leaves);
    }

    /** The column under another name or with other rules; its data stay where they are. */
    static Column column(ColumnLayout layout, Column data) {
        return new Column(layout, data.codec(), data.fieldIds(), data.leafIds());
    }

    /** The columns as fields with their ids. */
    List<Field> fieldsWithIds() {
        return columns.stream()
                .map(column -> withFieldIds(arrow(column.layout()), column.fieldIds()))
                .toList();
    }

    /** Reads the schema of an open version. */
    static TableSchema of(LanceSchema schema) {
        List<Column> columns = new ArrayList<>();
        for (LanceField field : schema.fields()) {
            List<Integer> ids = new ArrayList<>();
            List<Integer> leaves = new ArrayList<>();
            collect(field, ids, leaves);
            ColumnLayout layout = layout(field);
            columns.add(new Column(layout, ColumnCodec.of(layout.type()), ids, leaves));
        }
        return new TableSchema(columns);
    }

    /** The Arrow schema of a table that is to be created; Lance assigns field ids. */
    static Schema arrow(TableLayout layout) {
        List<Field> fields = new ArrayList<>();
        for (ColumnLayout column : layout.columns()) {
            fields.add(arrow(column));
        }
        return new Schema(fields);
    }

    /** One column as an Arrow field. */
    static Field arrow(ColumnLayout column) {
        Map<String, String> metadata = new LinkedHashMap<>();
        column.property().ifPresent(id -> metadata.put(PROPERTY_KEY, id.toString()));
        metadata.put(TYPE_KEY, StoredType.of(column.type()).text());
        return ColumnCodec.of(column.type()).field(PhysicalName.of(column.name()), column.nullable(), metadata);
    }

    /** The field with those ids for itself and all fields below it, in preorder. */
    static Field withFieldIds(Field field, List<Integer> ids) {
        Iterator<Integer> next = ids.iterator();
        return withFieldIds(field, next::next);
    }

    /** The field with an id of {@code ids} for itself and each field below it, in preorder. */
    static Field withFieldIds(Field field, Supplier<Integer> ids) {
        Map<String, String> metadata = new HashMap<>(field.getMetadata());
        metadata.put(FIELD_ID_KEY, ids.get().toString());
        List<Field> children = field.getChildren();
        if (!(field.getType() instanceof ArrowType.FixedSizeList)) { // which is one field to Lance
            children = children.stream().map(child -> withFieldIds(child, ids)).toList();
        }
        return new Field(field.getName(), new FieldType(field.isNullable(), field.getType(), null, metadata), children);
    }

    /** The Arrow schema that batches of this version are written with. */
    Schema arrow() {
        return arrow(layout());
    }

    TableLayout layout() {
        return new TableLayout(columns.stream().map(Column::layout).toList());
    }

    /** The columns of those names, in that order. */
    List<Column> columns(Collection<String> names) {
        Map<String, Column> byName = new HashMap<>();
        columns.forEach(column -> byName.put(column.layout().name(), column));
        List<Column> found = new ArrayList<>();
        for (String name : names) {
            @Nullable Column column = byName.get(name);
            if (column == null) {
                throw new IllegalArgumentException("the table has no column '" + name + "', only " + byName.keySet());
            }
            found.add(column);
        }
        return found;
    }

    /** The column of that name. */
    Column column(String name) {
        return columns(List.of(name)).getFirst();
    }

    /** The id of every field, those below others included. */
    List<Integer> fieldIds() {
        return columns.stream().flatMap(column -> column.fieldIds().stream()).toList();
    }

    /** Whether another schema has the same columns, under whatever names, with the same field ids. */
    boolean hasFieldsOf(TableSchema other) {
        return fieldsByIdentity().equals(other.fieldsByIdentity());
    }

    private Map<String, Map.Entry<PropertyType, List<Integer>>> fieldsByIdentity() {
        Map<String, Map.Entry<PropertyType, List<Integer>>> fields = new HashMap<>();
        for (Column column : columns) {
            ColumnLayout layout = column.layout();
            fields.put(
                    layout.property().map(PropertyId::toString).orElse(layout.name()),
                    Map.entry(layout.type(), column.fieldIds()));
        }
        return fields;
    }

    /** The ids of the columns of a data file, in its order. */
    List<Integer> leafIds() {
        return columns.stream().flatMap(column -> column.leafIds().stream()).toList();
    }

    private static void collect(LanceField field, List<Integer> ids, List<Integer> leaves) {
        ids.add(field.getId());
        if (field.getChildren().isEmpty()) {
            leaves.add(field.getId());
        }
        for (LanceField child : field.getChildren()) {
            collect(child, ids, leaves);
        }
    }

    private static void collect(Field field, List<Integer> ids, List<Integer> leaves) {
        Integer id = Integer.valueOf(Objects.requireNonNull(field.getMetadata().get(FIELD_ID_KEY)));
        ids.add(id);
        boolean isLeaf = field.getChildren().isEmpty() || field.getType() instanceof ArrowType.FixedSizeList;
        if (isLeaf) {
            leaves.add(id);
        } else {
            field.getChildren().forEach(child -> collect(child, ids, leaves));
        }
    }

    private static ColumnLayout layout(LanceField field) {
        @Nullable String type = field.getMetadata().get(TYPE_KEY);
        if (type == null) {
            throw LanceErrors.damagedValue(
                    "column '" + field.getName() + "' does not state its type",
                    new IllegalStateException("metadata " + field.getMetadata()));
        }
        PropertyType stored;
        try {
            stored = StoredType.parse(type);
        } catch (IllegalArgumentException e) {
            throw LanceErrors.damagedValue("column '" + field.getName() + "' has a type Sennit does not know", e);
        }
        Optional<PropertyId> property =
                Optional.ofNullable(field.getMetadata().get(PROPERTY_KEY)).map(PropertyId::parse);
        return new ColumnLayout(PhysicalName.parse(field.getName()), stored, field.isNullable(), property);
    }
}
