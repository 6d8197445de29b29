package dev.sennit.merge;

import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One table in a base and on two sides, each of which may lack it, and the elements that are not the same in all three.
 * Closes all it is given.
 */
public final class ThreeWayTable implements AutoCloseable {
    /** So many elements have their rows in memory at a time. */
    private static final int CHUNK = 1_024;

    /** So many where rows are also looked up by id: more would not be found through an index. */
    private static final int CHUNK_BY_ID = 256;

    private final RowShape shape;
    private final Optional<TableRows> base;
    private final Optional<TableRows> ours;
    private final Optional<TableRows> theirs;
    private final ColumnMap ofBase;
    private final ColumnMap ofOurs;
    private final ColumnMap ofTheirs;
    private final DivergentDefaults divergent;
    private final UnitedInsertion united;
    private final RowChanges changes;
    private final Optional<VirtualRows> virtual;

    /**
     * @param shape the rows that come of it; what a side does not have is null in its rows
     * @param base empty if the table was not there
     * @param virtual the rows of a base that is merged of several, of which {@code base} is one
     * @param spill where files go if they must; the first part of their names
     */
    public ThreeWayTable(
            RowShape shape,
            Optional<TableRows> base,
            Optional<TableRows> ours,
            Optional<TableRows> theirs,
            Optional<VirtualRows> virtual,
            Path spill) {
        this.shape = shape;
        this.base = base;
        this.virtual = virtual;
        this.ours = ours;
        this.theirs = theirs;
        this.ofBase = toShape(base);
        this.ofOurs = toShape(ours);
        this.ofTheirs = toShape(theirs);
        this.divergent =
                new DivergentDefaults(ofBase, ofOurs, ofTheirs, shape.columns().size());
        this.united = new UnitedInsertion(ofOurs, ofTheirs);
        this.changes = new RowChanges(
                base.map(rows -> new RowChanges.Side(rows, ofBase)),
                ours.map(rows -> new RowChanges.Side(rows, ofOurs)),
                theirs.map(rows -> new RowChanges.Side(rows, ofTheirs)),
                spill);
    }

    private ColumnMap toShape(Optional<TableRows> rows) {
        return ColumnMap.of(rows.map(TableRows::shape).orElse(shape), shape);
    }

    /** What a row is that comes of the merge. */
    public RowShape shape() {
        return shape;
    }

    public Optional<TableRows> ours() {
        return ours;
    }

    public Optional<TableRows> theirs() {
        return theirs;
    }

    /** Whether the base is merged of several, and only rows tell what has changed. */
    public boolean hasVirtualBase() {
        return virtual.isPresent();
    }

    /** Whether a row of theirs may be something else than what is stored. */
    public boolean restatesTheirs() {
        return ofTheirs.fills() || !divergent.isEmpty();
    }

    /** The changes without their rows. */
    public RowChanges changes() {
        return changes;
    }

    /**
     * Hands over the elements with their rows, always in the same order.
     *
     * @param all whether also those that only our side changed, and each with the base's row
     */
    public void forEach(boolean all, Consumer<ThreeWayRow> elements) {
        RowChanges.RowChangeIterator each = changes.iterator();
        List<RowChange> chunk = new ArrayList<>();
        while (each.hasNext()) {
            RowChange change = each.next();
            if (all || comparesRows() || change.theirsChanged()) {
                chunk.add(change);
            }
            if (chunk.size() == (virtual.isPresent() ? CHUNK_BY_ID : CHUNK)) {
                read(chunk, all).forEach(elements);
                chunk.clear();
            }
        }
        read(chunk, all).forEach(elements);
    }

    /** The rows of one element. */
    public ThreeWayRow read(RowChange change) {
        return read(List.of(change), false).getFirst();
    }

    private List<ThreeWayRow> read(List<RowChange> chunk, boolean all) {
        Iterator<@Nullable Object[]> baseRows =
                rows(base, chunk, change -> readsBase(change, all) ? change.base() : RowChange.NONE);
        Iterator<@Nullable Object[]> ourRows = rows(ours, chunk, RowChange::ours);
        Iterator<@Nullable Object[]> theirRows = rows(theirs, chunk, RowChange::theirs);
        List<ThreeWayRow> read = new ArrayList<>(chunk.size());
        for (RowChange change : chunk) {
            @Nullable Object @Nullable [] stored = readsBase(change, all) ? ofBase.map(baseRows.next()) : null;
            read.add(new ThreeWayRow(
                    change,
                    stored,
                    stored,
                    change.inOurs() ? ofOurs.map(ourRows.next()) : null,
                    change.inTheirs() ? ofTheirs.map(theirRows.next()) : null,
                    true));
        }
        if (virtual.isPresent()) {
            return onVirtualBase(virtual.get(), read);
        }
        return read.stream()
                .map(row -> inserted(divergent.isEmpty() ? row : compared(row, row.base(), divergent)))
                .toList();
    }

    /**
     * An element that both sides inserted, where one does not know all properties: it has nothing to say about these, so if
     * the rest is the same, both sides mean what the other has.
     */
    private ThreeWayRow inserted(ThreeWayRow row) {
        @Nullable Object @Nullable [] our = row.ours();
        @Nullable Object @Nullable [] their = row.theirs();
        if (row.change().inBase() && virtual.isEmpty() || row.base() != null || our == null || their == null) {
            return row;
        }
        @Nullable Object @Nullable [] both = united.of(our, their);
        return both == null
                ? row
                : new ThreeWayRow(
                        row.change(), row.stored(), null, both, both, row.oursStands() && SameValue.ofRows(our, both));
    }

    private boolean readsBase(RowChange change, boolean all) {
        return change.inBase() && (all || comparesRows() || change.oursChanged() && change.theirsChanged());
    }

    /** Whether what is stored does not tell who changed an element. */
    private boolean comparesRows() {
        return virtual.isPresent() || !divergent.isEmpty();
    }

    private List<ThreeWayRow> onVirtualBase(VirtualRows rows, List<ThreeWayRow> read) {
        Map<String, @Nullable Object[]> bases =
                rows.find(read.stream().map(ThreeWayRow::id).toList());
        DivergentDefaults ofMerged = new DivergentDefaults(
                ColumnMap.of(shape, shape), ofOurs, ofTheirs, shape.columns().size());
        return read.stream()
                .map(row -> inserted(compared(row, bases.get(row.id()), ofMerged)))
                .toList();
    }

    /** A row with who changed it from what, told by its values. */
    private static ThreeWayRow compared(
            ThreeWayRow row, @Nullable Object @Nullable [] base, DivergentDefaults defaults) {
        @Nullable
        Object @Nullable [] stored = row.ours() == null ? null : row.ours().clone();
        defaults.settle(base, row.ours(), row.theirs());
        RowChange change = row.change();
        return new ThreeWayRow(
                new RowChange(
                        change.base(),
                        change.ours(),
                        change.theirs(),
                        !VirtualRows.same(base, row.ours()),
                        !VirtualRows.same(base, row.theirs())),
                row.stored(),
                base,
                row.ours(),
                row.theirs(),
                SameValue.ofRows(stored, row.ours()));
    }

    private static Iterator<@Nullable Object[]> rows(
            Optional<TableRows> table, List<RowChange> chunk, ToLongFunction<RowChange> place) {
        LongArrayList addresses = new LongArrayList(chunk.size());
        for (RowChange change : chunk) {
            long address = place.applyAsLong(change);
            if (address != RowChange.NONE) {
                addresses.add(address);
            }
        }
        return addresses.isEmpty()
                ? List.<@Nullable Object[]>of().iterator()
                : table.orElseThrow().take(addresses).iterator();
    }

    @Override
    public void close() {
        try (changes) {
            base.ifPresent(TableRows::close);
            ours.ifPresent(TableRows::close);
            theirs.ifPresent(TableRows::close);
        }
    }
}
