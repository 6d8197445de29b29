package dev.sennit.write;

import dev.sennit.manifest.TableLayouts;
import dev.sennit.model.Durability;
import dev.sennit.model.OperationId;
import dev.sennit.model.TableId;
import dev.sennit.model.Ulid;
import dev.sennit.protocol.ConfirmedTable;
import dev.sennit.protocol.Effects;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.schema.ElementType;
import dev.sennit.store.FragmentInfo;
import dev.sennit.store.StagedFragment;
import dev.sennit.store.TableChange;
import dev.sennit.store.TablePin;
import dev.sennit.store.TableStore;
import dev.sennit.store.TableVersion;
import dev.sennit.store.TransactionIdentity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.roaringbitmap.RoaringBitmap;

/**
 * The effects of a load: per table a detached commit of the staged fragments and the deletions, another that takes
 * rejected rows out of them, and index segments over the new rows.
 */
final class LoadEffects implements Effects {
    /** Fewer new rows than this stay in the tail, which look-ups scan, until it is folded. */
    static final long SMALLEST_INDEXED = 4096;

    /** Rows per index segment: bounds the memory that sorting them takes. */
    private static final long ROWS_PER_SEGMENT = 2L << 20;

    private final TableStore tables;
    private final OperationId operation;
    private final Supplier<Ulid> ids;
    private final Durability durability;
    private final LoadProgress progress;
    private final List<TableEffect> effects;

    /**
     * What changes in one table.
     *
     * @param change the staged fragments and what goes from the base
     * @param rejectedRows offsets of staged rows that turned out bad, by index in the change's fragments
     */
    record TableEffect(
            ElementType type,
            TableId table,
            TablePin base,
            TableChange change,
            Map<Integer, RoaringBitmap> rejectedRows) {
        long addedRows() {
            return change.added().stream().mapToLong(StagedFragment::rowCount).sum()
                    - rejectedRows.values().stream()
                            .mapToLong(RoaringBitmap::getLongCardinality)
                            .sum();
        }
    }

    LoadEffects(
            TableStore tables,
            OperationId operation,
            Supplier<Ulid> ids,
            Durability durability,
            LoadProgress progress,
            List<TableEffect> effects) {
        this.tables = tables;
        this.operation = operation;
        this.ids = ids;
        this.durability = durability;
        this.progress = progress;
        this.effects = List.copyOf(effects);
    }

    @Override
    public Map<TableId, ConfirmedTable> apply(FailurePoints failurePoints) {
        Map<TableId, ConfirmedTable> achieved = new LinkedHashMap<>();
        for (TableEffect effect : effects) {
            progress.at(LoadProgress.Phase.WRITING, effect.addedRows(), 0);
            TablePin written = write(effect);
            failurePoints.reached(FailurePoint.TABLE_COMMITTED);
            progress.at(LoadProgress.Phase.INDEXING, effect.addedRows(), 0);
            TablePin indexed = index(effect, written);
            failurePoints.reached(FailurePoint.TABLE_INDEXED);
            achieved.put(effect.table(), confirm(effect, indexed));
        }
        return achieved;
    }

    private TablePin write(TableEffect effect) {
        TablePin written;
        try (TableVersion base = tables.open(effect.table(), effect.base())) {
            written = tables.commit(base, effect.change(), identity(), durability);
        }
        if (effect.rejectedRows().isEmpty()) {
            return written;
        }
        try (TableVersion version = tables.open(effect.table(), written)) {
            Map<Integer, RoaringBitmap> deleted = new HashMap<>();
            effect.rejectedRows()
                    .forEach((staged, offsets) -> deleted.put(
                            fragmentOf(version, effect.change().added().get(staged)), offsets));
            return tables.commit(version, new TableChange(List.of(), deleted, Set.of()), identity(), durability);
        }
    }

    private static int fragmentOf(TableVersion version, StagedFragment staged) {
        return version.fragments().stream()
                .filter(fragment -> fragment.files().stream().anyMatch(file -> file.endsWith(staged.path())))
                .mapToInt(FragmentInfo::id)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("staged file " + staged.path() + " is not in its table"));
    }

    /** Index segments over the fragments that no segment covers, a bounded number of rows at a time. */
    private TablePin index(TableEffect effect, TablePin written) {
        List<String> columns = TableLayouts.systemColumns(effect.type());
        TablePin pin = written;
        List<List<Integer>> groups;
        boolean first;
        try (TableVersion version = tables.open(effect.table(), pin)) {
            Set<Integer> covered = version.indexedFragments(columns.getFirst());
            List<FragmentInfo> uncovered = version.fragments().stream()
                    .filter(fragment -> !covered.contains(fragment.id()))
                    .toList();
            long rows = uncovered.stream().mapToLong(FragmentInfo::rowCount).sum();
            first = covered.isEmpty();
            if (rows == 0 || !first && rows < SMALLEST_INDEXED) {
                return pin;
            }
            groups = grouped(uncovered);
        }
        for (List<Integer> group : groups) {
            try (TableVersion version = tables.open(effect.table(), pin)) {
                pin = tables.index(version, columns, group, false, identity(), durability);
            }
        }
        return pin;
    }

    private static List<List<Integer>> grouped(List<FragmentInfo> fragments) {
        List<List<Integer>> groups = new ArrayList<>();
        long rows = ROWS_PER_SEGMENT;
        for (FragmentInfo fragment : fragments) {
            if (rows + fragment.rowCount() > ROWS_PER_SEGMENT) {
                groups.add(new ArrayList<>());
                rows = 0;
            }
            groups.getLast().add(fragment.id());
            rows += fragment.rowCount();
        }
        return groups;
    }

    private ConfirmedTable confirm(TableEffect effect, TablePin pin) {
        try (TableVersion version = tables.open(effect.table(), pin)) {
            Map<String, Long> indexed = new LinkedHashMap<>();
            for (String column : TableLayouts.systemColumns(effect.type())) {
                Set<Integer> covered = version.indexedFragments(column);
                indexed.put(
                        column,
                        version.fragments().stream()
                                .filter(fragment -> covered.contains(fragment.id()))
                                .mapToLong(FragmentInfo::rowCount)
                                .sum());
            }
            return new ConfirmedTable(pin, version.rowCount(), indexed);
        }
    }

    private TransactionIdentity identity() {
        return new TransactionIdentity(ids.get().toString(), Map.of("operation", operation.toString()));
    }
}
