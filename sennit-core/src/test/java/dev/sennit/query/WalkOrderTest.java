package dev.sennit.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sennit.model.Edge;
import dev.sennit.model.GraphPath;
import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.query.WalkReference.Line;
import dev.sennit.query.WalkReference.Piece;
import dev.sennit.query.WalkReference.Walk;
import dev.sennit.query.ast.Pattern.Direction;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import dev.sennit.schema.Property;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A pattern is read from left to right, whichever end its search begins at: lists of edges and paths are in that order.
 * All that is possible of directions, lengths, and ends that are known before, on graphs with loops, edges beside each
 * other and nodes of two types with the same ids.
 */
class WalkOrderTest {
    private static final boolean LONG = Boolean.getBoolean("sennit.long");

    private static final GraphSchema SCHEMA = new GraphSchema(
            List.of(node("N"), node("M")), List.of(edge("E", "N", "N"), edge("F", "N", "M"), edge("E", "M", "N")));

    private static NodeType node(String name) {
        return AirGraph.node(
                name, List.of(name), "k", Property.of("k", Scalar.STRING, true), Property.of("i", Scalar.INT64, false));
    }

    private static EdgeType edge(String label, String source, String destination) {
        return AirGraph.edge(label, source, destination, Property.of("w", Scalar.INT64, false));
    }

    /** Few of everything, so that there are loops, edges beside each other, and ways back. */
    private static MemoryGraph graph(long seed) {
        Random random = new Random(seed);
        MemoryGraph graph = new MemoryGraph(SCHEMA, 1 + random.nextInt(3));
        for (String id : List.of("0", "1")) {
            graph.node("N", id, (long) random.nextInt(3));
            graph.node("M", id, (long) random.nextInt(3));
        }
        SCHEMA.edgeTypes().forEach(type -> {
            int edges = type.source().equals(type.destination()) ? 4 : 2;
            for (int i = 0; i < edges; i++) {
                graph.edge(type.name(), "" + random.nextInt(2), "" + random.nextInt(2), (long) random.nextInt(3));
            }
        });
        if (seed % 2 == 0) {
            graph.warm();
        }
        return graph;
    }

    /**
     * How many edges.
     *
     * @param text after the variable
     */
    private record Length(String text, int least, int most) {
        boolean several() {
            return !text.isEmpty();
        }
    }

    private static final List<Length> LENGTHS = List.of(
            new Length("", 1, 1),
            new Length("*0", 0, 0),
            new Length("*1", 1, 1),
            new Length("*2", 2, 2),
            new Length("*0..2", 0, 2),
            new Length("*1..3", 1, 3),
            new Length("*2..3", 2, 3));

    /** Which ends there are, and which are known before. */
    private enum Ends {
        NEITHER("", "a", "b"),
        LEFT("MATCH (a)", "a", "b"),
        RIGHT("MATCH (b)", "a", "b"),
        BOTH("MATCH (a), (b)", "a", "b"),
        SAME("", "a", "a"),
        SAME_KNOWN("MATCH (a)", "a", "a"),
        LEFT_BY_KEY("", "a:N {k: '1'}", "b"),
        RIGHT_BY_KEY("", "a", "b:N {k: '1'}"),
        SAME_BY_KEY("", "a:N {k: '0'}", "a");

        private final String before;
        private final String left;
        private final String right;

        Ends(String before, String left, String right) {
            this.before = before;
            this.left = left;
            this.right = right;
        }

        boolean areKnown() {
            return this == BOTH || this == SAME_KNOWN;
        }

        boolean admit(Walk walk) {
            boolean same = walk.first().equals(walk.last());
            return switch (this) {
                case NEITHER, LEFT, RIGHT, BOTH -> true;
                case SAME, SAME_KNOWN -> same;
                case LEFT_BY_KEY -> walk.first().id().equals("N:1");
                case RIGHT_BY_KEY -> walk.last().id().equals("N:1");
                case SAME_BY_KEY -> same && walk.first().id().equals("N:0");
            };
        }
    }

    /** @param text on the path p */
    private record Condition(String text, Predicate<Walk> holds) {}

    private static final List<Condition> CONDITIONS = List.of(
            new Condition("", walk -> true),
            new Condition(
                    "all(n IN nodes(p) WHERE n.i <> 1)",
                    walk -> walk.nodes().stream().allMatch(n -> n.weight() != 1)),
            new Condition(
                    "none(e IN relationships(p) WHERE e.w = 0)",
                    walk -> walk.edges().stream().allMatch(e -> e.weight() != 0)),
            new Condition(
                    "nodes(p)[1].i <> 1",
                    walk -> walk.nodes().size() > 1 && walk.nodes().get(1).weight() != 1),
            new Condition(
                    "relationships(p)[0].w > 0",
                    walk -> !walk.edges().isEmpty() && walk.edges().getFirst().weight() > 0));

    private static String arrow(Direction direction, String inside) {
        return switch (direction) {
            case RIGHT -> "-[" + inside + "]->";
            case LEFT -> "<-[" + inside + "]-";
            case EITHER -> "-[" + inside + "]-";
        };
    }

    private static String where(Condition condition) {
        return condition.text.isEmpty() ? "" : " WHERE " + condition.text;
    }

    @ParameterizedTest
    @EnumSource(Direction.class)
    void listsOfEdgesAndPathsAreInTheOrderOfThePattern(Direction direction) {
        int rows = 0;
        for (long seed = 1; seed <= 2; seed++) {
            MemoryGraph graph = graph(seed);
            WalkReference reference = new WalkReference(graph);
            for (Length length : LENGTHS) {
                List<Piece> pieces = List.of(new Piece(direction, length.least, length.most, length.several()));
                List<Walk> walks = reference.walks(pieces);
                for (Ends ends : Ends.values()) {
                    for (Condition condition : conditions(length, ends)) {
                        List<String> expected =
                                lines(walks.stream().filter(ends::admit).filter(condition.holds), pieces);
                        rows += expected.size();
                        String pattern =
                                "(" + ends.left + ")" + arrow(direction, "r" + length.text) + "(" + ends.right + ")";
                        String where = where(condition);
                        same(graph, seed, ends.before + " MATCH p = " + pattern + where + " RETURN p, r", expected);
                        same(
                                graph,
                                seed,
                                ends.before + " UNWIND [p = " + pattern + where
                                        + " | {p: p, r: relationships(p)}] AS found RETURN found.p AS p, "
                                        + (length.several() ? "found.r" : "found.r[0]") + " AS r",
                                expected);
                        if (ends.areKnown()) {
                            String again = pattern.replace("[r", "[").replace("p = ", "");
                            same(
                                    graph,
                                    seed,
                                    ends.before + " MATCH p = " + pattern + " WHERE EXISTS { MATCH q = " + again
                                            + " WHERE relationships(q) = relationships(p) AND nodes(q) = nodes(p) }"
                                            + (condition.text.isEmpty() ? "" : " AND " + condition.text)
                                            + " RETURN p, r",
                                    expected);
                        }
                    }
                }
            }
        }
        assertThat(rows).as("walks").isGreaterThan(1_000);
    }

    /** All conditions in the long mode; else none, and each of the others with some lengths and ends. */
    private static List<Condition> conditions(Length length, Ends ends) {
        int others = CONDITIONS.size() - 1;
        return LONG
                ? CONDITIONS
                : List.of(
                        CONDITIONS.getFirst(),
                        CONDITIONS.get(1
                                + (LENGTHS.indexOf(length)
                                                + List.of(Ends.values()).indexOf(ends))
                                        % others));
    }

    @ParameterizedTest
    @EnumSource(Direction.class)
    void shortestPathsAreInTheOrderOfThePattern(Direction direction) {
        int rows = 0;
        for (long seed = 1; seed <= 2; seed++) {
            MemoryGraph graph = graph(seed);
            WalkReference reference = new WalkReference(graph);
            for (Length length : LENGTHS) {
                if (!length.several()) {
                    continue;
                }
                List<Piece> pieces = List.of(new Piece(direction, length.least, length.most, true));
                List<Walk> walks = reference.walks(pieces);
                for (Ends ends : Ends.values()) {
                    for (Condition condition : conditions(length, ends)) {
                        Map<String, List<Walk>> shortest =
                                shortest(walks.stream().filter(ends::admit).filter(condition.holds));
                        String pattern = "((" + ends.left + ")" + arrow(direction, "r" + length.text) + "(" + ends.right
                                + "))" + where(condition) + " RETURN p, r";
                        same(
                                graph,
                                seed,
                                ends.before + " MATCH p = allShortestPaths" + pattern,
                                lines(shortest.values().stream().flatMap(List::stream), pieces));
                        oneOfEach(graph, seed, ends.before + " MATCH p = shortestPath" + pattern, shortest, pieces);
                        rows += shortest.size();
                    }
                }
            }
        }
        assertThat(rows).as("shortest paths").isGreaterThan(500);
    }

    /** By its ends, the walks that are the shortest; one from a node to itself has no edge. */
    private static Map<String, List<Walk>> shortest(Stream<Walk> walks) {
        Map<String, List<Walk>> byEnds = walks.filter(walk ->
                        !walk.first().equals(walk.last()) || walk.edges().isEmpty())
                .collect(Collectors.groupingBy(
                        walk -> walk.first().id() + " to " + walk.last().id()));
        byEnds.replaceAll((ends, all) -> {
            int fewest = all.stream().mapToInt(w -> w.edges().size()).min().orElseThrow();
            return all.stream().filter(w -> w.edges().size() == fewest).toList();
        });
        return byEnds;
    }

    private static void oneOfEach(
            MemoryGraph graph, long seed, String query, Map<String, List<Walk>> shortest, List<Piece> pieces) {
        List<String> found = ask(graph, query);
        String where = "seed " + seed + ": " + query;
        assertThat(found).as(where).hasSize(shortest.size());
        shortest.forEach((ends, walks) -> assertThat(lines(walks.stream(), pieces))
                .as("%s, %s", where, ends)
                .filteredOn(found::contains)
                .hasSize(1));
    }

    @Test
    void theSeveralEdgesOfOnePatternAreInItsOrder() {
        List<Length> lengths = List.of(LENGTHS.getFirst(), new Length("*1..2", 1, 2), new Length("*0..1", 0, 1));
        int rows = 0;
        for (long seed = 3; seed <= 4; seed++) {
            MemoryGraph graph = graph(seed);
            WalkReference reference = new WalkReference(graph);
            for (Direction first : Direction.values()) {
                for (Direction second : Direction.values()) {
                    for (Length left : lengths) {
                        for (Length right : lengths) {
                            List<Piece> pieces = List.of(
                                    new Piece(first, left.least, left.most, left.several()),
                                    new Piece(second, right.least, right.most, right.several()));
                            List<Walk> walks = reference.walks(pieces);
                            String arrows = arrow(first, "r" + left.text) + "(m)" + arrow(second, "s" + right.text);
                            for (Ends ends : Ends.values()) {
                                String match = " MATCH p = (" + ends.left + ")" + arrows + "(" + ends.right
                                        + ") RETURN p, r, s";
                                List<String> expected = lines(walks.stream().filter(ends::admit), pieces);
                                same(graph, seed, ends.before + match, expected);
                                same(graph, seed, "MATCH (m) " + ends.before + match, expected);
                                rows += expected.size();
                            }
                            same(
                                    graph,
                                    seed,
                                    "MATCH p = (a)" + arrows + "(a) WHERE m = a RETURN p, r, s",
                                    lines(
                                            walks.stream()
                                                    .filter(w -> w.first().equals(w.last())
                                                            && w.first().equals(w.node(1))),
                                            pieces));
                        }
                    }
                }
            }
        }
        assertThat(rows).as("walks").isGreaterThan(1_000);
    }

    private static void same(MemoryGraph graph, long seed, String query, List<String> expected) {
        assertThat(ask(graph, query)).as("seed %d: %s", seed, query).isEqualTo(expected);
    }

    private static List<String> ask(MemoryGraph graph, String query) {
        return Answer.of(graph, query, Map.of()).rows().stream()
                .map(row -> row.stream().map(WalkOrderTest::text).collect(Collectors.joining("; ")))
                .sorted()
                .toList();
    }

    private static String text(@Nullable Object value) {
        return switch (value) {
            case GraphPath path -> {
                StringBuilder text = new StringBuilder(path.nodes().getFirst().elementId());
                for (int i = 0; i < path.length(); i++) {
                    text.append(" -")
                            .append(path.edges().get(i).elementId())
                            .append("- ")
                            .append(path.nodes().get(i + 1).elementId());
                }
                yield text.toString();
            }
            case Edge edge -> edge.elementId();
            case List<?> list -> list.stream().map(WalkOrderTest::text).toList().toString();
            case null, default -> String.valueOf(value);
        };
    }

    /** The rows of a query that returns the path, and what each edge of the pattern stands for. */
    private static List<String> lines(Stream<Walk> walks, List<Piece> pieces) {
        return walks.map(walk -> {
                    List<String> columns = new ArrayList<>(List.of(walk.toString()));
                    for (int i = 0; i < pieces.size(); i++) {
                        List<String> ids = walk.piece(i).stream().map(Line::id).toList();
                        columns.add(pieces.get(i).several() ? ids.toString() : ids.getFirst());
                    }
                    return String.join("; ", columns);
                })
                .sorted(Comparator.naturalOrder())
                .toList();
    }
}
