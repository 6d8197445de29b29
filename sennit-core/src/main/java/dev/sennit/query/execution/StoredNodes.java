package dev.sennit.query.execution;

import dev.sennit.store.FragmentInfo;
import dev.sennit.store.TablePin;
import dev.sennit.store.TableVersion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.RoaringBitmap;

/**
 * The nodes of one version of a table in memory: their ids, the addresses of their rows, and those of their properties that
 * some query has read. It consists of parts, so that the next version, which mostly has a few rows more and lacks a few,
 * shares what it has in common with this one. Immutable and thread-safe.
 */
final class StoredNodes {
    /** A part is joined with the one before unless that is so many times larger: then there are few parts, rarely copied. */
    private static final int GROWTH = 8;

    /** A part of which more than one row in so many is gone is copied without them. */
    private static final int WASTE = 4;

    private final List<FragmentInfo> fragments;
    private final TablePin pin;
    private final Map<String, NodeColumn> columns;
    private final List<Part> parts;

    /** Of each part the number of rows in those before it. */
    private final int[] starts;

    /** @param gone rows of it that this version does not have; never changed */
    record Part(NodePart nodes, RoaringBitmap gone) {
        int size() {
            return nodes.size() - gone.getCardinality();
        }
    }

    private StoredNodes(TableVersion table, List<Part> parts) {
        this.fragments = table.fragments();
        this.pin = table.pin();
        this.columns = NodeColumn.byName(table.layout());
        this.parts = List.copyOf(parts);
        this.starts = new int[parts.size() + 1];
        for (int i = 0; i < parts.size(); i++) {
            starts[i + 1] = starts[i] + parts.get(i).nodes.size();
        }
    }

    /** Reads the ids of a table, and some of its properties. */
    static StoredNodes load(TableVersion table, List<String> properties, Cancellation cancellation) {
        List<Integer> all = table.fragments().stream().map(FragmentInfo::id).toList();
        Map<String, NodeColumn> columns = NodeColumn.byName(table.layout());
        NodePart part = NodePart.load(
                table,
                all,
                properties.stream().map(name -> column(columns, name)).toList(),
                cancellation);
        return new StoredNodes(table, List.of(new Part(part, new RoaringBitmap())));
    }

    private static NodeColumn column(Map<String, NodeColumn> columns, String name) {
        return Objects.requireNonNull(columns.get(name), () -> "no column " + name);
    }

    /** Whether this is that version. */
    boolean isOf(TableVersion table) {
        return pin.equals(table.pin());
    }

    /** The same with further properties, read from the version that this was made for. */
    StoredNodes with(List<String> properties, TableVersion table, Cancellation cancellation) {
        List<Part> whole = new ArrayList<>();
        for (Part part : parts) {
            List<NodeColumn> missing = properties.stream()
                    .map(name -> column(columns, name))
                    .filter(column -> !part.nodes.has(column))
                    .toList();
            if (missing.isEmpty()) {
                whole.add(part);
                continue;
            }
            // Of rows that are gone the values cannot be read, so a part with such rows is not completed but copied.
            Part complete = part.gone.isEmpty() ? part : copied(List.of(part));
            complete.nodes.read(missing, table, cancellation);
            whole.add(complete);
        }
        return new StoredNodes(table, whole);
    }

    private static Part copied(List<Part> parts) {
        return new Part(NodePart.joined(parts), new RoaringBitmap());
    }

    /** How many rows {@link #extend} would read, or as much as that. */
    long rowsToRead(TableVersion table) {
        return FragmentDifference.between(fragments, table.fragments()).rowsToRead(table);
    }

    /**
     * The nodes of another version of the same table: fragments that this one lacks are read, and of those in which more
     * rows are deleted, which.
     *
     * @return empty if that version has rows that were deleted here and are missing
     */
    Optional<StoredNodes> extend(TableVersion table, Cancellation cancellation) {
        FragmentDifference difference = FragmentDifference.between(fragments, table.fragments());
        Set<Integer> kept = new HashSet<>();
        difference.kept().forEach(fragment -> kept.add(fragment.id()));
        Map<Integer, RoaringBitmap> deleted = new HashMap<>();
        difference.changed().forEach(fragment -> deleted.put(fragment.id(), table.deletedRows(fragment)));
        List<Part> extended = left(part -> part.nodes.gone(part.gone, kept, deleted));
        if (!difference.added().isEmpty()) {
            Collection<NodeColumn> known = NodeColumn.byName(table.layout()).values();
            List<NodeColumn> read = known.stream().filter(this::has).toList();
            NodePart added = NodePart.load(table, difference.addedIds(), read, cancellation);
            push(new Part(added, new RoaringBitmap()), extended);
        }
        return whole(table, extended);
    }

    /**
     * The nodes of the version that a write has made of this one, without reading anything.
     *
     * @return empty if the write does not know enough
     */
    Optional<StoredNodes> after(TableVersion table, WrittenRows written) {
        List<Part> extended =
                left(part -> part.nodes.goneAfter(part.gone, written.deletedRows(), written.removedFragments()));
        if (written.fragment() != null) {
            Map<String, NodeColumn> known = new HashMap<>(NodeColumn.byName(table.layout()));
            known.values().removeIf(column -> !has(column));
            if (!known.values().stream().allMatch(NodeColumn::isReadAsWritten)
                    || !written.columns().containsAll(known.keySet())) {
                return Optional.empty();
            }
            push(new Part(NodePart.of(written, known), new RoaringBitmap()), extended);
        }
        return whole(table, extended);
    }

    /** The parts without what another version lacks. */
    private List<Part> left(Function<Part, RoaringBitmap> gone) {
        List<Part> all = new ArrayList<>();
        for (Part part : parts) {
            Part left = new Part(part.nodes, gone.apply(part));
            if (left.size() > 0) {
                boolean wasteful = left.gone.getCardinality() > left.nodes.size() / WASTE;
                all.add(wasteful ? copied(List.of(left)) : left);
            }
        }
        return all;
    }

    private static Optional<StoredNodes> whole(TableVersion table, List<Part> parts) {
        StoredNodes nodes = new StoredNodes(table, parts);
        return nodes.size() == table.rowCount() ? Optional.of(nodes) : Optional.empty();
    }

    private static void push(Part last, List<Part> parts) {
        List<Part> joined = new ArrayList<>(List.of(last));
        long size = last.size();
        while (!parts.isEmpty() && parts.getLast().size() < size * GROWTH) {
            size += parts.getLast().size();
            joined.addFirst(parts.removeLast());
        }
        parts.add(joined.size() == 1 ? last : copied(joined));
    }

    /** Whether another version of the table has those properties, by whatever names, and this has them too. */
    boolean hasAllOf(TableVersion table, List<String> properties) {
        Map<String, NodeColumn> wanted = NodeColumn.byName(table.layout());
        return properties.stream().allMatch(name -> has(column(wanted, name)));
    }

    /** The number of nodes. */
    long size() {
        return parts.stream().mapToLong(Part::size).sum();
    }

    /** The rows of all nodes. */
    IntStream rows() {
        return IntStream.range(0, parts.size()).flatMap(i -> {
            RoaringBitmap gone = parts.get(i).gone;
            return IntStream.range(0, parts.get(i).nodes.size())
                    .filter(row -> !gone.contains(row))
                    .map(row -> starts[i] + row);
        });
    }

    /** The row of a node, or -1 if there is none of that id. */
    int row(String id) {
        for (int i = parts.size() - 1; i >= 0; i--) {
            int row = parts.get(i).nodes.row(id);
            if (row >= 0 && !parts.get(i).gone.contains(row)) {
                return starts[i] + row;
            }
        }
        return -1;
    }

    private int part(int row) {
        int part = 0;
        while (row >= starts[part + 1]) {
            part++;
        }
        return part;
    }

    String id(int row) {
        int part = part(row);
        return parts.get(part).nodes.id(row - starts[part]);
    }

    long address(int row) {
        int part = part(row);
        return parts.get(part).nodes.address(row - starts[part]);
    }

    boolean has(String property) {
        return has(column(columns, property));
    }

    private boolean has(NodeColumn column) {
        return !parts.isEmpty() && parts.stream().allMatch(part -> part.nodes.has(column));
    }

    /** Some properties of all nodes. */
    final class Columns {
        /** By part and property. */
        private final List<List<@Nullable Object[]>> values = new ArrayList<>();

        private final int size;

        private Columns(List<String> properties) {
            List<NodeColumn> wanted =
                    properties.stream().map(name -> column(columns, name)).toList();
            this.size = wanted.size();
            for (Part part : parts) {
                values.add(wanted.stream().map(part.nodes::values).toList());
            }
        }

        /** The values of one row. */
        @Nullable
        Object[] row(int row) {
            int part = part(row);
            @Nullable Object[] cells = new Object[size];
            for (int i = 0; i < size; i++) {
                cells[i] = values.get(part).get(i)[row - starts[part]];
            }
            return cells;
        }
    }

    /** The properties, all of which must be here. */
    Columns columns(List<String> properties) {
        return new Columns(properties);
    }

    /** What it consists of; other versions may share it. */
    List<NodePart> parts() {
        return parts.stream().map(Part::nodes).toList();
    }
}
