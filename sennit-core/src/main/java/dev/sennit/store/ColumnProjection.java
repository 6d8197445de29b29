package dev.sennit.store;

import dev.sennit.model.ErrorText;
import dev.sennit.model.PropertyId;
import dev.sennit.model.StoreException;
import java.util.ArrayList;
import java.util.Arrays;
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
import org.lance.FragmentMetadata;
import org.lance.fragment.DataFile;
import org.lance.operation.Merge;
import org.lance.operation.Project;

/**
 * Changes the columns of a table, without touching the data it has. Lance finds a column's data by field id, so a renamed column
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
     * The columns of a layout with their field ids: kept ones have theirs, others get new ones.
     *
     * @param filled columns that get values of their own, whatever they held before
     * @param withoutNulls whether columns that become not nullable are known to hold no nulls
     * @throws IllegalArgumentException if the layout asks for what data that stay cannot give
     */
    TableSchema plan(TableLayout layout, Set<String> filled, boolean withoutNulls) {
        Map<Object, TableSchema.Column> known = byIdentity();
        Set<String> names = new HashSet<>();
        List<TableSchema.Column> columns = new ArrayList<>();
        for (ColumnLayout column : layout.columns()) {
            if (!names.add(column.name())) {
                throw new IllegalArgumentException("two columns '" + column.name() + "'");
            }
            TableSchema.@Nullable Column before = known.remove(identity(column));
            if (before != null && !filled.contains(column.name())) {
                requireSameType(before, column);
                if (before.layout().nullable() && !column.nullable() && !withoutNulls && base.rowCount() > 0) {
                    throw new IllegalArgumentException(
                            "column '" + column.name() + "' may hold nulls and cannot exclude them");
                }
                columns.add(TableSchema.column(column, before));
            } else if (column.property().isEmpty()) {
                throw new IllegalArgumentException(
                        "column '" + column.name() + "' belongs to every version of a table");
            } else if (!column.nullable() && !filled.contains(column.name()) && base.rowCount() > 0) {
                throw new IllegalArgumentException(
                        "column '" + column.name() + "' cannot be added: it must be a property that may be null");
            } else {
                columns.add(TableSchema.column(column, this::newId));
            }
        }
        known.values().forEach(ColumnProjection::requireDroppable);
        if (!names.containsAll(filled)) {
            throw new IllegalArgumentException("the layout has not all of " + filled);
        }
        return new TableSchema(columns);
    }

    /** Whether data are added, or looked at anew: a projection cannot do that. */
    boolean needsMerge(TableSchema target, Set<String> filled) {
        if (base.fragmentMetadata().isEmpty()) {
            return false;
        }
        Map<Integer, TableSchema.Column> before = new HashMap<>();
        base.schema().columns().forEach(column -> before.put(column.fieldId(), column));
        return !filled.isEmpty()
                || target.columns().stream().anyMatch(column -> {
                    TableSchema.@Nullable Column old = before.get(column.fieldId());
                    return old != null
                            && old.layout().nullable()
                            && !column.layout().nullable();
                });
    }

    /** Commits other columns without adding data. */
    TablePin project(TableSchema target, DetachedCommit commit) {
        return commit(target.fieldsWithIds(), commit);
    }

    /** Commits other columns together with a data file for each fragment that holds the values of new ones. */
    TablePin merge(TableSchema target, Map<Integer, StagedFragment> values, DetachedCommit commit) {
        List<FragmentMetadata> fragments = new ArrayList<>();
        List<String> added = new ArrayList<>();
        Set<Integer> read = new HashSet<>(target.fieldIds());
        for (FragmentMetadata fragment : base.fragmentMetadata()) {
            List<DataFile> files = new ArrayList<>(fragment.getFiles().stream()
                    .filter(file -> Arrays.stream(file.getFields()).anyMatch(read::contains))
                    .toList());
            StagedFragment staged = values.get(fragment.getId());
            if (staged != null) {
                DataFile file = TableFiles.dataFile(staged);
                files.add(file);
                added.add(TableFiles.data(file));
            }
            fragments.add(new FragmentMetadata(
                    fragment.getId(), files, fragment.getPhysicalRows(), fragment.getDeletionFile(), null));
        }
        List<Field> fields = target.fieldsWithIds();
        Merge operation =
                Merge.builder().fragments(fragments).schema(new Schema(fields)).build();
        CommittedFragments expected = CommittedFragments.unchanged(base.fragmentMetadata());
        return commit.execute(operation, added, committed -> {
            expected.check(base.doing("change the columns of"), committed);
            checkFields(fields, committed.dataset());
        });
    }

    /**
     * Commits the version that the projection needs in between; empty if it needs none.
     *
     * @param filled columns that are others than those of the base, whatever they are called
     */
    Optional<TablePin> executeRenamingAway(TableLayout layout, Set<String> filled, DetachedCommit commit) {
        Map<Object, TableSchema.Column> byIdentity = byIdentity();
        Set<String> taken = new HashSet<>(filled);
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
        return TableSchema.withFieldIds(TableSchema.arrow(column), before.fieldIds());
    }

    private static void requireSameType(TableSchema.Column before, ColumnLayout column) {
        if (!StoredType.of(column.type()).equals(before.layout().type())) {
            throw new IllegalArgumentException("column '" + column.name() + "' is of type "
                    + before.layout().type().text() + " and cannot become "
                    + column.type().text());
        }
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
