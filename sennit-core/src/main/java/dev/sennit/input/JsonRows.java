package dev.sennit.input;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.sennit.input.Column.Role;
import dev.sennit.input.InputRow.BadRow;
import dev.sennit.input.InputRow.EdgeRow;
import dev.sennit.input.InputRow.NodeRow;
import dev.sennit.model.InvalidDataException;
import dev.sennit.model.Rule;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a file with one JSON object per line: rows in Sennit's own form, with {@code node} or {@code edge} and
 * {@code properties}, or, where the target tells the type, objects whose members are the properties.
 */
final class JsonRows implements Rows {
    private static final List<String> NODE_MEMBERS = List.of("node", "id", "labels", "properties");
    private static final List<String> EDGE_MEMBERS = List.of("edge", "id", "from", "to", "properties");

    private final LineScanner lines;
    private final String source;
    private final InputTarget target;
    private final ColumnMapping mapping;
    private final Shapes propertyShapes;
    private final Shapes memberShapes;

    JsonRows(InputStream utf8, String source, InputTarget target, InputOptions options) {
        this.lines = new LineScanner(utf8, options.maxRecordBytes());
        this.source = source;
        this.target = target;
        this.mapping = options.mapping();
        HeaderParser header = new HeaderParser(source, target, mapping);
        this.propertyShapes = new Shapes(header::ofProperties);
        this.memberShapes = new Shapes(header::ofMembers);
    }

    @Override
    @Nullable
    public Columns header() {
        return null;
    }

    @Override
    public RowKinds kinds() {
        return RowKinds.of(target);
    }

    @Override
    @Nullable
    public InputRow next() throws IOException {
        byte[] line = lines.next();
        if (line == null) {
            return null;
        }
        if (lines.isTooLong()) {
            return bad(line, Rule.UNREADABLE, "the line is longer than the bound of a record");
        }
        try {
            return row(line);
        } catch (RowException e) {
            return bad(line, e.rule, e.problem);
        } catch (InvalidDataException e) {
            return bad(line, Rule.UNREADABLE, e.text().message());
        }
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }

    private InputRow row(byte[] line) throws RowException {
        String problem = lines.hasNonAscii() ? CsvRows.utf8Problem(line) : null;
        if (problem != null) {
            throw new RowException(Rule.UNREADABLE, problem);
        }
        for (byte b : line) {
            if (b == 0) {
                throw new RowException(
                        Rule.UNREADABLE, "the line has a zero byte; if the file is UTF-16, say so with --encoding");
            }
        }
        Members members = new Members();
        Members properties = new Members();
        try (JsonParser parser = JsonText.FACTORY.createParser(line)) {
            JsonToken first = parser.nextToken();
            if (first != JsonToken.START_OBJECT) {
                throw new RowException(
                        Rule.UNREADABLE,
                        first == JsonToken.START_ARRAY
                                ? "the line is a JSON array; write one object per line, without an array around them"
                                : "the line is not a JSON object");
            }
            members.read(parser, properties);
            if (parser.nextToken() != null) {
                throw new RowException(Rule.UNREADABLE, "there is text after the JSON object");
            }
        } catch (IOException e) {
            throw new RowException(Rule.UNREADABLE, "the line is not JSON: " + JsonText.messageOf(e));
        }
        return rowOf(line, members, properties);
    }

    private InputRow rowOf(byte[] line, Members members, Members properties) throws RowException {
        boolean isNode = members.isString(line, "node");
        boolean isEdge = members.isString(line, "edge");
        return switch (target) {
            case InputTarget.SelfDescribed ignored -> {
                if (isNode == isEdge) {
                    throw new RowException(
                            Rule.UNREADABLE,
                            "the object has " + (isNode ? "both" : "neither") + " \"node\" "
                                    + (isNode ? "and" : "nor")
                                    + " \"edge\"; write one of them, or name the type of the file's rows");
                }
                yield isNode ? node(line, members, properties) : edge(line, members, properties);
            }
            case InputTarget.Nodes nodes ->
                isNode && members.hasOnly(NODE_MEMBERS)
                        ? requireType(node(line, members, properties), nodes.type())
                        : flatNode(line, members, nodes.type());
            case InputTarget.Edges edges ->
                isEdge && members.hasOnly(EDGE_MEMBERS)
                        ? requireLabel(edge(line, members, properties), edges.label())
                        : flatEdge(line, members, edges.label());
        };
    }

    private static NodeRow requireType(NodeRow row, String type) throws RowException {
        if (!type.equals(row.type())) {
            throw new RowException(
                    Rule.UNKNOWN_NAME, "the row is a " + row.type() + ", but the file was named as " + type);
        }
        return row;
    }

    private static EdgeRow requireLabel(EdgeRow row, String label) throws RowException {
        if (!label.equals(row.label()) && !label.startsWith(row.label() + "(")) {
            throw new RowException(
                    Rule.UNKNOWN_NAME, "the row is a " + row.label() + ", but the file was named as " + label);
        }
        return new EdgeRow(row.source(), row.line(), label, row.id(), row.from(), row.to(), row.cells());
    }

    private NodeRow node(byte[] line, Members members, Members properties) throws RowException {
        requireKnown(members, NODE_MEMBERS);
        String type = mapping.labelOf(members.text(line, "node", Rule.UNREADABLE));
        List<String> labels = new ArrayList<>();
        int given = members.indexOf("labels");
        if (given >= 0 && !members.isNull(line, given)) {
            if (!(JsonText.read(line, members.from(given), members.to(given)) instanceof List<?> list)) {
                throw new RowException(Rule.UNREADABLE, "\"labels\" is not an array of strings");
            }
            for (Object label : list) {
                if (!(label instanceof String text)) {
                    throw new RowException(Rule.UNREADABLE, "\"labels\" is not an array of strings");
                }
                labels.add(mapping.labelOf(text));
            }
        }
        return new NodeRow(
                source,
                lines.line(),
                type,
                List.copyOf(labels),
                id(line, members, "id"),
                cells(line, members, properties));
    }

    private EdgeRow edge(byte[] line, Members members, Members properties) throws RowException {
        requireKnown(members, EDGE_MEMBERS);
        return new EdgeRow(
                source,
                lines.line(),
                mapping.labelOf(members.text(line, "edge", Rule.UNREADABLE)),
                id(line, members, "id"),
                endpoint(line, members, members.indexOf("from"), "from"),
                endpoint(line, members, members.indexOf("to"), "to"),
                cells(line, members, properties));
    }

    private NodeRow flatNode(byte[] line, Members members, String type) throws RowException {
        Columns columns = memberShapes.of(members.names());
        return new NodeRow(
                source,
                lines.line(),
                type,
                List.of(),
                id(line, members, columns),
                new JsonCells(columns, line, members.bounds()));
    }

    private EdgeRow flatEdge(byte[] line, Members members, String label) throws RowException {
        Columns columns = memberShapes.of(members.names());
        return new EdgeRow(
                source,
                lines.line(),
                label,
                id(line, members, columns),
                endpoint(line, members, columns.ofRole(Role.FROM), Role.FROM),
                endpoint(line, members, columns.ofRole(Role.TO), Role.TO),
                new JsonCells(columns, line, members.bounds()));
    }

    private JsonCells cells(byte[] line, Members members, Members properties) throws RowException {
        int index = members.indexOf("properties");
        if (index >= 0 && line[members.from(index)] != '{' && !members.isNull(line, index)) {
            throw new RowException(Rule.UNREADABLE, "\"properties\" is not an object");
        }
        return new JsonCells(propertyShapes.of(properties.names()), line, properties.bounds());
    }

    private static void requireKnown(Members members, List<String> known) throws RowException {
        for (String name : members.names()) {
            if (!known.contains(name)) {
                throw new RowException(
                        Rule.UNREADABLE,
                        "the row has a member \"" + name + "\" outside \"properties\"; a row's members are " + known);
            }
        }
    }

    @Nullable
    private static String id(byte[] line, Members members, Columns columns) throws RowException {
        Column id = columns.ofRole(Role.ID);
        return id == null ? null : id(line, members, id.name());
    }

    @Nullable
    private static String id(byte[] line, Members members, String name) throws RowException {
        int index = members.indexOf(name);
        return index < 0 || members.isNull(line, index) ? null : idText(line, members, index, name);
    }

    private static String idText(byte[] line, Members members, int index, String name) throws RowException {
        byte first = line[members.from(index)];
        if (first != '"' && first != '-' && !(first >= '0' && first <= '9')) {
            throw new RowException(Rule.UNREADABLE, "\"" + name + "\" is not a string");
        }
        return JsonText.textOf(line, members.from(index), members.to(index));
    }

    private EndpointRef endpoint(byte[] line, Members members, @Nullable Column column, Role role) throws RowException {
        String name = column == null ? role.written().substring(1) : column.name();
        EndpointRef ref = endpoint(line, members, members.indexOf(name), name);
        return ref instanceof EndpointRef.Id id && name.equals(role.written())
                ? new EndpointRef.Link(id.type(), id.text())
                : ref;
    }

    private static EndpointRef endpoint(byte[] line, Members members, int index, String name) throws RowException {
        if (index < 0 || members.isNull(line, index)) {
            throw new RowException(Rule.REQUIRED, "the edge has no \"" + name + "\"");
        }
        if (line[members.from(index)] != '{') {
            return new EndpointRef.Id(null, idText(line, members, index, name));
        }
        Members parts = new Members();
        try (JsonParser parser =
                JsonText.FACTORY.createParser(line, members.from(index), members.to(index) - members.from(index))) {
            parser.nextToken();
            parts.read(parser, null);
        } catch (IOException e) {
            throw new RowException(Rule.UNREADABLE, "\"" + name + "\" is not JSON: " + JsonText.messageOf(e));
        }
        byte[] object = Arrays.copyOfRange(line, members.from(index), members.to(index));
        String type = id(object, parts, "type");
        String id = id(object, parts, "id");
        List<String> key = key(object, parts);
        if (!parts.hasOnly(List.of("type", "id", "key")) || (id == null) == (key == null)) {
            throw new RowException(
                    Rule.UNREADABLE,
                    "\"" + name + "\" is an object, but not {\"type\", \"key\"} or {\"type\", \"id\"}");
        }
        return id != null ? new EndpointRef.Id(type, id) : new EndpointRef.Key(type, Objects.requireNonNull(key));
    }

    /** The JSON texts of a key's components; null if there is no key. */
    @Nullable
    private static List<String> key(byte[] object, Members parts) {
        int index = parts.indexOf("key");
        if (index < 0 || parts.isNull(object, index)) {
            return null;
        }
        if (object[parts.from(index)] != '[') {
            return List.of(text(object, parts.from(index), parts.to(index)));
        }
        List<String> components = new ArrayList<>();
        JsonText.forEachElement(object, parts.from(index), (from, to) -> components.add(text(object, from, to)));
        return components;
    }

    private static String text(byte[] json, int from, int to) {
        return new String(json, from, to - from, StandardCharsets.UTF_8);
    }

    private BadRow bad(byte[] line, Rule rule, String problem) {
        return new BadRow(source, lines.line(), rule, problem, new String(line, StandardCharsets.UTF_8));
    }
}
