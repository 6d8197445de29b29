package dev.sennit.merge;

import dev.sennit.model.EdgeId;
import dev.sennit.model.Element;
import dev.sennit.model.ElementChange;
import dev.sennit.model.ElementChange.PropertyChange;
import dev.sennit.model.ElementId;
import dev.sennit.model.NodeId;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.store.ColumnLayout;
import it.unimi.dsi.fastutil.longs.LongArrayList;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The elements of one table that two states have otherwise. Sorted by id unless there are very many; those come in an order
 * that is always the same and means nothing. Not thread-safe; close when done.
 */
final class TypeComparison implements Iterator<ElementChange>, AutoCloseable {
    /** So many changes are sorted: their ids are in memory together. */
    private static final int SORTED = 20_000;

    /** So many rows of each state are in memory at a time. */
    private static final int CHUNK = 1_024;

    private final Optional<TableRows> before;
    private final Optional<TableRows> after;
    private final ElementType type;
    private final ColumnMap toAfter;
    private final RowChanges changes;
    private final Iterator<RowChange> order;
    private final Queue<ElementChange> ready = new ArrayDeque<>();

    /** At least one of them is there; both will be closed. */
    TypeComparison(Optional<TableRows> before, Optional<TableRows> after, Path spill) {
        this.before = before;
        this.after = after;
        TableRows named = after.or(() -> before).orElseThrow();
        this.type = named.type();
        List<ColumnLayout> columns = named.columns();
        this.toAfter = ColumnMap.ofStored(before.map(TableRows::columns).orElse(columns), columns);
        this.changes = new RowChanges(
                before.map(rows -> new RowChanges.Side(rows, toAfter)),
                Optional.empty(),
                after.map(rows -> new RowChanges.Side(rows, ColumnMap.ofStored(rows.columns(), columns))),
                spill);
        this.order = order();
    }

    @Override
    public boolean hasNext() {
        while (ready.isEmpty() && order.hasNext()) {
            read();
        }
        return !ready.isEmpty();
    }

    @Override
    public ElementChange next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return ready.remove();
    }

    @Override
    public void close() {
        try (changes) {
            before.ifPresent(TableRows::close);
            after.ifPresent(TableRows::close);
        }
    }

    private Iterator<RowChange> order() {
        List<RowChange> few = new ArrayList<>();
        RowChanges.RowChangeIterator all = changes.iterator();
        while (all.hasNext() && few.size() <= SORTED) {
            few.add(all.next());
        }
        return few.size() > SORTED
                ? new Unsorted(changes.iterator())
                : sorted(few).iterator();
    }

    private List<RowChange> sorted(List<RowChange> few) {
        LongArrayList inBefore = new LongArrayList();
        LongArrayList inAfter = new LongArrayList();
        for (RowChange change : few) {
            if (change.inTheirs()) {
                inAfter.add(change.theirs());
            } else {
                inBefore.add(change.base());
            }
        }
        Iterator<String> idsBefore = ids(before, inBefore);
        Iterator<String> idsAfter = ids(after, inAfter);
        record Named(String id, RowChange change) {}
        List<Named> named = new ArrayList<>(few.size());
        for (RowChange change : few) {
            named.add(new Named((change.inTheirs() ? idsAfter : idsBefore).next(), change));
        }
        named.sort(Comparator.comparing(Named::id));
        return named.stream().map(Named::change).toList();
    }

    private static Iterator<String> ids(Optional<TableRows> table, LongArrayList addresses) {
        return addresses.isEmpty()
                ? List.<String>of().iterator()
                : table.orElseThrow().takeIds(addresses).iterator();
    }

    /** Reads the rows of the next changes. */
    private void read() {
        List<RowChange> chunk = new ArrayList<>();
        LongArrayList inBefore = new LongArrayList();
        LongArrayList inAfter = new LongArrayList();
        while (chunk.size() < CHUNK && order.hasNext()) {
            RowChange change = order.next();
            chunk.add(change);
            if (change.inBase()) {
                inBefore.add(change.base());
            }
            if (change.inTheirs()) {
                inAfter.add(change.theirs());
            }
        }
        Iterator<@Nullable Object[]> rowsBefore = rows(before, inBefore);
        Iterator<@Nullable Object[]> rowsAfter = rows(after, inAfter);
        for (RowChange change : chunk) {
            @Nullable Object @Nullable [] old = change.inBase() ? rowsBefore.next() : null;
            @Nullable Object @Nullable [] now = change.inTheirs() ? rowsAfter.next() : null;
            difference(old, now).ifPresent(ready::add);
        }
    }

    private static Iterator<@Nullable Object[]> rows(Optional<TableRows> table, LongArrayList addresses) {
        return addresses.isEmpty()
                ? List.<@Nullable Object[]>of().iterator()
                : table.orElseThrow().take(addresses).iterator();
    }

    /** Empty if the rows hold the same after all: stored otherwise, as a number that was widened is. */
    private Optional<ElementChange> difference(@Nullable Object @Nullable [] old, @Nullable Object @Nullable [] now) {
        List<ColumnLayout> columns = after.or(() -> before).orElseThrow().columns();
        @Nullable Object[] left = old == null ? new @Nullable Object[columns.size()] : toAfter.map(old);
        @Nullable Object[] right = now == null ? new @Nullable Object[columns.size()] : now;
        boolean both = old != null && now != null;
        List<PropertyChange> properties = new ArrayList<>();
        for (int i = both ? 1 : systemColumns(); i < columns.size(); i++) {
            if (!SameValue.test(left[i], right[i])) {
                properties.add(new PropertyChange(columns.get(i).name(), left[i], right[i]));
            }
        }
        if (both && properties.isEmpty()) {
            return Optional.empty();
        }
        Optional<Element> first = old == null ? Optional.empty() : before.map(rows -> rows.element(old));
        Optional<Element> second = now == null ? Optional.empty() : after.map(rows -> rows.element(now));
        String id = second.or(() -> first).orElseThrow().id();
        return Optional.of(new ElementChange(name(id), first, second, properties));
    }

    private int systemColumns() {
        return after.or(() -> before).orElseThrow().systemColumns();
    }

    private ElementId name(String id) {
        return type instanceof EdgeType ? new EdgeId(type.name(), id) : new NodeId(type.name(), id);
    }

    /** The changes as the join has them. */
    private record Unsorted(RowChanges.RowChangeIterator changes) implements Iterator<RowChange> {
        @Override
        public boolean hasNext() {
            return changes.hasNext();
        }

        @Override
        public RowChange next() {
            return changes.next();
        }
    }
}
