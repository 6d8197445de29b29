package dev.sennit.query.execution;

import dev.sennit.model.Edge;
import dev.sennit.model.GraphPath;
import dev.sennit.model.Node;
import dev.sennit.query.value.EdgeRef;
import dev.sennit.query.value.ElementRef;
import dev.sennit.query.value.NodeRef;
import dev.sennit.query.value.PathRef;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.Property;
import dev.sennit.store.ScanFilter;
import dev.sennit.store.ScanRequest;
import dev.sennit.store.TableLayout;
import dev.sennit.store.TableScan;
import dev.sennit.store.TableVersion;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Turns references into the nodes, edges and paths a caller gets, reading whole elements for a batch of rows at once. */
final class ResultValues {
    private final OpenTables tables;

    ResultValues(OpenTables tables) {
        this.tables = tables;
    }

    /** The values of the slots, row by row, without references in them. */
    List<@Nullable Object[]> of(List<@Nullable Object[]> rows, int[] slots) {
        Map<String, Map<Object, ElementRef>> wanted = new LinkedHashMap<>();
        for (@Nullable Object[] row : rows) {
            for (int slot : slots) {
                collect(row[slot], wanted);
            }
        }
        Map<ElementRef, Object> elements = new LinkedHashMap<>();
        wanted.values()
                .forEach(ofType ->
                        read(ofType.values().iterator().next().type(), List.copyOf(ofType.values()), elements));
        List<@Nullable Object[]> results = new ArrayList<>(rows.size());
        for (@Nullable Object[] row : rows) {
            @Nullable Object[] result = new Object[slots.length];
            for (int i = 0; i < slots.length; i++) {
                result[i] = replace(row[slots[i]], elements);
            }
            results.add(result);
        }
        return results;
    }

    private static void collect(@Nullable Object value, Map<String, Map<Object, ElementRef>> wanted) {
        switch (value) {
            case null -> {}
            case ElementRef element -> {
                if (element.isDeleted()) {
                    throw Deleted.error(element);
                }
                wanted.computeIfAbsent(element.type().name(), n -> new LinkedHashMap<>())
                        .putIfAbsent(element, element);
            }
            case PathRef path -> {
                path.nodes().forEach(n -> collect(n, wanted));
                path.edges().forEach(e -> collect(e, wanted));
            }
            case List<?> list -> list.forEach(e -> collect(e, wanted));
            case Map<?, ?> map -> map.values().forEach(e -> collect(e, wanted));
            default -> {}
        }
    }

    private void read(ElementType type, List<ElementRef> references, Map<ElementRef, Object> elements) {
        List<String> columns = new ArrayList<>();
        columns.add(TableLayout.ID);
        type.properties().forEach(p -> columns.add(p.name()));
        TableVersion table = tables.version(type);
        boolean addressed = references.stream().allMatch(r -> r.address() != ElementRef.NO_ADDRESS);
        if (addressed) {
            long[] addresses =
                    references.stream().mapToLong(ElementRef::address).toArray();
            int at = 0;
            try (TableScan scan = table.take(addresses, columns)) {
                while (scan.next()) {
                    for (int row = 0; row < scan.rowCount(); row++) {
                        ElementRef reference = references.get(at++);
                        elements.put(reference, element(reference, type, scan, row));
                    }
                }
            }
            return;
        }
        Map<String, ElementRef> byId = new LinkedHashMap<>();
        references.forEach(r -> byId.put(r.id(), r));
        ScanRequest request =
                ScanRequest.of(columns).where(new ScanFilter.In(TableLayout.ID, List.copyOf(byId.keySet())));
        try (TableScan scan =
                tables.scan(type, byId.size() > ScanFilters.MAX_INDEXED ? request.withoutIndex() : request)) {
            while (scan.next()) {
                for (int row = 0; row < scan.rowCount(); row++) {
                    ElementRef reference = byId.get((String) Objects.requireNonNull(scan.value(0, row)));
                    if (reference != null) {
                        elements.put(reference, element(reference, type, scan, row));
                    }
                }
            }
        }
    }

    private static Object element(ElementRef reference, ElementType type, TableScan scan, int row) {
        Map<String, Object> properties = new LinkedHashMap<>();
        List<Property> declared = type.properties();
        for (int i = 0; i < declared.size(); i++) {
            Object value = scan.value(i + 1, row);
            if (value != null) {
                properties.put(declared.get(i).name(), value);
            }
        }
        Map<String, Object> fixed = Collections.unmodifiableMap(properties);
        String id = (String) Objects.requireNonNull(scan.value(0, row));
        return switch (reference) {
            case NodeRef ignored -> {
                NodeType node = (NodeType) type;
                yield new Node(node.name(), node.labels(), id, fixed);
            }
            case EdgeRef edge ->
                new Edge(
                        edge.edgeType().label(),
                        id,
                        edge.edgeType().source(),
                        edge.source(),
                        edge.edgeType().destination(),
                        edge.destination(),
                        fixed);
        };
    }

    @Nullable
    private Object replace(@Nullable Object value, Map<ElementRef, Object> elements) {
        return switch (value) {
            case null -> null;
            case ElementRef element -> required(element, elements);
            case PathRef path ->
                new GraphPath(
                        path.nodes().stream()
                                .map(n -> (Node) required(n, elements))
                                .toList(),
                        path.edges().stream()
                                .map(e -> (Edge) required(e, elements))
                                .toList());
            case List<?> list -> {
                List<@Nullable Object> replaced = new ArrayList<>(list.size());
                list.forEach(e -> replaced.add(replace(e, elements)));
                yield Collections.unmodifiableList(replaced);
            }
            case Map<?, ?> map -> {
                Map<Object, @Nullable Object> replaced = new LinkedHashMap<>();
                map.forEach((key, entry) -> replaced.put(key, replace(entry, elements)));
                yield Collections.unmodifiableMap(replaced);
            }
            default -> value;
        };
    }

    private Object required(ElementRef reference, Map<ElementRef, Object> elements) {
        Object element = elements.get(reference);
        if (element == null) {
            throw tables.noRow(reference);
        }
        return element;
    }
}
