package dev.sennit.query;

import dev.sennit.query.ast.Pattern.Direction;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.NodeType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** All walks of a graph that a pattern of one line matches, by trying every edge at every node. */
final class WalkReference {
    private final List<Point> nodes = new ArrayList<>();
    private final List<Line> edges = new ArrayList<>();

    /** @param weight its property {@code i} */
    record Point(String id, long weight) {}

    /** @param weight its property {@code w} */
    record Line(String id, Point source, Point destination, long weight) {}

    /**
     * One edge of the pattern.
     *
     * @param several whether it stands for a list of edges
     */
    record Piece(Direction direction, int least, int most, boolean several) {}

    /** A walk from left to right; a piece of the pattern ends where the cuts say. */
    record Walk(List<Point> nodes, List<Line> edges, List<Integer> cuts) {
        Point first() {
            return nodes.getFirst();
        }

        Point last() {
            return nodes.getLast();
        }

        /** The node where a piece begins. */
        Point node(int piece) {
            return nodes.get(piece == 0 ? 0 : cuts.get(piece - 1));
        }

        /** The edges of a piece, in the order they are met. */
        List<Line> piece(int piece) {
            return edges.subList(piece == 0 ? 0 : cuts.get(piece - 1), cuts.get(piece));
        }

        @Override
        public String toString() {
            StringBuilder text = new StringBuilder(first().id);
            IntStream.range(0, edges.size())
                    .forEach(i -> text.append(" -")
                            .append(edges.get(i).id)
                            .append("- ")
                            .append(nodes.get(i + 1).id));
            return text.toString();
        }
    }

    /** Each node has a property {@code i} after its key, each edge a property {@code w}. */
    WalkReference(MemoryGraph graph) {
        for (NodeType type : graph.schema().nodeTypes()) {
            graph.rowsOf(type).forEach(row -> nodes.add(new Point(type.name() + ":" + row[0], weight(row[2]))));
        }
        for (EdgeType type : graph.schema().edgeTypes()) {
            graph.rowsOf(type).forEach(row -> edges.add(line(type, row)));
        }
    }

    private static long weight(@Nullable Object value) {
        return (Long) Objects.requireNonNull(value);
    }

    private Line line(EdgeType type, @Nullable Object[] row) {
        return new Line(
                type.name() + ":" + row[0],
                point(type.source() + ":" + row[1]),
                point(type.destination() + ":" + row[2]),
                weight(row[3]));
    }

    private Point point(String id) {
        return nodes.stream().filter(n -> n.id.equals(id)).findFirst().orElseThrow();
    }

    /** Every walk, none of which takes an edge twice. */
    List<Walk> walks(List<Piece> pieces) {
        List<Walk> found = new ArrayList<>();
        nodes.forEach(start -> extend(pieces, new Walk(List.of(start), List.of(), List.of()), found));
        return found;
    }

    private void extend(List<Piece> pieces, Walk walk, List<Walk> found) {
        int at = walk.cuts.size();
        if (at == pieces.size()) {
            found.add(walk);
            return;
        }
        Piece piece = pieces.get(at);
        int length = walk.edges.size() - (at == 0 ? 0 : walk.cuts.getLast());
        if (length >= piece.least) {
            extend(pieces, new Walk(walk.nodes, walk.edges, with(walk.cuts, walk.edges.size())), found);
        }
        if (length == piece.most) {
            return;
        }
        for (Line edge : edges) {
            if (walk.edges.contains(edge)) {
                continue;
            }
            boolean out = piece.direction != Direction.LEFT && edge.source.equals(walk.last());
            boolean in = piece.direction != Direction.RIGHT && edge.destination.equals(walk.last());
            if (out || in) {
                Point next = out ? edge.destination : edge.source;
                extend(pieces, new Walk(with(walk.nodes, next), with(walk.edges, edge), walk.cuts), found);
            }
        }
    }

    private static <T> List<T> with(List<T> list, T another) {
        List<T> longer = new ArrayList<>(list);
        longer.add(another);
        return List.copyOf(longer);
    }
}
