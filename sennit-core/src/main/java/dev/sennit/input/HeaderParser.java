package dev.sennit.input;

import dev.sennit.input.Column.Role;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidDataException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the columns of a header are, in its three forms: plain names; Neptune's {@code ~id}, {@code ~label},
 * {@code ~from}, {@code ~to} and {@code name:type[]}; Neo4j's {@code name:ID(Space)}, {@code :LABEL},
 * {@code :START_ID}, {@code :END_ID}, {@code :TYPE} and {@code :IGNORE}. A header is typed as soon as one column has a
 * role; in a plain one a suffix counts as a type only if it is a type's name.
 */
final class HeaderParser {
    private static final Pattern TYPED = Pattern.compile(
            "(?<name>(?:[^:\\\\]|\\\\.|:(?=.*:))*):(?<type>[^:()\\[\\]]+)(?<list>\\[])?(?:\\((?<suffix>[^()]*)\\))?(?<list2>\\[])?");
    private static final Map<String, Role> NEO4J_ROLES = Map.of(
            "ID", Role.ID,
            "LABEL", Role.LABEL,
            "TYPE", Role.LABEL,
            "START_ID", Role.FROM,
            "END_ID", Role.TO,
            "IGNORE", Role.IGNORED);
    private static final Map<String, Role> NEPTUNE_ROLES =
            Map.of("~id", Role.ID, "~label", Role.LABEL, "~from", Role.FROM, "~to", Role.TO);
    private static final Set<String> TYPE_WORDS = Set.of(
            "bool",
            "boolean",
            "byte",
            "short",
            "int",
            "integer",
            "long",
            "float",
            "double",
            "string",
            "char",
            "date",
            "datetime",
            "localdatetime",
            "time",
            "localtime",
            "duration");

    private final String source;
    private final InputTarget target;
    private final ColumnMapping mapping;

    HeaderParser(String source, InputTarget target, ColumnMapping mapping) {
        this.source = source;
        this.target = target;
        this.mapping = mapping;
    }

    /** The columns of a CSV file. */
    Columns ofCsv(List<String> header) {
        boolean typed = header.stream().anyMatch(HeaderParser::hasRole);
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < header.size(); i++) {
            columns.add(column(i, header.get(i).strip(), typed));
        }
        Columns result = new Columns(source, withTargetRoles(columns), mapping);
        requireDistinct(result);
        requireRoles(result);
        return result;
    }

    /** The columns of JSON objects whose members are properties, with {@code ~id} and its like for roles. */
    Columns ofMembers(List<String> names) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            Role role = mapping.ignored().contains(names.get(i))
                    ? Role.IGNORED
                    : NEPTUNE_ROLES.getOrDefault(names.get(i), Role.PROPERTY);
            columns.add(plain(i, names.get(i), role));
        }
        return new Columns(source, withTargetRoles(columns), mapping);
    }

    /** The columns of JSON rows, whose properties are apart from everything else. */
    Columns ofProperties(List<String> names) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            columns.add(
                    plain(i, names.get(i), mapping.ignored().contains(names.get(i)) ? Role.IGNORED : Role.PROPERTY));
        }
        return new Columns(source, columns, mapping);
    }

    private static boolean hasRole(String header) {
        if (header.startsWith("~")) {
            return true;
        }
        Matcher matcher = TYPED.matcher(header);
        return matcher.matches() && NEO4J_ROLES.containsKey(matcher.group("type"));
    }

    private Column column(int index, String header, boolean typed) {
        if (header.isEmpty() || header.equals("_") || mapping.ignored().contains(header)) {
            return plain(index, header, Role.IGNORED);
        }
        if (header.startsWith("~")) {
            Role role = NEPTUNE_ROLES.get(header.toLowerCase(Locale.ROOT));
            if (role == null) {
                throw malformed("column '" + header + "'", "~id, ~label, ~from and ~to are the columns with a ~");
            }
            return plain(index, role.written(), role);
        }
        Matcher matcher = TYPED.matcher(header);
        if (!matcher.matches()) {
            return plain(index, typed ? unescaped(header) : header, Role.PROPERTY);
        }
        String type = matcher.group("type");
        Role role = NEO4J_ROLES.get(type);
        String name = unescaped(matcher.group("name"));
        if (role != null) {
            boolean property = role == Role.ID && !name.isEmpty();
            return new Column(
                    index, property ? name : role.written(), role, property, null, false, matcher.group("suffix"));
        }
        if (!typed && !TYPE_WORDS.contains(type.toLowerCase(Locale.ROOT)) || name.isEmpty()) {
            return plain(index, header, Role.PROPERTY);
        }
        if (mapping.ignored().contains(name)) {
            return plain(index, name, Role.IGNORED);
        }
        boolean list = matcher.group("list") != null || matcher.group("list2") != null;
        return new Column(index, name, Role.PROPERTY, true, type.strip(), list, null);
    }

    private static Column plain(int index, String name, Role role) {
        return new Column(index, name, role, role == Role.PROPERTY, null, false, null);
    }

    private static String unescaped(String name) {
        return name.replace("\\:", ":");
    }

    /** Gives roles that only the target tells: mapped columns, and plain {@code from} and {@code to} of edges. */
    private List<Column> withTargetRoles(List<Column> columns) {
        Map<String, String> mapped = mapping.columnsOf(targetNames());
        for (Role role : List.of(Role.ID, Role.FROM, Role.TO)) {
            String name = mapped.get(role.written());
            if (name != null && columns.stream().anyMatch(c -> c.name().equals(name))) {
                columns.replaceAll(c -> c.name().equals(name) ? c.as(role) : c);
            }
        }
        if (target instanceof InputTarget.Edges) {
            nameRole(columns, Role.FROM, "from");
            nameRole(columns, Role.TO, "to");
        }
        return columns;
    }

    private static void nameRole(List<Column> columns, Role role, String name) {
        if (columns.stream().noneMatch(c -> c.role() == role)) {
            columns.replaceAll(c -> c.role() == Role.PROPERTY && c.name().equals(name) ? c.as(role) : c);
        }
    }

    private List<String> targetNames() {
        return switch (target) {
            case InputTarget.Nodes nodes -> List.of(nodes.type());
            case InputTarget.Edges edges -> {
                int bracket = edges.label().indexOf('(');
                yield bracket < 0
                        ? List.of(edges.label())
                        : List.of(edges.label(), edges.label().substring(0, bracket));
            }
            case InputTarget.SelfDescribed ignored -> List.of();
        };
    }

    private void requireDistinct(Columns columns) {
        Map<String, Column> names = new HashMap<>();
        Map<Role, Column> roles = new HashMap<>();
        for (Column column : columns.all()) {
            if (column.role() == Role.IGNORED) {
                continue;
            }
            Column sameName = names.put(column.name(), column);
            Column sameRole = column.role() == Role.PROPERTY ? null : roles.put(column.role(), column);
            Column earlier = sameName != null ? sameName : sameRole;
            if (earlier != null) {
                throw malformed(
                        "columns " + (earlier.index() + 1) + " and " + (column.index() + 1) + " are both '"
                                + (sameName != null
                                        ? column.name()
                                        : column.role().written()) + "'",
                        "rename one, or give the header with --columns");
            }
        }
    }

    private void requireRoles(Columns columns) {
        boolean edges = target instanceof InputTarget.Edges
                || columns.ofRole(Role.FROM) != null
                || columns.ofRole(Role.TO) != null;
        if (edges) {
            requireRole(columns, Role.FROM);
            requireRole(columns, Role.TO);
        }
        if (edges && target instanceof InputTarget.Nodes nodes) {
            throw malformed("columns ~from and ~to", "load the file as edges, not as nodes of " + nodes.type());
        }
        if (target instanceof InputTarget.SelfDescribed) {
            requireRole(columns, Role.LABEL);
        } else if (columns.ofRole(Role.LABEL) != null) {
            throw malformed(
                    "column " + Role.LABEL.written(),
                    "the rows name their types themselves: load the file without naming a type");
        }
    }

    private void requireRole(Columns columns, Role role) {
        if (columns.ofRole(role) == null) {
            String remedy = role == Role.LABEL
                    ? "name the type of its rows when loading it, or add the column"
                    : "add it, or map " + targetName() + "." + role.written() + " to a column";
            throw malformed("no column " + role.written(), remedy);
        }
    }

    private String targetName() {
        List<String> names = targetNames();
        return names.isEmpty() ? "Type" : names.getLast();
    }

    private InvalidDataException malformed(String problem, String remedy) {
        return new InvalidDataException(
                ErrorText.of(source + ": header: " + problem).remedy(remedy).detail("source", source));
    }
}
