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
        this.changes = new RowChanges(base, ours, theirs, shape.columns(), spill);
    }

    private ColumnMap toShape(Optional<TableRows> rows) {
        return ColumnMap.of(rows.map(TableRows::columns).orElse(shape.columns()), shape.columns());
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
            if (all || virtual.isPresent() || change.theirsChanged()) {
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
                    change.inTheirs() ? ofTheirs.map(theirRows.next()) : null));
        }
        return virtual.map(rows -> onVirtualBase(rows, read)).orElse(read);
    }

    private boolean readsBase(RowChange change, boolean all) {
        return change.inBase() && (all || virtual.isPresent() || change.oursChanged() && change.theirsChanged());
    }

    private static List<ThreeWayRow> onVirtualBase(VirtualRows virtual, List<ThreeWayRow> rows) {
        Map<String, @Nullable Object[]> bases =
                virtual.find(rows.stream().map(ThreeWayRow::id).toList());
        return rows.stream()
                .map(row -> {
                    @Nullable Object @Nullable [] merged = bases.get(row.id());
                    RowChange change = row.change();
                    return new ThreeWayRow(
                            new RowChange(
                                    change.base(),
                                    change.ours(),
                                    change.theirs(),
                                    !VirtualRows.same(merged, row.ours()),
                                    !VirtualRows.same(merged, row.theirs())),
                            row.stored(),
                            merged,
                            row.ours(),
                            row.theirs());
                })
                .toList();
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
