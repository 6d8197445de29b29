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

    String query() {
        nodes.clear();
        edges.clear();
        StringBuilder text = new StringBuilder();
        int matches = random.nextInt(4) == 0 ? 2 : 1;
        int budget = 4;
        for (int m = 0; m < matches; m++) {
            text.append("MATCH ");
            int parts = random.nextInt(3) == 0 && budget > 1 ? 2 : 1;
            for (int p = 0; p < parts; p++) {
                int hops = Math.min(budget - 1, random.nextInt(3));
                hops = Math.max(0, hops);
                budget -= hops + 1;
                text.append(p > 0 ? ", " : "").append(walk(hops));
            }
            if (random.nextInt(3) > 0) {
                text.append(" WHERE ").append(condition(2));
            }
            text.append(' ');
            if (budget < 1) {
                break;
            }
        }
        if (random.nextInt(2) == 0) {
            text.append("OPTIONAL MATCH ").append(attached());
            if (random.nextInt(3) == 0) {
                text.append(" WHERE ").append(condition(1));
            }
            text.append(' ');
            if (random.nextInt(3) == 0) {
                text.append("MATCH (").append(pick(nodes)).append(labels()).append(") ");
            }
        }
        return text.append(returns()).toString();
    }

    /** A pattern at a node that is bound already, of which it may ask for certain types. */
    private String attached() {
        String bound = "(" + pick(nodes) + labels() + ")";
        if (random.nextInt(3) == 0) {
            return bound;
        }
        String edge = edge();
        String other = node();
        return random.nextInt(2) == 0 ? bound + edge + other : other + edge + bound;
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
        nodes.clear();
        edges.clear();
        String match = "MATCH " + walk(random.nextInt(3)) + (random.nextInt(4) == 0 ? ", " + walk(0) : "");
        if (nodes.isEmpty()) {
            return pieces();
        }
        List<String> columns = new ArrayList<>(nodes);
        columns.addAll(edges);
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
        String name = random.nextInt(3) == 0 ? "" : "e" + edges.size();
        String labels = pick(List.of("", ":R", ":S", ":R|S", ":!S", ":C|R"));
        if (!name.isEmpty()) {
            edges.add(name);
        }
        String properties = random.nextInt(8) == 0 ? " {w: " + random.nextInt(3) + "}" : "";
        String detail = "[" + name + labels + properties + "]";
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
        String operator = pick(List.of("=", "<>", "<", "<=", ">", ">="));
        return switch (random.nextInt(12)) {
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
            default -> node + ".k = " + other + ".k";
        };
    }

    private String returns() {
        List<String> values = new ArrayList<>();
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
