package dev.sennit.tck;

import dev.sennit.model.CalendarDuration;
import dev.sennit.model.Edge;
import dev.sennit.model.GraphPath;
import dev.sennit.model.Node;
import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Values as the kit writes them. Both what is expected and what came are brought to one text, in which labels and
 * properties are sorted, so that equal values have equal texts.
 */
final class KitValue {
    private final String text;
    private final boolean sortLists;
    private int at;

    private KitValue(String text, boolean sortLists) {
        this.text = text;
        this.sortLists = sortLists;
    }

    /** The canonical text of an expected value. */
    static String canonical(String text, boolean sortLists) {
        KitValue reader = new KitValue(text, sortLists);
        String canonical = reader.value();
        reader.space();
        if (reader.at < text.length()) {
            throw new IllegalArgumentException("cannot read '" + text + "' beyond " + reader.at);
        }
        return canonical;
    }

    /** A parameter's value. */
    @Nullable
    static Object parameter(String text) {
        return new KitValue(text, false).plain();
    }

    private void space() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private boolean take(String token) {
        space();
        if (text.startsWith(token, at)) {
            at += token.length();
            return true;
        }
        return false;
    }

    private void require(String token) {
        if (!take(token)) {
            throw new IllegalArgumentException("no '" + token + "' at " + at + " of '" + text + "'");
        }
    }

    private char peek() {
        space();
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private String value() {
        return switch (peek()) {
            case '\'' -> quoted();
            case '[' -> {
                at++;
                yield peek() == ':' ? edge() : list();
            }
            case '{' -> map();
            case '(' -> node();
            case '<' -> path();
            default -> word();
        };
    }

    private String quoted() {
        return "'" + string() + "'";
    }

    private String string() {
        require("'");
        StringBuilder string = new StringBuilder();
        while (text.charAt(at) != '\'') {
            char c = text.charAt(at++);
            if (c == '\\') {
                c = text.charAt(at++);
            }
            string.append(c);
        }
        at++;
        return string.toString();
    }

    private String list() {
        List<String> elements = new ArrayList<>();
        while (!take("]")) {
            elements.add(value());
            take(",");
        }
        return list(elements, sortLists);
    }

    private static String list(List<String> elements, boolean sorted) {
        return (sorted ? elements.stream().sorted() : elements.stream()).collect(Collectors.joining(", ", "[", "]"));
    }

    private String map() {
        Map<String, String> entries = new TreeMap<>();
        require("{");
        while (!take("}")) {
            String key = name();
            require(":");
            entries.put(key, value());
            take(",");
        }
        return map(entries);
    }

    private static String map(Map<String, String> entries) {
        return entries.entrySet().stream()
                .map(e -> e.getKey() + ": " + e.getValue())
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private String name() {
        space();
        if (take("`")) {
            int end = text.indexOf('`', at);
            String name = text.substring(at, end);
            at = end + 1;
            return name;
        }
        int start = at;
        while (at < text.length() && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
            at++;
        }
        return text.substring(start, at);
    }

    private String node() {
        require("(");
        TreeSet<String> labels = new TreeSet<>();
        while (take(":")) {
            labels.add(name());
        }
        String properties = peek() == '{' ? map() : "{}";
        require(")");
        return node(labels, properties);
    }

    private static String node(SortedSet<String> labels, String properties) {
        return "(" + labels.stream().map(l -> ":" + l).collect(Collectors.joining()) + " " + properties + ")";
    }

    /** After the opening bracket. */
    private String edge() {
        require(":");
        String label = name();
        String properties = peek() == '{' ? map() : "{}";
        require("]");
        return edge(label, properties);
    }

    private static String edge(String label, String properties) {
        return "[:" + label + " " + properties + "]";
    }

    private String path() {
        require("<");
        StringBuilder path = new StringBuilder("<").append(node());
        while (!take(">")) {
            boolean left = take("<-");
            if (!left) {
                require("-");
            }
            require("[");
            String edge = edge();
            boolean right = take("->");
            if (!right) {
                require("-");
            }
            path.append(left ? "<-" : "-")
                    .append(edge)
                    .append(right ? "->" : "-")
                    .append(node());
        }
        return path.append('>').toString();
    }

    private String word() {
        int start = at;
        while (at < text.length() && ",]}) \t".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(start, at);
        return switch (word) {
            case "null", "true", "false" -> word;
            case "NaN" -> "NaN";
            case "Inf", "+Inf" -> "Infinity";
            case "-Inf" -> "-Infinity";
            default ->
                word.matches("[+-]?\\d+")
                        ? Long.valueOf(word.startsWith("+") ? word.substring(1) : word)
                                .toString()
                        : number(Double.parseDouble(word));
        };
    }

    /** The kit takes both zeros for one. */
    private static String number(double number) {
        return Double.toString(number == 0 ? 0.0 : number);
    }

    @Nullable
    private Object plain() {
        return switch (peek()) {
            case '\'' -> string();
            case '[' -> {
                at++;
                List<@Nullable Object> list = new ArrayList<>();
                while (!take("]")) {
                    list.add(plain());
                    take(",");
                }
                yield list;
            }
            case '{' -> {
                at++;
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                while (!take("}")) {
                    String key = name();
                    require(":");
                    map.put(key, plain());
                    take(",");
                }
                yield map;
            }
            default ->
                switch (word()) {
                    case "null" -> null;
                    case "true" -> true;
                    case "false" -> false;
                    case String number when number.matches("-?\\d+") -> Long.valueOf(number);
                    case String number -> Double.valueOf(number);
                };
        };
    }

    /** The canonical text of a value a query gave. */
    static String canonical(@Nullable Object value, boolean sortLists) {
        return switch (value) {
            case null -> "null";
            case String string -> "'" + string + "'";
            case Double number -> number(number);
            case Temporal temporal -> "'" + temporal + "'";
            case CalendarDuration duration -> "'" + duration + "'";
            case Node node -> node(new TreeSet<>(node.labels()), properties(node.properties(), sortLists));
            case Edge edge -> edge(edge.label(), properties(edge.properties(), sortLists));
            case GraphPath path -> path(path, sortLists);
            case List<?> list ->
                list(list.stream().map(e -> canonical(e, sortLists)).toList(), sortLists);
            case Map<?, ?> map -> properties(map, sortLists);
            default -> value.toString();
        };
    }

    private static String properties(Map<?, ?> map, boolean sortLists) {
        Map<String, String> entries = new TreeMap<>();
        map.forEach((key, value) -> entries.put((String) key, canonical(value, sortLists)));
        return map(entries);
    }

    private static String path(GraphPath path, boolean sortLists) {
        StringBuilder text = new StringBuilder("<");
        for (int i = 0; i < path.nodes().size(); i++) {
            Node node = path.nodes().get(i);
            if (i > 0) {
                Edge edge = path.edges().get(i - 1);
                boolean forward = edge.destination().equals(node.id())
                        && edge.destinationType().equals(node.type());
                text.append(forward ? "-" : "<-")
                        .append(canonical(edge, sortLists))
                        .append(forward ? "->" : "-");
            }
            text.append(canonical(node, sortLists));
        }
        return text.append('>').toString();
    }
}
