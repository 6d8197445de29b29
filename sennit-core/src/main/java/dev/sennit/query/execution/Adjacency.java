package dev.sennit.query.execution;

import dev.sennit.store.FragmentInfo;
import dev.sennit.store.RowAddress;
import dev.sennit.store.TableVersion;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.roaringbitmap.RoaringBitmap;

/**
 * All edges of one version of an edge table by their ends. It consists of parts, so that the next version, which mostly
 * has a few rows more, shares what it has in common with this one. Immutable and thread-safe.
 */
final class Adjacency {
    /** A part is joined with the one before unless that is so many times larger: then there are few parts, rarely copied. */
    private static final int GROWTH = 8;

    private final List<FragmentInfo> fragments;
    private final List<AdjacencyPart> parts;

    private Adjacency(List<FragmentInfo> fragments, List<AdjacencyPart> parts) {
        this.fragments = List.copyOf(fragments);
        this.parts = List.copyOf(parts);
    }

    /**
     * Reads a whole edge table.
     *
     * @param sameType whether both ends are of one node type, so that ids are kept once
     */
    static Adjacency load(TableVersion table, boolean sameType, Cancellation cancellation) {
        List<FragmentInfo> fragments = table.fragments();
        return new Adjacency(fragments, List.of(AdjacencyPart.load(table, ids(fragments), sameType, cancellation)));
    }

    /** How many rows {@link #extend} would read, or as much as that. */
    long rowsToRead(TableVersion table) {
        return FragmentDifference.between(fragments, table.fragments()).rowsToRead(table);
    }

    /**
     * The adjacency of another version of the same table: fragments that this one lacks are read, and of those in which
     * more rows are deleted, which.
     */
    Adjacency extend(TableVersion table, boolean sameType, Cancellation cancellation) {
        FragmentDifference difference = FragmentDifference.between(fragments, table.fragments());
        List<AdjacencyPart> extended = new ArrayList<>(parts);
        if (difference.kept().size() < fragments.size()) {
            drop(difference, table, extended);
        }
        if (!difference.added().isEmpty()) {
            push(AdjacencyPart.load(table, difference.addedIds(), sameType, cancellation), sameType, extended);
        }
        Adjacency result = new Adjacency(table.fragments(), extended);
        // A row that was deleted here may be there again: then it is missing.
        return result.edgeCount() == table.rowCount() ? result : load(table, sameType, cancellation);
    }

    /** Drops the edges of fragments that are gone, and those that are deleted now. */
    private static void drop(FragmentDifference difference, TableVersion table, List<AdjacencyPart> parts) {
        Map<Integer, RoaringBitmap> deleted = new HashMap<>();
        difference.kept().forEach(fragment -> deleted.put(fragment.id(), new RoaringBitmap()));
        difference.changed().forEach(fragment -> deleted.put(fragment.id(), table.deletedRows(fragment)));
        parts.replaceAll(part -> part.without(address -> {
            RoaringBitmap ofFragment = deleted.get(RowAddress.fragment(address));
            return ofFragment == null || ofFragment.contains(RowAddress.offset(address));
        }));
        parts.removeIf(part -> part.edgeCount() == 0);
    }

    private static void push(AdjacencyPart last, boolean sameType, List<AdjacencyPart> parts) {
        AdjacencyPart top = last;
        while (!parts.isEmpty() && parts.getLast().edgeCount() < (long) top.edgeCount() * GROWTH) {
            top = parts.removeLast().with(top, sameType);
        }
        parts.add(top);
    }

    private static List<Integer> ids(List<FragmentInfo> fragments) {
        return fragments.stream().map(FragmentInfo::id).toList();
    }

    /** The edges at a node, seen from its end. */
    Neighbours neighbours(String id, boolean isSource) {
        Neighbours neighbours = Neighbours.NONE;
        for (AdjacencyPart part : parts) {
            Neighbours more = part.neighbours(id, isSource);
            if (more.size() > 0) {
                neighbours = neighbours.size() == 0 ? more : new JoinedNeighbours(neighbours, more);
            }
        }
        return neighbours;
    }

    /** The edges of both. */
    private record JoinedNeighbours(Neighbours first, Neighbours second) implements Neighbours {
        @Override
        public int size() {
            return first.size() + second.size();
        }

        @Override
        public String far(int index) {
            return index < first.size() ? first.far(index) : second.far(index - first.size());
        }

        @Override
        public long address(int index) {
            return index < first.size() ? first.address(index) : second.address(index - first.size());
        }
    }

    long edgeCount() {
        return parts.stream().mapToLong(AdjacencyPart::edgeCount).sum();
    }

    /** What it consists of; other versions may share it. */
    List<AdjacencyPart> parts() {
        return parts;
    }
}
