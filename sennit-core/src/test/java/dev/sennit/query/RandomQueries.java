package dev.sennit.query;

import dev.sennit.model.PropertyType.Scalar;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Random small graphs, and random queries in the subset the naive interpreter knows. */
final class RandomQueries {
    private static final Property[] PROPERTIES = {
        Property.of("i", Scalar.INT32, false),
        Property.of("s", Scalar.STRING, false),
        Property.of("f", Scalar.FLOAT64, false)
    };

    static final GraphSchema SCHEMA = new GraphSchema(
            List.of(
                    AirGraph.node("A", List.of("A", "Any"), "k", key()),
                    AirGraph.node("B", List.of("B", "Any"), "k", key()),
                    AirGraph.node(
                            "C",
                            List.of("C"),
                            "k",
                            Property.of("k", Scalar.STRING, true),
                            Property.of("i", Scalar.INT64, false))),
            List.of(
                    AirGraph.edge("R", "A", "A", Property.of("w", Scalar.INT32, false)),
                    AirGraph.edge("R", "A", "B", Property.of("w", Scalar.INT32, false)),
                    AirGraph.edge("S", "B", "B", Property.of("w", Scalar.INT32, false)),
                    AirGraph.edge("S", "C", "A"),
                    AirGraph.edge("C", "B", "A", Property.of("w", Scalar.INT32, false))));

    private static Property[] key() {
        return new Property[] {Property.of("k", Scalar.STRING, true), PROPERTIES[0], PROPERTIES[1], PROPERTIES[2]};
    }

    private final Random random;
    private final List<String> nodes = new ArrayList<>();
    private final List<String> edges = new ArrayList<>();
    /** Variables that hold a list of edges. */
    private final List<String> walks = new ArrayList<>();

    private final List<String> paths = new ArrayList<>();
    private final List<String> clauses = new ArrayList<>();
    private final List<String> aside = new ArrayList<>();
    private int inner;
    private boolean anyLength;

    RandomQueries(long seed) {
        this.random = new Random(seed);
    }

    MemoryGraph graph() {
        MemoryGraph graph = new MemoryGraph(SCHEMA, 1 + random.nextInt(4));
        for (String type : List.of("A", "B", "C")) {
            int count = 1 + random.nextInt(4);
            for (int i = 0; i < count; i++) {
                if (type.equals("C")) {
                    graph.node(type, "n" + i, maybe((long) random.nextInt(3)));
                } else {
                    graph.node(type, "n" + i, maybe((long) random.nextInt(3)), maybe(text()), maybe(number()));
                }
            }
        }
        SCHEMA.edgeTypes().forEach(type -> {
            long from = graph.rowCount(SCHEMA.nodeType(type.source()).orElseThrow());
            long to = graph.rowCount(SCHEMA.nodeType(type.destination()).orElseThrow());
            int count = random.nextInt(5);
            for (int i = 0; i < count; i++) {
                String source = "n" + random.nextInt((int) from);
                String destination = "n" + random.nextInt((int) to);
                if (type.properties().isEmpty()) {
                    graph.edge(type.name(), source, destination);
                } else {
                    graph.edge(type.name(), source, destination, maybe((long) random.nextInt(3)));
                }
            }
        });
        return graph;
    }

    private @Nullable Object maybe(Object value) {
        return random.nextInt(4) == 0 ? null : value;
    }

    private String text() {
        return List.of("a", "ab", "b", "é").get(random.nextInt(4));
    }

    private Object number() {
        return List.of(0.0, 1.0, 1.5, Double.NaN, -0.0).get(random.nextInt(5));
    }

    /**
     * A query. What patterns it is made of is in {@link #clauses} and {@link #aside} afterwards.
     */
    String query() {
        forget();
        anyLength = true;
        StringBuilder text = new StringBuilder();
        int matches = random.nextInt(4) == 0 ? 2 : 1;
        int budget = 4;
        for (int m = 0; m < matches; m++) {
            int parts = random.nextInt(3) == 0 && budget > 1 ? 2 : 1;
            List<String> pattern = new ArrayList<>();
            for (int p = 0; p < parts; p++) {
                int hops = Math.min(budget - 1, random.nextInt(3));
                hops = Math.max(0, hops);
                budget -= hops + 1;
                pattern.add(maybePath(walk(hops)));
            }
            clauses.add("MATCH " + String.join(", ", pattern));
            text.append(clauses.getLast());
            if (random.nextInt(3) > 0) {
                text.append(" WHERE ").append(condition(2));
            }
            text.append(' ');
            if (budget < 1) {
                break;
            }
        }
        if (random.nextInt(5) == 0) {
            text.append(between());
        }
        if (random.nextInt(2) == 0) {
            String optional = "MATCH " + attached();
            aside.add(optional);
            clauses.add("OPTIONAL " + optional);
            text.append(clauses.getLast());
            if (random.nextInt(3) == 0) {
                text.append(" WHERE ").append(condition(1));
            }
            text.append(' ');
            if (random.nextInt(3) == 0) {
                clauses.add("MATCH (" + pick(nodes) + labels() + ")");
                text.append(clauses.getLast()).append(' ');
            }
        }
        return text.append(returns()).toString();
    }

    private void forget() {
        for (List<String> names : List.of(nodes, edges, walks, paths, clauses, aside)) {
            names.clear();
        }
        inner = 0;
    }

    /** The clauses of the last query that match something, without their conditions. */
    List<String> clauses() {
        return List.copyOf(clauses);
    }

    /** What the last query has to match besides, without losing rows otherwise: in OPTIONAL MATCH, and in subqueries. */
    List<String> aside() {
        return List.copyOf(aside);
    }

    /** A clause that makes other rows of the rows so far. */
    private String between() {
        List<String> all = new ArrayList<>(nodes);
        all.addAll(edges);
        all.addAll(walks);
        all.addAll(paths);
        if (!paths.isEmpty() && random.nextInt(2) == 0) {
            String element = "u" + nodes.size();
            String text = "UNWIND nodes(" + pick(paths) + ") AS " + element + " ";
            nodes.add(element);
            return text;
        }
        if (!walks.isEmpty() && random.nextInt(2) == 0) {
            String element = "u" + nodes.size();
            String text = "UNWIND " + pick(walks) + " AS " + element + " ";
            edges.add(element);
            return text;
        }
        return "WITH " + (random.nextInt(2) == 0 ? "DISTINCT " : "") + String.join(", ", all)
                + (random.nextInt(2) == 0 ? " WHERE " + condition(1) : "") + " ";
    }

    /** A pattern at a node that is bound already, of which it may ask for certain types. */
    private String attached() {
        String bound = "(" + pick(nodes) + labels() + ")";
        if (random.nextInt(3) == 0) {
            return bound;
        }
        String edge = edge();
        String other = node();
        return maybePath(random.nextInt(2) == 0 ? bound + edge + other : other + edge + bound);
    }

    private String maybePath(String walk) {
        if (random.nextInt(4) > 0) {
            return walk;
        }
        String name = "p" + paths.size();
        paths.add(name);
        return name + " = " + walk;
    }

    /**
     * What queries are put together from.
     *
     * @param match one MATCH without a condition
     * @param condition on what it binds
     * @param columns everything it binds, each under its name
     * @param node the name of a node it binds
     * @param bystander a pattern at that node, which may ask for certain types, with names of its own
     * @param labels that some nodes have
     * @param contents everything it binds, and everything that can be read of it
     */
    record Pieces(
            String match,
            String condition,
            String columns,
            String node,
            String bystander,
            String labels,
            String contents) {}

    Pieces pieces() {
        forget();
        anyLength = false;
        String match = "MATCH " + walk(random.nextInt(3)) + (random.nextInt(4) == 0 ? ", " + walk(0) : "");
        if (nodes.isEmpty()) {
            return pieces();
        }
        List<String> columns = new ArrayList<>(nodes);
        columns.addAll(edges);
        columns.addAll(walks);
        List<String> contents = new ArrayList<>(columns);
        nodes.forEach(
                n -> contents.addAll(List.of(n + ".k", n + "['i']", "properties(" + n + ")", "labels(" + n + ")")));
        edges.forEach(e -> contents.addAll(List.of("properties(" + e + ")", "startNode(" + e + ").i")));
        String condition = condition(2);
        String node = pick(nodes);
        String bystander = "(" + node + labels() + ")"
                + (random.nextInt(4) == 0
                        ? ""
                        : pick(List.of("-[", "<-[")) + "x" + pick(List.of("", ":R", ":S", ":C|R")) + "]-(y" + labels()
                                + ")");
        return new Pieces(
                match,
                condition,
                String.join(", ", columns),
                node,
                bystander,
                pick(List.of(":A", ":B", ":C", ":Any", ":!A", ":A|C")),
                String.join(", ", contents));
    }

    private String walk(int hops) {
        StringBuilder text = new StringBuilder(node());
        for (int i = 0; i < hops; i++) {
            text.append(edge()).append(node());
        }
        return text.toString();
    }

    private String node() {
        String name;
        if (!nodes.isEmpty() && random.nextInt(4) == 0) {
            name = pick(nodes);
        } else if (random.nextInt(5) == 0 && !nodes.isEmpty()) {
            name = "";
        } else {
            name = "n" + nodes.size();
            nodes.add(name);
        }
        String labels = labels();
        String properties = random.nextInt(6) == 0 ? " {i: " + random.nextInt(3) + "}" : "";
        properties = random.nextInt(8) == 0 ? " {k: 'n" + random.nextInt(3) + "'}" : properties;
        return "(" + name + labels + properties + ")";
    }

    private String labels() {
        return pick(List.of("", "", ":A", ":B", ":Any", ":A|C", ":!C", ":%"));
    }

    private String edge() {
        boolean several = random.nextInt(4) == 0;
        String name = random.nextInt(3) == 0 ? "" : several ? "w" + walks.size() : "e" + edges.size();
        String labels = pick(List.of("", ":R", ":S", ":R|S", ":!S", ":C|R"));
        if (!name.isEmpty()) {
            (several ? walks : edges).add(name);
        }
        return arrow(name + labels + (several ? range() : "") + weight(8));
    }

    private String range() {
        List<String> few = List.of("*1..2", "*0..1", "*2", "*0", "*1");
        return pick(anyLength && random.nextInt(2) == 0 ? List.of("*", "*..3", "*0..", "*2..3", "*3..") : few);
    }

    private String weight(int seldom) {
        return random.nextInt(seldom) == 0 ? " {w: " + random.nextInt(3) + "}" : "";
    }

    private String arrow(String inside) {
        String detail = "[" + inside + "]";
        return switch (random.nextInt(3)) {
            case 0 -> "-" + detail + "->";
            case 1 -> "<-" + detail + "-";
            default -> "-" + detail + "-";
        };
    }

    private String condition(int depth) {
        if (depth > 0 && random.nextInt(2) == 0) {
            return switch (random.nextInt(4)) {
                case 0 -> "NOT (" + condition(depth - 1) + ")";
                case 1 -> "(" + condition(depth - 1) + ") OR (" + condition(depth - 1) + ")";
                case 2 -> "(" + condition(depth - 1) + ") XOR (" + condition(depth - 1) + ")";
                default -> "(" + condition(depth - 1) + ") AND (" + condition(depth - 1) + ")";
            };
        }
        String node = pick(nodes);
        String other = pick(nodes);
        String operator = operator();
        if ((!walks.isEmpty() || !paths.isEmpty()) && random.nextInt(2) == 0) {
            return walkCondition();
        }
        if (random.nextInt(6) == 0) {
            return subquery();
        }
        return switch (random.nextInt(13)) {
            case 0 -> node + ".i " + operator + " " + random.nextInt(3);
            case 1 -> node + ".i " + operator + " " + other + ".i";
            case 2 -> node + ".i " + operator + " 1.5";
            case 3 -> node + ".i IN [0, 2" + pick(List.of("", ", null")) + "]";
            case 4 -> node + ".i IS " + pick(List.of("", "NOT ")) + "NULL";
            case 5 -> node + ".k " + operator + " 'n1'";
            case 6 -> node + ".k IN ['n0', 'n2', 'x']";
            case 7 ->
                node + ".k " + pick(List.of("STARTS WITH", "ENDS WITH", "CONTAINS")) + " '"
                        + pick(List.of("n", "1", "x")) + "'";
            case 8 -> node + pick(List.of(" = ", " <> ")) + other;
            case 9 -> "0 <= " + node + ".i < 2";
            case 10 -> edges.isEmpty() ? "true" : pick(edges) + " IS NOT NULL";
            case 11 -> node + pick(List.of(":A", ":B", ":Any", ":!A", ":C|A"));
            default -> node + ".k = " + other + ".k";
        };
    }

    private String operator() {
        return pick(List.of("=", "<>", "<", "<=", ">", ">="));
    }

    /** On what is not one node or one edge. */
    private String walkCondition() {
        List<String> lists = new ArrayList<>(walks);
        paths.forEach(p -> lists.add("relationships(" + p + ")"));
        String list = pick(lists);
        String each = pick(List.of("all", "any", "none", "single"));
        if (!paths.isEmpty() && random.nextInt(2) == 0) {
            String path = pick(paths);
            return switch (random.nextInt(7)) {
                case 0 -> "length(" + path + ") " + operator() + " " + random.nextInt(4);
                case 1 -> each + "(x IN nodes(" + path + ") WHERE x.i " + operator() + " " + random.nextInt(3) + ")";
                case 2 -> each + "(x IN nodes(" + path + ") WHERE x" + pick(List.of(":A", ":B", ":!C")) + ")";
                case 3 -> pick(nodes) + " IN nodes(" + path + ")";
                case 4 -> "size([x IN nodes(" + path + ") WHERE x = " + pick(nodes) + "]) > 1";
                case 5 -> path + pick(List.of(" = ", " <> ")) + pick(paths);
                default -> each + "(x IN nodes(" + path + ") WHERE x.i IS NULL)";
            };
        }
        return switch (random.nextInt(6)) {
            case 0 -> "size(" + list + ") " + operator() + " " + random.nextInt(4);
            case 1 -> each + "(x IN " + list + " WHERE x.w " + operator() + " " + random.nextInt(3) + ")";
            case 2 -> edges.isEmpty() ? list + " IS NOT NULL" : pick(edges) + " IN " + list;
            case 3 -> pick(lists) + pick(List.of(" = ", " <> ")) + list;
            case 4 -> each + "(x IN " + list + " WHERE x.w IS NOT NULL)";
            default -> "any(x IN " + list + " WHERE x IN " + pick(lists) + ")";
        };
    }

    /** On what is there besides. */
    private String subquery() {
        String at = "(" + pick(nodes) + labels() + ")";
        String edge = arrow(pick(List.of("", ":R", ":S", ":R|S", ":!S", ":C|R"))
                + (random.nextInt(3) == 0 ? range() : "")
                + weight(8));
        String named = "m" + inner++;
        String there = random.nextInt(5) == 0 ? pick(nodes) : named;
        boolean fresh = there.equals(named);
        String labels = labels();
        String pattern = at + edge + "(" + there + labels + ")";
        String unnamed = at + edge + "(" + (fresh ? "" : there) + labels + ")";
        String where = random.nextInt(3) > 0
                ? ""
                : " WHERE " + there + ".i " + operator() + " " + pick(List.of("1", pick(nodes) + ".i"));
        String second = " MATCH (" + there + labels() + ")";
        String asked = switch (random.nextInt(5)) {
            case 0 -> "EXISTS { " + pattern + where + " }";
            case 1 -> "COUNT { " + pattern + where + " } " + operator() + " " + random.nextInt(3);
            case 2 -> "size([" + pattern + where + " | 1]) " + operator() + " " + random.nextInt(3);
            case 3 -> "EXISTS { MATCH " + pattern + second + where + " }";
            default -> unnamed;
        };
        aside.add("MATCH " + pattern + (asked.contains(second) ? second : ""));
        return asked;
    }

    private String returns() {
        List<String> values = new ArrayList<>();
        values.addAll(walks);
        paths.forEach(
                p -> values.addAll(List.of(p, "length(" + p + ")", "nodes(" + p + ")", "relationships(" + p + ")")));
        nodes.forEach(n -> {
            values.add(n);
            values.add(n + ".k");
            values.add(n + ".i");
        });
        values.addAll(edges);
        int count = 1 + random.nextInt(3);
        List<String> items = new ArrayList<>(
                IntStream.range(0, count).mapToObj(i -> pick(values)).toList());
        boolean distinct = false;
        switch (random.nextInt(4)) {
            case 0 -> items.add("count(*)");
            case 1 ->
                items.add(pick(List.of("count", "sum", "min", "max")) + "(" + pick(List.of("", "DISTINCT "))
                        + pick(nodes) + ".i)");
            case 2 -> distinct = true;
            default -> {}
        }
        if (random.nextInt(6) == 0) {
            items.removeIf(i -> !i.contains("("));
        }
        if (items.isEmpty()) {
            items.add(pick(values));
        }
        String text = IntStream.range(0, items.size())
                .mapToObj(i -> items.get(i) + " AS c" + i)
                .collect(Collectors.joining(", "));
        return "RETURN " + (distinct ? "DISTINCT " : "") + text;
    }

    private String pick(List<String> from) {
        return from.get(random.nextInt(from.size()));
    }
}
