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
import dev.sennit.store.FragmentWriter;
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
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.roaringbitmap.RoaringBitmap;

/**
 * The effects of a write on tables: per table a detached commit of the new fragments and the deletions, another that
 * takes rejected rows out of them, and index segments over the new rows. A tail that has grown too long is folded on the
 * way. Undecided, all of it is forgotten.
 */
final class TableEffects implements Effects {
    /** Rows per index segment: bounds the memory that sorting them takes. */
    private static final long ROWS_PER_SEGMENT = 2L << 20;

    private final TableStore tables;
    private final OperationId operation;
    private final Supplier<Ulid> ids;
    private final Durability durability;
    private final LoadProgress progress;
    private final List<TableEffect> effects;

    TableEffects(
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
            TablePin pin = write(effect, failurePoints);
            failurePoints.reached(FailurePoint.TABLE_COMMITTED);
            progress.at(LoadProgress.Phase.INDEXING, effect.addedRows(), 0);
            List<List<Integer>> unindexed;
            try (TableVersion written = tables.open(effect.table(), pin)) {
                unindexed = unindexed(effect.type(), written);
                if (unindexed.isEmpty()) {
                    achieved.put(effect.table(), confirm(effect.type(), written));
                    continue;
                }
            }
            pin = index(effect, pin, unindexed);
            failurePoints.reached(FailurePoint.TABLE_INDEXED);
            try (TableVersion indexed = tables.open(effect.table(), pin)) {
                achieved.put(effect.table(), confirm(effect.type(), indexed));
            }
        }
        return achieved;
    }

    private TablePin write(TableEffect effect, FailurePoints failurePoints) {
        TablePin written;
        try (TableVersion base = tables.open(effect.table(), effect.base())) {
            TableChange change = withRows(base, effect, failurePoints);
            written = tables.commit(base, change, identity(), durability);
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

    /** The change with the effect's own rows staged, and the tail's with them if it is too long. */
    private TableChange withRows(TableVersion base, TableEffect effect, FailurePoints failurePoints) {
        TableChange change = effect.change();
        long small = change.added().stream()
                .filter(fragment -> TailFold.isSmall(fragment.rowCount()))
                .count();
        int own = effect.rows().isEmpty() || !TailFold.isSmall(effect.rows().size()) ? 0 : 1;
        Optional<TailFold> fold = TailFold.of(base, change, Math.toIntExact(small) + own);
        if (effect.rows().isEmpty() && fold.isEmpty()) {
            return change;
        }
        Optional<StagedFragment> staged = Optional.empty();
        try (FragmentWriter writer = tables.writeFragment(base)) {
            fold.ifPresent(tail -> tail.copyRows(base, change, writer));
            effect.rows().forEach(writer::append);
            if (writer.rowCount() > 0) {
                staged = Optional.of(writer.finish());
                failurePoints.reached(FailurePoint.FRAGMENT_STAGED);
            }
        }
        TableChange kept = fold.map(tail -> tail.applyTo(change)).orElse(change);
        List<StagedFragment> added = new ArrayList<>(kept.added());
        staged.ifPresent(added::add);
        return new TableChange(added, kept.deletedRows(), kept.removedFragments());
    }

    private static int fragmentOf(TableVersion version, StagedFragment staged) {
        return version.fragments().stream()
                .filter(fragment -> fragment.files().stream().anyMatch(file -> file.endsWith(staged.path())))
                .mapToInt(FragmentInfo::id)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("staged file " + staged.path() + " is not in its table"));
    }

    /** The fragments to index now, a bounded number of rows at a time; none while the tail is short. */
    private static List<List<Integer>> unindexed(ElementType type, TableVersion version) {
        Set<Integer> covered =
                version.indexedFragments(TableLayouts.systemColumns(type).getFirst());
        List<FragmentInfo> uncovered = version.fragments().stream()
                .filter(fragment -> !covered.contains(fragment.id()))
                .toList();
        long rows = uncovered.stream().mapToLong(FragmentInfo::rowCount).sum();
        boolean isFirst = covered.isEmpty();
        return rows == 0 || !isFirst && rows < TailFold.SMALL_ROWS ? List.of() : grouped(uncovered);
    }

    private TablePin index(TableEffect effect, TablePin written, List<List<Integer>> groups) {
        TablePin pin = written;
        for (List<Integer> group : groups) {
            try (TableVersion version = tables.open(effect.table(), pin)) {
                pin = tables.index(
                        version, TableLayouts.systemColumns(effect.type()), group, false, identity(), durability);
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

    private static ConfirmedTable confirm(ElementType type, TableVersion version) {
        Map<String, Long> indexed = new LinkedHashMap<>();
        for (String column : TableLayouts.systemColumns(type)) {
            Set<Integer> covered = version.indexedFragments(column);
            indexed.put(
                    column,
                    version.fragments().stream()
                            .filter(fragment -> covered.contains(fragment.id()))
                            .mapToLong(FragmentInfo::rowCount)
                            .sum());
        }
        return new ConfirmedTable(version.pin(), version.rowCount(), indexed);
    }

    private TransactionIdentity identity() {
        return new TransactionIdentity(ids.get().toString(), Map.of("operation", operation.toString()));
    }
}
