package dev.sennit.schema;

import dev.sennit.model.PropertyType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes schemas in their canonical form: node types first, then edge types, each in the order declared; one item a
 * line, properties before constraints, in columns; keywords in capitals. Parsing what was printed gives an equal
 * schema, and printing that gives the same text.
 *
 * <p>Thread-safe; keeps nothing.
 */
public final class SchemaPrinter {
    private static final String INDENTATION = "  ";

    /** Wider columns are not worth it: a longer cell pushes only its own line. */
    private static final int MAX_COLUMN = 32;

    private SchemaPrinter() {}

    /** The schema alone. */
    public static String print(GraphSchema schema) {
        return print(SchemaDocument.of(schema));
    }

    /** The schema with its comments and migration hints. */
    public static String print(SchemaDocument document) {
        StringBuilder text = new StringBuilder();
        String above = "";
        boolean aboveIsNode = true;
        for (ElementType type : document.schema().types().toList()) {
            String declaration = declaration(document, type);
            boolean isNode = type instanceof NodeType;
            if (!above.isEmpty() && (isLong(above) || isLong(declaration) || isNode != aboveIsNode)) {
                text.append('\n');
            }
            text.append(declaration);
            above = declaration;
            aboveIsNode = isNode;
        }
        SchemaComment end = document.comments().get(SchemaPlace.END);
        if (end != null) {
            text.append(text.isEmpty() ? "" : "\n");
            end.before().forEach(line -> text.append(comment(line)).append('\n'));
        }
        return text.toString();
    }

    /** A name as it is written in the schema language: as it is, or in backticks. */
    public static String name(String name) {
        return SchemaText.name(name);
    }

    /** A value of a property of that type, as RANGE and DEFAULT have it. */
    public static String literal(PropertyType type, Object value) {
        return LiteralText.of(type, value);
    }

    /** Blank lines stand around declarations of several lines; those of one line stand close together. */
    private static boolean isLong(String declaration) {
        return declaration.indexOf('\n') < declaration.length() - 1;
    }

    private static String declaration(SchemaDocument document, ElementType type) {
        SchemaComment comment = comment(document, type, "");
        StringBuilder text = new StringBuilder();
        comment.before().forEach(line -> text.append(comment(line)).append('\n'));
        if (!type.documentation().isEmpty()) {
            text.append(SchemaText.writeDocumentation(type.documentation(), "")).append('\n');
        }
        text.append(head(document, type));
        List<Item> items = items(document, type);
        List<String> closing = comment(document, type, SchemaPlace.CLOSING).before();
        boolean onOneLine = closing.isEmpty() && isShort(type, items);
        if (onOneLine) {
            text.append(items.isEmpty() ? "" : " { " + items.getFirst().text() + " }");
        } else {
            text.append(" {");
        }
        text.append(behind(comment.after())).append('\n');
        if (!onOneLine) {
            appendItems(text, items);
            closing.forEach(
                    line -> text.append(INDENTATION).append(comment(line)).append('\n'));
            text.append("}\n");
        }
        return text.toString();
    }

    /** Edge types with a key and nothing else are common, and many of them share a label. */
    private static boolean isShort(ElementType type, List<Item> items) {
        return items.isEmpty()
                || type instanceof EdgeType
                        && items.size() == 1
                        && items.getFirst().comment().equals(NO_COMMENT)
                        && type.properties().isEmpty();
    }

    private static void appendItems(StringBuilder text, List<Item> items) {
        for (int i = 0; i < items.size(); i++) {
            Item item = items.get(i);
            item.comment()
                    .before()
                    .forEach(line ->
                            text.append(INDENTATION).append(comment(line)).append('\n'));
            if (!item.documentation().isEmpty()) {
                text.append(SchemaText.writeDocumentation(item.documentation(), INDENTATION))
                        .append('\n');
            }
            text.append(INDENTATION).append(item.text());
            text.append(i + 1 < items.size() ? "," : "");
            text.append(behind(item.comment().after())).append('\n');
        }
    }

    private static String head(SchemaDocument document, ElementType type) {
        String old = document.hints().renamedTypes().get(type.name());
        String renamed = old == null ? "" : " RENAMED FROM " + SchemaText.name(old);
        return switch (type) {
            case NodeType node -> {
                List<String> labels = node.labels().subList(1, node.labels().size());
                yield "NODE " + SchemaText.name(node.name()) + renamed
                        + (labels.isEmpty() ? "" : " : " + SchemaText.names(labels));
            }
            case EdgeType edge ->
                "EDGE " + SchemaText.name(edge.label()) + renamed + " (" + SchemaText.name(edge.source()) + ")-["
                        + edge.outgoing().text() + "]->(" + SchemaText.name(edge.destination()) + ")";
        };
    }

    private record Item(String text, String documentation, SchemaComment comment) {}

    private static final SchemaComment NO_COMMENT = new SchemaComment(List.of(), "");

    private static List<Item> items(SchemaDocument document, ElementType type) {
        List<Item> items = new ArrayList<>();
        int inlineUniques = inlineUniques(type);
        Set<List<String>> inline = Set.copyOf(type.uniques().subList(0, inlineUniques));
        List<String> names = new ArrayList<>();
        List<String> types = new ArrayList<>();
        List<String> options = new ArrayList<>();
        for (Property property : type.properties()) {
            names.add(SchemaText.name(property.name()));
            types.add(typeText(property.type()));
            options.add(options(document, type, property, inline.contains(List.of(property.name()))));
        }
        int nameWidth = width(names);
        int typeWidth = width(IntStream.range(0, types.size())
                .filter(i -> !options.get(i).isEmpty())
                .mapToObj(types::get)
                .toList());
        for (int i = 0; i < names.size(); i++) {
            String cells =
                    options.get(i).isEmpty() ? types.get(i) : pad(types.get(i), typeWidth) + " " + options.get(i);
            items.add(new Item(
                    pad(names.get(i), nameWidth) + " " + cells,
                    type.properties().get(i).documentation(),
                    comment(document, type, names.get(i))));
        }
        for (String constraint : constraints(type, inlineUniques)) {
            items.add(new Item(constraint, "", comment(document, type, constraint)));
        }
        return items;
    }

    private static String options(SchemaDocument document, ElementType type, Property property, boolean unique) {
        List<String> options = new ArrayList<>();
        boolean inlineKey = isInlineKey(type, property);
        boolean inKey = keyOf(type).map(k -> k.contains(property.name())).orElse(false);
        if (inlineKey) {
            options.add("KEY");
        }
        if (property.required() && !inKey) {
            options.add("NOT NULL");
        }
        if (unique) {
            options.add("UNIQUE");
        }
        property.pattern().ifPresent(pattern -> options.add("PATTERN " + SchemaText.quote(pattern)));
        property.range().ifPresent(range -> options.add("RANGE " + range(property.type(), range)));
        PropertyRef reference = new PropertyRef(type.name(), property.name());
        Object value = document.hints().defaults().get(reference);
        if (value != null) {
            options.add("DEFAULT " + LiteralText.of(property.type(), value));
        }
        String old = document.hints().renamedProperties().get(reference);
        if (old != null) {
            options.add("RENAMED FROM " + SchemaText.name(old));
        }
        return String.join(" ", options);
    }

    /** The range of a property of that type, as behind RANGE. */
    public static String range(PropertyType type, ValueRange range) {
        return range.minimum().map(v -> LiteralText.of(type, v)).orElse("") + ".."
                + range.maximum().map(v -> LiteralText.of(type, v)).orElse("");
    }

    /** The items besides properties, as they are printed, in their order. */
    static List<String> constraints(ElementType type) {
        return constraints(type, inlineUniques(type));
    }

    private static List<String> constraints(ElementType type, int inlineUniques) {
        List<String> constraints = new ArrayList<>();
        boolean inlineKey = type.properties().stream().anyMatch(p -> isInlineKey(type, p));
        if (!inlineKey) {
            keyOf(type).ifPresent(key -> constraints.add("KEY (" + SchemaText.names(key) + ")"));
        }
        if (type instanceof EdgeType edge && !edge.incoming().isAny()) {
            constraints.add("IN " + edge.incoming().text());
        }
        type.uniques().stream()
                .skip(inlineUniques)
                .forEach(unique -> constraints.add("UNIQUE (" + SchemaText.names(unique) + ")"));
        type.indexes().forEach(index -> constraints.add(index(index)));
        return constraints;
    }

    /** The declaration of an index. */
    public static String index(IndexDeclaration index) {
        return switch (index) {
            case IndexDeclaration.Fulltext fulltext -> "FULLTEXT (" + SchemaText.names(fulltext.properties()) + ")";
            case IndexDeclaration.VectorIndex vector ->
                "VECTOR INDEX (" + SchemaText.name(vector.property()) + ") METRIC "
                        + vector.metric().name().toLowerCase(Locale.ROOT);
        };
    }

    private static Optional<List<String>> keyOf(ElementType type) {
        return switch (type) {
            case NodeType node -> node.isKeyed() ? Optional.of(node.key()) : Optional.empty();
            case EdgeType edge -> edge.key();
        };
    }

    /** A node type's key of one property stands behind it; an edge's key always stands apart, like its KEY (). */
    private static boolean isInlineKey(ElementType type, Property property) {
        return type instanceof NodeType node && node.key().equals(List.of(property.name()));
    }

    /**
     * How many of the UNIQUE constraints stand behind their property. They are read before the others, in the order of
     * the properties, so only a beginning of the list that has that order can.
     */
    private static int inlineUniques(ElementType type) {
        List<String> names = type.properties().stream().map(Property::name).toList();
        int position = -1;
        int count = 0;
        for (List<String> unique : type.uniques()) {
            int next = unique.size() == 1 ? names.indexOf(unique.getFirst()) : -1;
            if (next <= position) {
                return count;
            }
            position = next;
            count++;
        }
        return count;
    }

    static String typeText(PropertyType type) {
        return switch (type) {
            case PropertyType.Enumeration enumeration -> enumeration(enumeration);
            case PropertyType.ListOf(PropertyType.Enumeration enumeration) -> "LIST<" + enumeration(enumeration) + ">";
            default -> type.text();
        };
    }

    private static String enumeration(PropertyType.Enumeration type) {
        return type.values().stream().map(SchemaText::quote).collect(Collectors.joining(", ", "ENUM(", ")"));
    }

    private static SchemaComment comment(SchemaDocument document, ElementType type, String item) {
        return document.comments().getOrDefault(new SchemaPlace(type.name(), item), NO_COMMENT);
    }

    private static String comment(String line) {
        return line.isEmpty() ? "--" : "-- " + line;
    }

    private static String behind(String comment) {
        return comment.isEmpty() ? "" : "  -- " + comment;
    }

    private static int width(List<String> cells) {
        return cells.stream()
                .mapToInt(String::length)
                .filter(w -> w <= MAX_COLUMN)
                .max()
                .orElse(0);
    }

    private static String pad(String cell, int width) {
        return cell.length() >= width ? cell : cell + " ".repeat(width - cell.length());
    }
}
