package dev.sennit.cli.print;

import dev.sennit.model.Edge;
import dev.sennit.model.GraphPath;
import dev.sennit.model.Node;
import java.math.BigDecimal;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Values as people read them: a node as {@code (:Airport {code: 'AMS'})}, an edge as
 * {@code (AMS)-[:ROUTE {dist: 370}]->(LHR)} with the ids of its ends, a text as it is and in quotes only inside other
 * values. Control characters are shown as escapes.
 */
public final class ValueText {
    private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** Numbers of a vector that are shown. */
    private static final int SHOWN_OF_VECTOR = 3;

    /** Vectors up to this length are shown whole. */
    private static final int SHORT_VECTOR = 8;

    private ValueText() {}

    /** The text of a value on its own. */
    public static String of(@Nullable Object value) {
        if (value instanceof String text) {
            return withoutControls(text);
        }
        StringBuilder out = new StringBuilder();
        append(out, value);
        return out.toString();
    }

    /** The text with every control character as an escape, and line breaks as {@code \n}. */
    public static String withoutControls(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (isControl(text.charAt(i))) {
                StringBuilder out = new StringBuilder(text.length() + 8);
                text.chars().forEach(c -> appendVisible(out, (char) c));
                return out.toString();
            }
        }
        return text;
    }

    private static void append(StringBuilder out, @Nullable Object value) {
        switch (value) {
            case null -> out.append("null");
            case String text -> appendQuoted(out, text);
            case BigDecimal decimal -> out.append(decimal.toPlainString());
            case byte[] bytes -> out.append(Base64.getEncoder().encodeToString(bytes));
            case float[] vector -> appendVector(out, vector);
            case List<?> list -> appendList(out, list);
            case Map<?, ?> map -> appendMap(out, map);
            case Node node -> appendNode(out, node);
            case Edge edge -> {
                out.append('(').append(withoutControls(edge.source())).append(')');
                appendArrow(out, edge, true);
                out.append('(').append(withoutControls(edge.destination())).append(')');
            }
            case GraphPath path -> appendPath(out, path);
            default -> out.append(withoutControls(value.toString()));
        }
    }

    private static void appendNode(StringBuilder out, Node node) {
        out.append('(');
        for (String label : node.labels()) {
            out.append(':').append(name(label));
        }
        if (!node.properties().isEmpty()) {
            appendMap(out.append(' '), node.properties());
        }
        out.append(')');
    }

    private static void appendArrow(StringBuilder out, Edge edge, boolean forward) {
        out.append(forward ? "-[:" : "<-[:").append(name(edge.label()));
        if (!edge.properties().isEmpty()) {
            appendMap(out.append(' '), edge.properties());
        }
        out.append(forward ? "]->" : "]-");
    }

    private static void appendPath(StringBuilder out, GraphPath path) {
        Iterator<Node> nodes = path.nodes().iterator();
        Node from = nodes.next();
        appendNode(out, from);
        for (Edge edge : path.edges()) {
            boolean forward =
                    edge.sourceType().equals(from.type()) && edge.source().equals(from.id());
            appendArrow(out, edge, forward);
            from = nodes.next();
            appendNode(out, from);
        }
    }

    private static void appendVector(StringBuilder out, float[] vector) {
        int shown = vector.length <= SHORT_VECTOR ? vector.length : SHOWN_OF_VECTOR;
        out.append('[');
        for (int i = 0; i < shown; i++) {
            out.append(i == 0 ? "" : ", ").append(vector[i]);
        }
        if (shown < vector.length) {
            out.append(", … ").append(vector.length).append(" numbers");
        }
        out.append(']');
    }

    private static void appendList(StringBuilder out, List<?> list) {
        out.append('[');
        String separator = "";
        for (Object element : list) {
            append(out.append(separator), element);
            separator = ", ";
        }
        out.append(']');
    }

    private static void appendMap(StringBuilder out, Map<?, ?> map) {
        out.append('{');
        String separator = "";
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            append(
                    out.append(separator)
                            .append(name(String.valueOf(entry.getKey())))
                            .append(": "),
                    entry.getValue());
            separator = ", ";
        }
        out.append('}');
    }

    private static void appendQuoted(StringBuilder out, String text) {
        out.append('\'');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\'' || c == '\\') {
                out.append('\\');
            }
            appendVisible(out, c);
        }
        out.append('\'');
    }

    private static String name(String name) {
        return PLAIN_NAME.matcher(name).matches() ? name : "`" + withoutControls(name.replace("`", "``")) + "`";
    }

    private static boolean isControl(char c) {
        return c < ' ' || c >= '\u007F' && c < '\u00A0' || c == '\u2028' || c == '\u2029' || isDirection(c);
    }

    /** Marks that make what follows read from right to left, whatever it is. */
    private static boolean isDirection(char c) {
        return c >= '\u202A' && c <= '\u202E' || c >= '\u2066' && c <= '\u2069';
    }

    private static void appendVisible(StringBuilder out, char c) {
        switch (c) {
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            default -> {
                if (isControl(c)) {
                    out.append(String.format("\\u%04x", (int) c));
                } else {
                    out.append(c);
                }
            }
        }
    }
}
