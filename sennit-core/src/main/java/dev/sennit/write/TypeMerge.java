package dev.sennit.write;

import dev.sennit.merge.ConflictList;
import dev.sennit.merge.ElementMerge;
import dev.sennit.merge.MergeDecision;
import dev.sennit.merge.RowChange;
import dev.sennit.merge.SameValue;
import dev.sennit.merge.TableRows;
import dev.sennit.merge.ThreeWayRow;
import dev.sennit.merge.ThreeWayTable;
import dev.sennit.model.MergeResult.TypeCounts;
import dev.sennit.model.MergeSide;
import dev.sennit.protocol.FailurePoints;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.NodeType;
import dev.sennit.store.RowAddress;
import dev.sennit.store.StagedFragment;
import dev.sennit.store.TableChange;
import dev.sennit.store.TableStore;
import dev.sennit.validate.KeyedId;
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
 * repeated when conflicts were resolved by what it found. What is written changes our version of the table, or theirs if
 * ours has no such table. Not thread-safe.
 */
final class TypeMerge implements AutoCloseable {
    /** Longs that note one element: its three places and who changed it. */
    private static final int NOTE = 4;

    private static final long OURS_CHANGED = 1;
    private static final long THEIRS_CHANGED = 2;

    private final ThreeWayTable table;
    private final ElementMerge elements;
    private final RowValidator validator;
    private final Optional<KeyedId> keyedId;
    private final TableStore tables;
    private final FailurePoints failurePoints;
    private final Path notesFile;
    private final boolean onlyTheirsChanged;
    private final boolean judgesBothSides;
    private final boolean countsTheirs;
    private final Optional<UnitedColumns> columns;
    private final Map<String, MergeSide> overrides = new HashMap<>();
    private final Map<Integer, RoaringBitmap> deleted = new HashMap<>();
    private AdoptedFragments adopted = AdoptedFragments.none();
    private MergedRows rows;
    private LongLog notes;
    private long ordinals;
    private long inserted;
    private long updated;
    private long removed;
    private Counts ofTheirs = new Counts();

    /** What becomes of the rows of one state. */
    private static final class Counts {
        private long inserted;
        private long updated;
        private long deleted;

        void add(@Nullable Object @Nullable [] before, @Nullable Object @Nullable [] after) {
            if (SameValue.ofRows(before, after)) {
                return;
            }
            if (before == null) {
                inserted++;
            } else if (after == null) {
                deleted++;
            } else {
                updated++;
            }
        }
    }

    /**
     * Which of the sides has what the result is like.
     *
     * @param onlyTheirsChanged whether ours is the base's version of the table, and theirs has the columns of the result
     * @param judgesBothSides whether the validator's state is the base, and what either side did is put to it; otherwise
     *     it is ours, which keeps the rules, and what theirs did is
     * @param otherSchema whether theirs has another schema than the result, or ours has
     * @param countsTheirs whether it is told what becomes of the rows of theirs, which costs reading those that only ours
     *     changed; otherwise of ours
     */
    record Sides(boolean onlyTheirsChanged, boolean judgesBothSides, boolean otherSchema, boolean countsTheirs) {}

    TypeMerge(
            ThreeWayTable table,
            Sides sides,
            ConflictList conflicts,
            TableStore tables,
            FailurePoints failurePoints,
            Path notesFile) {
        this.table = table;
        this.onlyTheirsChanged = sides.onlyTheirsChanged();
        this.judgesBothSides = sides.judgesBothSides();
        this.countsTheirs = sides.countsTheirs();
        this.elements = new ElementMerge(table.shape(), conflicts);
        this.validator = RowValidator.of(type());
        this.keyedId = sides.otherSchema() ? keyedId(type()) : Optional.empty();
        this.columns = table.ours().flatMap(ours -> UnitedColumns.of(tables, ours, table.shape()));
        this.tables = tables;
        this.failurePoints = failurePoints;
        this.notesFile = notesFile;
        this.rows = newRows(false);
        this.notes = new LongLog(notesFile);
    }

    private static Optional<KeyedId> keyedId(ElementType type) {
        boolean isKeyed = switch (type) {
            case NodeType node -> node.isKeyed();
            case EdgeType edge -> edge.isKeyed();
        };
        return isKeyed ? Optional.of(new KeyedId(type.properties(), key(type))) : Optional.empty();
    }

    ElementType type() {
        return table.shape().type();
    }

    /** The version that is changed. */
    private TableRows changing() {
        return table.ours().or(table::theirs).orElseThrow();
    }

    /** Decides that an element is taken from one side as a whole; false if that is decided already. */
    boolean override(String id, MergeSide side) {
        return overrides.putIfAbsent(id, side) == null;
    }

    /** Whether the whole table becomes what theirs is. */
    boolean adoptsTable() {
        return onlyTheirsChanged && (table.ours().isPresent() ? overrides.isEmpty() : deleted.isEmpty());
    }

    /** The columns our version gets first; empty if it has those of the result. */
    Optional<UnitedColumns> columns() {
        return columns;
    }

    /** Decides every element. What an earlier pass collected is given up. */
    void pass(SetValidator set, boolean writing, ViolationSink violations) {
        restart(writing);
        table.forEach(judgesBothSides || countsTheirs || !overrides.isEmpty(), row -> {
            MergeDecision decision = written(row, decide(row));
            collect(row, decision);
            @Nullable Object @Nullable [] result = result(row, decision);
            if (countsTheirs) {
                ofTheirs.add(row.theirs(), result);
            }
            @Nullable Object @Nullable [] before = judgesBothSides ? row.stored() : row.ours();
            if (judgesBothSides ? !SameValue.ofRows(before, result) : !(decision instanceof MergeDecision.Keep)) {
                tell(set, row, before, result, violations);
            }
        });
        rows.finish();
    }

    /** What becomes of an element, as the pass decides it. */
    MergeDecision decide(ThreeWayRow row) {
        return elements.decide(row, Optional.ofNullable(overrides.isEmpty() ? null : overrides.get(row.id())));
    }

    /** The same where our row stays; one that stands for another than is stored has to be written. */
    private static MergeDecision written(ThreeWayRow row, MergeDecision decision) {
        @Nullable Object @Nullable [] ours = row.ours();
        return decision instanceof MergeDecision.Keep && !row.oursStands() && ours != null
                ? new MergeDecision.Put(ours, false)
                : decision;
    }

    /** The row of an element that comes of the merge; null if there is none. */
    @Nullable
    Object @Nullable [] result(ThreeWayRow row) {
        return result(row, decide(row));
    }

    private static @Nullable Object @Nullable [] result(ThreeWayRow row, MergeDecision decision) {
        return switch (decision) {
            case MergeDecision.Keep ignored -> row.ours();
            case MergeDecision.Delete ignored -> null;
            case MergeDecision.Put put -> put.row();
        };
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

    /** What is to be done to the version that is changed. */
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
                changing().table().table(),
                changing().table().pin(),
                new TableChange(added, deleted, Set.of()),
                rejected,
                rows.few());
    }

    /** Fragments of theirs that become part of ours. */
    Set<StagedFragment> borrowed() {
        return adopted.unwanted().keySet();
    }

    /** What becomes of the rows of ours or, if those of theirs are counted, of theirs. */
    Optional<TypeCounts> counts() {
        TypeCounts counts = countsTheirs
                ? new TypeCounts(type().name(), ofTheirs.inserted, ofTheirs.updated, ofTheirs.deleted)
                : countsOfOurs();
        return Optional.of(counts).filter(each -> each.inserted() + each.updated() + each.deleted() > 0);
    }

    private TypeCounts countsOfOurs() {
        return new TypeCounts(type().name(), inserted, updated, removed);
    }

    boolean changesAnything() {
        return inserted + updated + removed > 0;
    }

    /** Removes what was staged for nothing. */
    void discard() {
        rows.discard();
        columns.ifPresent(UnitedColumns::discard);
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
        boolean adopts = stages
                && columns.isEmpty()
                && !table.hasVirtualBase()
                && !table.restatesTheirs()
                && table.ours().isPresent()
                && table.theirs().isPresent();
        adopted = adopts ? AdoptedFragments.of(table) : AdoptedFragments.none();
        notes.close();
        notes = new LongLog(notesFile);
        deleted.clear();
        ordinals = 0;
        inserted = 0;
        updated = 0;
        removed = 0;
        ofTheirs = new Counts();
    }

    private MergedRows newRows(boolean staging) {
        TableRows changing = changing();
        return new MergedRows(
                tables,
                changing.table().table(),
                () -> columns.map(united -> tables.writeRows(changing.version(), united.evolution()))
                        .orElseGet(() -> tables.writeFragment(changing.version())),
                failurePoints,
                staging);
    }

    /** Takes note of what has to be done to the version that is changed. */
    private void collect(ThreeWayRow row, MergeDecision decision) {
        switch (decision) {
            case MergeDecision.Keep ignored -> {
                if (table.ours().isEmpty() && row.theirs() != null) {
                    deleteRow(row.change().theirs());
                }
            }
            case MergeDecision.Delete ignored -> {
                removed++;
                deleteRow(row.change().ours());
            }
            case MergeDecision.Put put -> {
                if (row.ours() == null) {
                    inserted++;
                } else {
                    updated++;
                    deleteRow(row.change().ours());
                }
                boolean isThere = table.ours().isEmpty();
                if (!isThere && (!put.isTheirs() || !adopted.take(row.change()))) {
                    rows.add(put.row());
                }
            }
        }
    }

    /** Puts to the validator what becomes of an element: what it was in the state that is judged on, and what it is. */
    private void tell(
            SetValidator set,
            ThreeWayRow row,
            @Nullable Object @Nullable [] before,
            @Nullable Object @Nullable [] after,
            ViolationSink violations) {
        if (after != null) {
            long ordinal = ordinals++;
            note(row.change());
            check(set, row.id(), before, after, ordinal, violations);
        } else if (before != null) {
            switch (type()) {
                case NodeType node -> set.nodes(node).delete(row.id());
                case EdgeType edge -> set.edges(edge).delete(row.id(), text(before[1]), text(before[2]));
            }
        }
    }

    private void check(
            SetValidator set,
            String id,
            @Nullable Object @Nullable [] before,
            @Nullable Object[] after,
            long ordinal,
            ViolationSink violations) {
        int system = table.shape().systemColumns();
        @Nullable Object[] properties = Arrays.copyOfRange(after, system, after.length);
        validator.check(properties, ordinal, id, null, 0, violations);
        checkKey(id, after, properties, ordinal, violations);
        switch (type()) {
            case NodeType node -> {
                SetValidator.NodeDelta delta = set.nodes(node);
                if (before != null) {
                    delta.update(ordinal, id, properties, null, 0);
                } else {
                    delta.add(ordinal, id, properties, null, 0);
                }
            }
            case EdgeType edge -> {
                SetValidator.EdgeDelta delta = set.edges(edge);
                String source = text(after[1]);
                String destination = text(after[2]);
                if (before != null
                        && text(before[1]).equals(source)
                        && text(before[2]).equals(destination)) {
                    delta.update(ordinal, id, source, destination, properties, null, 0);
                } else {
                    if (before != null) {
                        delta.delete(id, text(before[1]), text(before[2]));
                    }
                    delta.add(ordinal, id, source, destination, properties, null, 0);
                }
            }
        }
    }

    /** An id never changes, so an element may have one that is not the text of a key that only one side's schema has. */
    private void checkKey(
            String id, @Nullable Object[] row, @Nullable Object[] properties, long ordinal, ViolationSink violations) {
        boolean isEdge = type() instanceof EdgeType;
        Optional<String> expected = keyedId.flatMap(
                keyed -> keyed.of(isEdge ? text(row[1]) : null, isEdge ? text(row[2]) : null, properties));
        if (expected.isPresent() && !expected.get().equals(id)) {
            String names = String.join(", ", key(type()));
            violations.accept(type().name(), ordinal, RowValidator.otherKey(type().name(), names, id, expected.get()));
        }
    }

    private static List<String> key(ElementType type) {
        return switch (type) {
            case NodeType node -> node.key();
            case EdgeType edge -> edge.key().orElse(List.of());
        };
    }

    private void note(RowChange change) {
        notes.add(change.base());
        notes.add(change.ours());
        notes.add(change.theirs());
        notes.add((change.oursChanged() ? OURS_CHANGED : 0) | (change.theirsChanged() ? THEIRS_CHANGED : 0));
    }

    private void deleteRow(long address) {
        deleted.computeIfAbsent(RowAddress.fragment(address), ignored -> new RoaringBitmap())
                .add(RowAddress.offset(address));
    }

    private static String text(@Nullable Object value) {
        if (!(value instanceof String text)) {
            throw new IllegalStateException("an id column holds a null");
        }
        return text;
    }
}
