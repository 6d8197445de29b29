package dev.sennit.query.execution;

import dev.sennit.query.value.EdgeRef;
import dev.sennit.query.value.ElementLayout;
import dev.sennit.query.value.ElementRef;
import dev.sennit.query.value.MemorySize;
import dev.sennit.query.value.NodeRef;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.Property;
import dev.sennit.store.ScanFilter;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableVersion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads the properties of elements of one type: a few by id or row address, and once a good part of the table was asked
 * for, the whole table at once. What was read is kept while memory lasts, since patterns meet the same nodes often.
 */
final class PropertyReader implements ElementLayout.Loader {
    /** Longer lists of ids are cheaper to find by reading the column than by probing the index. */
    private static final int MAX_INDEXED = 500;

    /** A table is read whole once more than one in this many of its rows was asked for. */
    private static final int WHOLE_TABLE_SHARE = 8;

    private static final int SMALL_TABLE = 2_000;

    private final OpenTables tables;
    private final ElementType type;
    private final List<String> columns;

    /** Where the properties are among those the type declares. */
    private final int[] places;

    private final MemoryBudget memory;
    private final Cancellation cancellation;
    private final Map<Object, Stored> known = new HashMap<>();
    private long knownBytes;
    private long asked;
    private boolean wholeTable;

    /** @param id of edges, which references do not hold */
    private record Stored(String id, @Nullable Object[] values) {}

    PropertyReader(
            OpenTables tables,
            ElementType type,
            List<String> properties,
            MemoryBudget memory,
            Cancellation cancellation) {
        this.tables = tables;
        this.type = type;
        this.columns = new ArrayList<>();
        columns.add(TableLayout.ID);
        columns.addAll(properties);
        List<String> declared = type.properties().stream().map(Property::name).toList();
        this.places = properties.stream().mapToInt(declared::indexOf).toArray();
        this.memory = memory;
        this.cancellation = cancellation;
        memory.whenShort(this::drop);
    }

    private void drop() {
        memory.release(knownBytes);
        knownBytes = 0;
        known.clear();
    }

    /** What was read may no longer be so. */
    void forget() {
        drop();
        wholeTable = false;
        asked = 0;
    }

    @Override
    public void load(List<? extends ElementRef> references) {
        if (columns.size() == 1 && references.getFirst() instanceof NodeRef) {
            references.forEach(r -> r.setValues(new Object[0]));
            return;
        }
        List<ElementRef> missing = new ArrayList<>();
        Map<Object, List<ElementRef>> waiting = new HashMap<>();
        for (ElementRef reference : references) {
            Stored stored = known.get(key(reference));
            if (stored != null) {
                give(reference, stored);
            } else if (!isGivenByChange(reference)) {
                List<ElementRef> same = waiting.computeIfAbsent(key(reference), k -> new ArrayList<>(1));
                if (same.isEmpty()) {
                    missing.add(reference);
                }
                same.add(reference);
            }
        }
        if (missing.isEmpty()) {
            return;
        }
        asked += missing.size();
        read(missing, waiting);
        for (ElementRef reference : missing) {
            if (!reference.isLoaded()) {
                throw tables.noRow(reference);
            }
        }
    }

    /** What has changed is known without reading the tables anew, which after each change would take long. */
    private boolean isGivenByChange(ElementRef reference) {
        boolean named = reference instanceof NodeRef || reference instanceof EdgeRef edge && edge.hasId();
        Optional<@Nullable Object[]> changed = named ? tables.changed(type, reference.id()) : Optional.empty();
        changed.ifPresent(all -> {
            @Nullable Object[] values = new Object[places.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = all[places[i]];
            }
            reference.setValues(values);
        });
        return changed.isPresent();
    }

    private void read(List<ElementRef> missing, Map<Object, List<ElementRef>> waiting) {
        TableVersion table = tables.version(type);
        long rows = table.rowCount();
        boolean many =
                asked > SMALL_TABLE && asked > rows / WHOLE_TABLE_SHARE || rows <= SMALL_TABLE && asked > rows / 2;
        if (!isEdge() && fromMemory(missing, waiting, many ? rows : NodeCache.costOfFinding(missing.size()))) {
            return;
        }
        if (!wholeTable && many) {
            wholeTable = true;
            deliver(table.scan(ScanRequest.of(columns).withRowAddresses()), waiting);
            return;
        }
        boolean addressed = missing.stream().allMatch(r -> r.address() != ElementRef.NO_ADDRESS);
        List<ElementRef> byAddress = new ArrayList<>();
        List<ElementRef> byId = new ArrayList<>();
        for (ElementRef reference : missing) {
            boolean take = isEdge() ? reference.address() != ElementRef.NO_ADDRESS : addressed;
            (take ? byAddress : byId).add(reference);
        }
        if (!byAddress.isEmpty()) {
            long[] addresses = byAddress.stream().mapToLong(ElementRef::address).toArray();
            deliver(table.take(addresses, columns), addresses, waiting);
        }
        if (!byId.isEmpty()) {
            ScanRequest request = ScanRequest.of(columns)
                    .where(new ScanFilter.In(
                            TableLayout.ID, byId.stream().map(ElementRef::id).toList()))
                    .withRowAddresses();
            deliver(tables.scan(type, byId.size() > MAX_INDEXED ? request.withoutIndex() : request), waiting);
        }
    }

    /** Gives nodes what is in memory of their table, if it is worth having it there. */
    private boolean fromMemory(List<ElementRef> missing, Map<Object, List<ElementRef>> waiting, long cost) {
        List<String> properties = columns.subList(1, columns.size());
        Optional<StoredNodes> nodes = tables.nodes(type, properties, cost);
        nodes.ifPresent(stored -> {
            StoredNodes.Columns cells = stored.columns(properties);
            for (ElementRef reference : missing) {
                int row = stored.row(reference.id());
                if (row >= 0) {
                    give(waiting.get(key(reference)), new Stored(reference.id(), cells.row(row)), stored.address(row));
                }
            }
        });
        return nodes.isPresent();
    }

    private void deliver(TableScan scan, Map<Object, List<ElementRef>> waiting) {
        try (scan) {
            while (scan.next()) {
                cancellation.check();
                for (int row = 0; row < scan.rowCount(); row++) {
                    deliver(scan, row, scan.rowAddress(row), waiting);
                }
            }
        }
    }

    private void deliver(TableScan scan, long[] addresses, Map<Object, List<ElementRef>> waiting) {
        int at = 0;
        try (scan) {
            while (scan.next()) {
                cancellation.check();
                for (int row = 0; row < scan.rowCount(); row++) {
                    deliver(scan, row, addresses[at++], waiting);
                }
            }
        }
    }

    private void deliver(TableScan scan, int row, long address, Map<Object, List<ElementRef>> waiting) {
        String id = (String) Objects.requireNonNull(scan.value(0, row));
        @Nullable Object[] values = new Object[columns.size() - 1];
        for (int i = 0; i < values.length; i++) {
            values[i] = scan.value(i + 1, row);
        }
        Stored stored = new Stored(id, values);
        Object key = isEdge() ? (Object) address : id;
        keep(key, stored);
        give(waiting.get(key), stored, address);
        if (isEdge()) {
            give(waiting.get(id), stored, address);
        }
    }

    private static void give(@Nullable List<ElementRef> references, Stored stored, long address) {
        if (references != null) {
            for (ElementRef reference : references) {
                give(reference, stored);
                if (reference instanceof NodeRef node) {
                    node.setAddress(address);
                }
            }
        }
    }

    private void keep(Object key, Stored stored) {
        long bytes = 120 + MemorySize.ofAll(stored.values);
        if (!memory.tryReserve(bytes)) {
            drop();
            return;
        }
        knownBytes += bytes;
        known.put(key, stored);
    }

    private boolean isEdge() {
        return type instanceof EdgeType;
    }

    private Object key(ElementRef reference) {
        return reference instanceof EdgeRef edge && edge.address() != ElementRef.NO_ADDRESS
                ? (Object) edge.address()
                : reference.id();
    }

    private static void give(ElementRef reference, Stored stored) {
        reference.setValues(stored.values);
        if (reference instanceof EdgeRef edge) {
            edge.setId(stored.id);
        }
    }
}
