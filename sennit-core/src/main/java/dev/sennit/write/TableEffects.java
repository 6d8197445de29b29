package dev.sennit.write;

import dev.sennit.manifest.TableLayouts;
import dev.sennit.model.OperationId;
import dev.sennit.model.TableId;
import dev.sennit.protocol.ConfirmedTable;
import dev.sennit.protocol.Effects;
import dev.sennit.protocol.FailurePoint;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.store.FragmentWriter;
import dev.sennit.store.StagedFragment;
import dev.sennit.store.TableChange;
import dev.sennit.store.TablePin;
import dev.sennit.store.TableStore;
import dev.sennit.store.TableVersion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.roaringbitmap.RoaringBitmap;

/**
 * The effects of a write on tables: per table a detached commit of the new fragments and the deletions, another that
 * takes rejected rows out of them, and index segments over the new rows. A tail that has grown too long is folded on the
 * way. Undecided, all of it is forgotten.
 */
final class TableEffects implements Effects {
    private final WriterResources resources;
    private final TableStore tables;
    private final OperationId operation;
    private final SegmentBuilder builder;
    private final LoadProgress progress;
    private final List<TableEffect> effects;

    TableEffects(WriterResources resources, OperationId operation, LoadProgress progress, List<TableEffect> effects) {
        this.resources = resources;
        this.tables = resources.tables();
        this.operation = operation;
        this.builder = new SegmentBuilder(resources, operation);
        this.progress = progress;
        this.effects = List.copyOf(effects);
    }

    /** The same on versions that these tables got meanwhile: fragments and places of rows are those of the versions before. */
    TableEffects onto(Map<TableId, ConfirmedTable> versions) {
        return new TableEffects(
                resources,
                operation,
                progress,
                effects.stream()
                        .map(effect -> {
                            ConfirmedTable version = versions.get(effect.table());
                            return version == null ? effect : effect.onto(version.pin());
                        })
                        .toList());
    }

    @Override
    public Map<TableId, ConfirmedTable> apply(FailurePoints failurePoints) {
        Map<TableId, ConfirmedTable> achieved = new LinkedHashMap<>();
        for (TableEffect effect : effects) {
            achieved.put(effect.table(), apply(effect, failurePoints));
        }
        return achieved;
    }

    private ConfirmedTable apply(TableEffect effect, FailurePoints failurePoints) {
        progress.at(LoadProgress.Phase.WRITING, effect.addedRows(), 0);
        TablePin pin;
        StagedRows own =
                new StagedRows(TableLayouts.systemColumns(effect.type()).size());
        TableChange change;
        try (TableVersion base = tables.open(effect.table(), effect.base())) {
            change = withRows(base, effect, own, failurePoints);
            pin = tables.commit(base, change, resources.identity(operation), resources.durability());
        }
        failurePoints.reached(FailurePoint.TABLE_COMMITTED);
        if (!effect.rejectedRows().isEmpty()) {
            pin = withoutRejected(effect, pin);
            failurePoints.reached(FailurePoint.TABLE_COMMITTED);
        }
        progress.at(LoadProgress.Phase.INDEXING, effect.addedRows(), 0);
        SegmentPlan plan;
        try (TableVersion written = tables.open(effect.table(), pin)) {
            if (effect.rejectedRows().isEmpty()) {
                own.tell(resources.caches().nodes(), effect.base(), written, change);
            }
            plan = SegmentPlan.forUnindexed(IndexShape.of(written, effect.type()), resources.segments());
            if (plan.segments().isEmpty()) {
                own.keepIn(resources.tails(), written);
                return SegmentBuilder.confirm(effect.type(), written);
            }
        }
        return builder.build(effect.table(), pin, effect.type(), plan, failurePoints);
    }

    private TablePin withoutRejected(TableEffect effect, TablePin written) {
        try (TableVersion version = tables.open(effect.table(), written)) {
            Map<Integer, RoaringBitmap> deleted = new HashMap<>();
            effect.rejectedRows()
                    .forEach((staged, offsets) -> deleted.put(
                            version.fragmentOf(effect.change().added().get(staged))
                                    .id(),
                            offsets));
            TableChange change = new TableChange(List.of(), deleted, Set.of());
            return tables.commit(version, change, resources.identity(operation), resources.durability());
        }
    }

    /** The change with the effect's own rows staged, and the tail's with them if it is too long. */
    private TableChange withRows(TableVersion base, TableEffect effect, StagedRows own, FailurePoints failurePoints) {
        TableChange change = effect.change();
        long small = change.added().stream()
                .filter(fragment -> TailFold.isSmall(fragment.rowCount()))
                .count();
        int ownSmall =
                effect.rows().isEmpty() || !TailFold.isSmall(effect.rows().size()) ? 0 : 1;
        Optional<TailFold> fold = TailFold.of(base, change, Math.toIntExact(small) + ownSmall);
        if (effect.rows().isEmpty() && fold.isEmpty()) {
            return change;
        }
        try (FragmentWriter writer = tables.writeFragment(base)) {
            fold.ifPresent(tail -> tail.forEachRow(base, change, row -> own.append(writer, row)));
            effect.rows().forEach(row -> own.append(writer, row));
            if (writer.rowCount() > 0) {
                own.finish(writer);
                failurePoints.reached(FailurePoint.FRAGMENT_STAGED);
            }
        }
        TableChange kept = fold.map(tail -> tail.applyTo(change)).orElse(change);
        List<StagedFragment> added = new ArrayList<>(kept.added());
        own.fragment().ifPresent(added::add);
        return new TableChange(added, kept.deletedRows(), kept.removedFragments());
    }
}
