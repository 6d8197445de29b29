package dev.sennit.write;

import dev.sennit.merge.ConflictList;
import dev.sennit.merge.ElementMerge;
import dev.sennit.merge.MergeDecision;
import dev.sennit.merge.RowChange;
import dev.sennit.merge.ThreeWayRow;
import dev.sennit.merge.ThreeWayTable;
import dev.sennit.model.ElementId;
import dev.sennit.model.MergeResult.TypeCounts;
import dev.sennit.model.MergeSide;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.NodeType;
import dev.sennit.store.StagedFragment;
import dev.sennit.store.TableChange;
import dev.sennit.store.TableStore;
import dev.sennit.validate.RowValidator;
import dev.sennit.validate.SetValidator;
import dev.sennit.validate.ViolationSink;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * One type's share of a merge. A pass decides every element, tells the validator, and collects what is to be written; it is
 * repeated when conflicts were resolved by what it found. Not thread-safe.
 */
final class TypeMerge implements AutoCloseable {
    /** Longs that note one element: its three places and who changed it. */
    private static final int NOTE = 4;

    private static final long OURS_CHANGED = 1;
    private static final long THEIRS_CHANGED = 2;

    private final ThreeWayTable table;
    private final ElementMerge elements;
    private final RowValidator validator;
    private final TableStore tables;
    private final FailurePoints failurePoints;
    private final Path notesFile;
    private final boolean onlyTheirsChanged;
    private final Map<String, MergeSide> overrides = new HashMap<>();
    private final Map<Integer, RoaringBitmap> deleted = new HashMap<>();
    private AdoptedFragments adopted = AdoptedFragments.none();
    private MergedRows rows;
    private LongLog notes;
    private long ordinals;
    private long inserted;
    private long updated;
    private long removed;

    /** @param onlyTheirsChanged whether ours is the base's version of the table, and theirs has the same columns */
    TypeMerge(
            ThreeWayTable table,
            boolean onlyTheirsChanged,
            ConflictList conflicts,
            TableStore tables,
            FailurePoints failurePoints,
            Path notesFile) {
        this.table = table;
        this.onlyTheirsChanged = onlyTheirsChanged;
        this.elements = new ElementMerge(table.ours(), conflicts);
        this.validator = RowValidator.of(table.ours().type());
        this.tables = tables;
        this.failurePoints = failurePoints;
        this.notesFile = notesFile;
        this.rows = newRows(false);
        this.notes = new LongLog(notesFile);
    }

    ElementType type() {
        return table.ours().type();
    }

    ThreeWayTable table() {
        return table;
    }

    ElementId name(String id) {
        return elements.name(id);
    }

    /** Decides that an element is taken from one side as a whole; false if that is decided already. */
    boolean override(String id, MergeSide side) {
        return overrides.putIfAbsent(id, side) == null;
    }

    /** Whether the whole table becomes what theirs is. */
    boolean adoptsTable() {
        return onlyTheirsChanged && overrides.isEmpty();
    }

    /** Decides every element. What an earlier pass collected is given up. */
    void pass(SetValidator set, boolean writing, ViolationSink violations) {
        restart(writing);
        table.forEach(!overrides.isEmpty(), row -> {
            MergeDecision decision = decide(row);
            switch (decision) {
                case MergeDecision.Keep ignored -> {
                    // ours has it already
                }
                case MergeDecision.Delete ignored -> delete(set, row);
                case MergeDecision.Put put -> put(set, row, put, violations);
            }
        });
        rows.finish();
    }

    /** What becomes of an element, as the pass decides it. */
    MergeDecision decide(ThreeWayRow row) {
        return elements.decide(row, Optional.ofNullable(overrides.isEmpty() ? null : overrides.get(row.id())));
    }

    /** The element whose row the validator knows by that number. */
    ThreeWayRow element(long ordinal) {
        long at = ordinal * NOTE;
        long flags = notes.get(at + 3);
        return table.read(new RowChange(
                notes.get(at),
                notes.get(at + 1),
                notes.get(at + 2),
                (flags & OURS_CHANGED) != 0,
                (flags & THEIRS_CHANGED) != 0));
    }

    /** What is to be done to our version of the table. */
    TableEffect effect() {
        List<StagedFragment> added = new ArrayList<>(rows.staged());
        Map<Integer, RoaringBitmap> rejected = new HashMap<>();
        adopted.unwanted().forEach((fragment, unwanted) -> {
            if (!unwanted.isEmpty()) {
                rejected.put(added.size(), unwanted);
            }
            added.add(fragment);
        });
        return new TableEffect(
                type(),
                table.ours().table().table(),
                table.ours().table().pin(),
                new TableChange(added, deleted, Set.of()),
                rejected,
                rows.few());
    }

    /** Fragments of theirs that become part of ours. */
    Set<StagedFragment> borrowed() {
        return adopted.unwanted().keySet();
    }

    TypeCounts counts() {
        return new TypeCounts(type().name(), inserted, updated, removed);
    }

    boolean changesAnything() {
        return inserted + updated + removed > 0;
    }

    /** Removes what was staged for nothing. */
    void discard() {
        rows.discard();
    }

    @Override
    public void close() {
        LongLog current = notes;
        try (table;
                current) {
            rows.close();
        }
    }

    private void restart(boolean writing) {
        rows.discard();
        boolean stages = writing && !adoptsTable();
        rows = newRows(stages);
        adopted = stages && !table.hasVirtualBase() ? AdoptedFragments.of(table) : AdoptedFragments.none();
        notes.close();
        notes = new LongLog(notesFile);
        deleted.clear();
        ordinals = 0;
        inserted = 0;
        updated = 0;
        removed = 0;
    }

    private MergedRows newRows(boolean staging) {
        return new MergedRows(tables, table.ours().version(), failurePoints, staging);
    }

    private void delete(SetValidator set, ThreeWayRow row) {
        @Nullable Object[] our = present(row.ours());
        removed++;
        deleteRow(row.change().ours());
        switch (type()) {
            case NodeType node -> set.nodes(node).delete(row.id());
            case EdgeType edge -> set.edges(edge).delete(row.id(), text(our[1]), text(our[2]));
        }
    }

    private void put(SetValidator set, ThreeWayRow row, MergeDecision.Put put, ViolationSink violations) {
        @Nullable Object[] values = put.row();
        boolean replaces = row.ours() != null;
        if (replaces) {
            updated++;
            deleteRow(row.change().ours());
        } else {
            inserted++;
        }
        long ordinal = ordinals++;
        note(row.change());
        check(set, row, values, ordinal, violations);
        if (!put.isTheirs() || !adopted.take(row.change())) {
            rows.add(values);
        }
    }

    private void check(
            SetValidator set, ThreeWayRow row, @Nullable Object[] values, long ordinal, ViolationSink violations) {
        int system = table.ours().systemColumns();
        @Nullable Object[] properties = Arrays.copyOfRange(values, system, values.length);
        String id = row.id();
        validator.check(properties, ordinal, id, null, 0, violations);
        boolean replaces = row.ours() != null;
        switch (type()) {
            case NodeType node -> {
                SetValidator.NodeDelta delta = set.nodes(node);
                if (replaces) {
                    delta.update(ordinal, id, properties, null, 0);
                } else {
                    delta.add(ordinal, id, properties, null, 0);
                }
            }
            case EdgeType edge -> {
                SetValidator.EdgeDelta delta = set.edges(edge);
                String source = text(values[1]);
                String destination = text(values[2]);
                @Nullable Object @Nullable [] our = row.ours();
                if (our != null && text(our[1]).equals(source) && text(our[2]).equals(destination)) {
                    delta.update(ordinal, id, source, destination, properties, null, 0);
                } else {
                    if (our != null) {
                        delta.delete(id, text(our[1]), text(our[2]));
                    }
                    delta.add(ordinal, id, source, destination, properties, null, 0);
                }
            }
        }
    }

    private void note(RowChange change) {
        notes.add(change.base());
        notes.add(change.ours());
        notes.add(change.theirs());
        notes.add((change.oursChanged() ? OURS_CHANGED : 0) | (change.theirsChanged() ? THEIRS_CHANGED : 0));
    }

    private void deleteRow(long address) {
        deleted.computeIfAbsent((int) (address >>> 32), ignored -> new RoaringBitmap())
                .add((int) address);
    }

    private static @Nullable Object[] present(@Nullable Object @Nullable [] row) {
        if (row == null) {
            throw new IllegalStateException("an element that is deleted has a row");
        }
        return row;
    }

    private static String text(@Nullable Object value) {
        if (!(value instanceof String text)) {
            throw new IllegalStateException("an id column holds a null");
        }
        return text;
    }
}
