package dev.sennit.store;

import dev.sennit.model.ErrorText;
import dev.sennit.model.PropertyId;
import dev.sennit.model.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.lance.Dataset;
import org.lance.operation.Project;

/**
 * Changes the columns of a table without touching its data. Lance finds a column's data by field id, so a renamed column
 * keeps its ids, and a new column gets ids that no data file has: it is null in all of them. New ids are random, so that
 * two versions that add columns independently can usually still share data files; they are small, because Lance takes time
 * in proportion to the largest.
 *
 * <p>Lance checks a changed column against the base's column <em>of the same name</em>. So where a name passes from one
 * column to another, a version in which those columns have names of their own comes in between.
 */
final class ColumnProjection {
    private static final int LOWEST_NEW_ID = 1 << 10;
    private static final int HIGHEST_NEW_ID = 1 << 16;

    /** Begins with an underscore, as no user's name does. */
    private static final String TEMPORARY = "_renaming_";

    private final LanceRuntime runtime;
    private final LanceTableVersion base;
    private final Set<Integer> usedIds = new HashSet<>();

    ColumnProjection(LanceRuntime runtime, LanceTableVersion base) {
        this.runtime = runtime;
        this.base = base;
        usedIds.addAll(base.schema().fieldIds());
        base.fragmentMetadata()
                .forEach(fragment -> fragment.getFiles().forEach(file -> {
                    for (int id : file.getFields()) {
                        usedIds.add(id);
                    }
                }));
    }

    /**
     * Checks that the layout can be had without touching data.
     *
     * @throws IllegalArgumentException if not
     */
    void check(TableLayout layout) {
        fields(layout);
    }

    /** Commits the version that the projection needs in between; empty if it needs none. */
    Optional<TablePin> executeRenamingAway(TableLayout layout, DetachedCommit commit) {
        Map<Object, TableSchema.Column> byIdentity = byIdentity();
        Set<String> taken = new HashSet<>();
        for (ColumnLayout column : layout.columns()) {
            TableSchema.@Nullable Column before = byIdentity.get(identity(column));
            if (before == null || !before.layout().name().equals(column.name())) {
                taken.add(column.name());
            }
        }
        List<Field> fields = new ArrayList<>();
        boolean collides = false;
        for (TableSchema.Column column : base.schema().columns()) {
            ColumnLayout before = column.layout();
            if (taken.contains(before.name())) {
                collides = true;
                before = new ColumnLayout(
                        TEMPORARY + column.fieldId(), before.type(), before.nullable(), before.property());
            }
            fields.add(kept(column, before));
        }
        return collides ? Optional.of(commit(fields, commit)) : Optional.empty();
    }

    /** Commits the projection; no column of the base has the name of another column of the layout. */
    TablePin execute(TableLayout layout, DetachedCommit commit) {
        return commit(fields(layout), commit);
    }

    /** The columns of the layout as fields with ids. */
    private List<Field> fields(TableLayout layout) {
        Map<Object, TableSchema.Column> known = byIdentity();
        Set<String> names = new HashSet<>();
        List<Field> fields = new ArrayList<>();
        for (ColumnLayout column : layout.columns()) {
            if (!names.add(column.name())) {
                throw new IllegalArgumentException("two columns '" + column.name() + "'");
            }
            TableSchema.@Nullable Column before = known.remove(identity(column));
            fields.add(before == null ? added(column) : kept(before, column));
        }
        known.values().forEach(ColumnProjection::requireDroppable);
        return fields;
    }

    private Map<Object, TableSchema.Column> byIdentity() {
        Map<Object, TableSchema.Column> known = new HashMap<>();
        base.schema().columns().forEach(column -> known.put(identity(column.layout()), column));
        return known;
    }

    private TablePin commit(List<Field> fields, DetachedCommit commit) {
        Project operation = Project.builder().schema(new Schema(fields)).build();
        CommittedFragments expected = CommittedFragments.unchanged(base.fragmentMetadata());
        return commit.execute(operation, List.of(), committed -> {
            expected.check(base.doing("change the columns of"), committed);
            checkFields(fields, committed.dataset());
        });
    }

    /** What a column is by, whatever its name: its property, or else its reserved name. */
    private static Object identity(ColumnLayout column) {
        return column.property().<Object>map((PropertyId id) -> id).orElse(column.name());
    }

    private static Field kept(TableSchema.Column before, ColumnLayout column) {
        if (!StoredType.of(column.type()).equals(before.layout().type())) {
            throw new IllegalArgumentException("column '" + column.name() + "' is of type "
                    + before.layout().type().text() + " and cannot become "
                    + column.type().text());
        }
        if (before.layout().nullable() && !column.nullable()) {
            throw new IllegalArgumentException("column '" + column.name() + "' may hold nulls and cannot exclude them");
        }
        return TableSchema.withFieldIds(TableSchema.arrow(column), before.fieldIds());
    }

    private Field added(ColumnLayout column) {
        if (!column.nullable() || column.property().isEmpty()) {
            throw new IllegalArgumentException(
                    "column '" + column.name() + "' cannot be added: it must be a property that may be null");
        }
        Field field = TableSchema.arrow(column);
        return TableSchema.withFieldIds(field, this::newId);
    }

    private int newId() {
        int id;
        do {
            id = runtime.randomInt(LOWEST_NEW_ID, HIGHEST_NEW_ID);
        } while (!usedIds.add(id));
        return id;
    }

    private static void requireDroppable(TableSchema.Column column) {
        if (column.layout().property().isEmpty()) {
            throw new IllegalArgumentException(
                    "column '" + column.layout().name() + "' belongs to every version of the table");
        }
    }

    /** Lance matches fields by name where it can, so what came out is compared with what was asked for. */
    private void checkFields(List<Field> fields, Dataset committed) {
        String doing = base.doing("change the columns of");
        TableSchema found = TableSchema.of(LanceErrors.call(doing, committed::getLanceSchema));
        List<Field> result = new ArrayList<>();
        for (TableSchema.Column column : found.columns()) {
            result.add(TableSchema.withFieldIds(TableSchema.arrow(column.layout()), column.fieldIds()));
        }
        if (!result.equals(fields)) {
            throw StoreException.internal(
                    ErrorText.of("cannot " + doing).cause("the new version has " + result + ", not " + fields), null);
        }
    }
}
