package dev.sennit.query;

import dev.sennit.query.ast.Clause;
import dev.sennit.query.ast.Expression;
import dev.sennit.query.ast.LabelExpression;
import dev.sennit.query.ast.Pattern;
import dev.sennit.query.ast.Projection;
import dev.sennit.query.ast.Query;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.NodeType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Says what a query means by trying everything: every node for every node pattern, every edge for every edge pattern.
 * Shares nothing with the engine but the syntax tree. Knows the subset random queries are made of.
 */
final class NaiveInterpreter {
    private final List<Thing> nodes = new ArrayList<>();
    private final List<Thing> edges = new ArrayList<>();

    /** A node or an edge: its type and its row. */
    record Thing(ElementType type, @Nullable Object[] row) {
        String id() {
            return (String) row[0];
        }

        boolean is(Thing other) {
            return type.name().equals(other.type.name()) && id().equals(other.id());
        }

        @Nullable
        Object property(String name) {
            int first = type instanceof EdgeType ? 3 : 1;
            for (int i = 0; i < type.properties().size(); i++) {
                if (type.properties().get(i).name().equals(name)) {
                    return row[first + i];
                }
            }
            return null;
        }

        @Override
        public String toString() {
            return type.name() + ":" + id();
        }
    }

    NaiveInterpreter(MemoryGraph graph) {
        graph.schema().nodeTypes().forEach(t -> graph.rowsOf(t).forEach(r -> nodes.add(new Thing(t, r))));
        graph.schema().edgeTypes().forEach(t -> graph.rowsOf(t).forEach(r -> edges.add(new Thing(t, r))));
    }

    /** The rows as text, in no order. */
    List<String> run(Query query) {
        List<Map<String, @Nullable Object>> rows = new ArrayList<>();
        rows.add(new LinkedHashMap<>());
        for (Clause clause : query.first().clauses()) {
            switch (clause) {
                case Clause.Match match -> rows = match(match, rows);
                case Clause.Return returns -> {
                    return project(returns.projection(), rows);
                }
                default -> throw new IllegalArgumentException("not in the subset: " + clause);
            }
        }
        throw new IllegalArgumentException("no RETURN");
    }

    private List<Map<String, @Nullable Object>> match(Clause.Match match, List<Map<String, @Nullable Object>> rows) {
        List<Map<String, @Nullable Object>> result = new ArrayList<>();
        for (Map<String, @Nullable Object> row : rows) {
            List<Pattern.NodePattern> nodePatterns = new ArrayList<>();
            List<EdgeBetween> edgePatterns = new ArrayList<>();
            for (Pattern.Part part : match.pattern().parts()) {
                int offset = nodePatterns.size();
                nodePatterns.addAll(part.walk().nodes());
                for (int i = 0; i < part.walk().edges().size(); i++) {
                    edgePatterns.add(new EdgeBetween(part.walk().edges().get(i), offset + i, offset + i + 1));
                }
            }
            int before = result.size();
            assignNodes(match, nodePatterns, edgePatterns, new ArrayList<>(), row, result);
            if (match.optional() && result.size() == before) {
                Map<String, @Nullable Object> unmatched = new LinkedHashMap<>(row);
                nodePatterns.forEach(n -> n.variable().ifPresent(v -> unmatched.putIfAbsent(v.text(), null)));
                edgePatterns.forEach(e -> e.pattern().variable().ifPresent(v -> unmatched.putIfAbsent(v.text(), null)));
                result.add(unmatched);
            }
        }
        return result;
    }

    private record EdgeBetween(Pattern.EdgePattern pattern, int left, int right) {}

    private void assignNodes(
            Clause.Match match,
            List<Pattern.NodePattern> patterns,
            List<EdgeBetween> edgePatterns,
            List<Thing> chosen,
            Map<String, @Nullable Object> row,
            List<Map<String, @Nullable Object>> result) {
        if (chosen.size() == patterns.size()) {
            assignEdges(match, patterns, edgePatterns, chosen, new ArrayList<>(), row, result);
            return;
        }
        Pattern.NodePattern pattern = patterns.get(chosen.size());
        for (Thing node : nodes) {
            if (pattern.labels().isPresent()
                    && !matches(pattern.labels().get(), Set.copyOf(((NodeType) node.type()).labels()))) {
                continue;
            }
            Map<String, @Nullable Object> extended =
                    bind(pattern.variable().map(n -> n.text()).orElse(null), node, row);
            if (extended != null) {
                List<Thing> more = new ArrayList<>(chosen);
                more.add(node);
                assignNodes(match, patterns, edgePatterns, more, extended, result);
            }
        }
    }

    private void assignEdges(
            Clause.Match match,
            List<Pattern.NodePattern> nodePatterns,
            List<EdgeBetween> patterns,
            List<Thing> ends,
            List<Thing> chosen,
            Map<String, @Nullable Object> row,
            List<Map<String, @Nullable Object>> result) {
        if (chosen.size() == patterns.size()) {
            if (holds(match, nodePatterns, patterns, ends, chosen, row)) {
                result.add(row);
            }
            return;
        }
        EdgeBetween between = patterns.get(chosen.size());
        Pattern.EdgePattern pattern = between.pattern();
        for (Thing edge : edges) {
            boolean fits = chosen.stream().noneMatch(edge::is)
                    && (pattern.labels().isEmpty()
                            || matches(pattern.labels().get(), Set.of(((EdgeType) edge.type()).label())));
            boolean right = leads(edge, ends.get(between.left()), ends.get(between.right()));
            boolean left = leads(edge, ends.get(between.right()), ends.get(between.left()));
            boolean joins = switch (pattern.direction()) {
                case RIGHT -> right;
                case LEFT -> left;
                case EITHER -> left || right;
            };
            Map<String, @Nullable Object> extended =
                    fits && joins ? bind(pattern.variable().map(n -> n.text()).orElse(null), edge, row) : null;
            if (extended != null) {
                List<Thing> more = new ArrayList<>(chosen);
                more.add(edge);
                assignEdges(match, nodePatterns, patterns, ends, more, extended, result);
            }
        }
    }

    private static boolean leads(Thing edge, Thing from, Thing to) {
        EdgeType type = (EdgeType) edge.type();
        return from.type().name().equals(type.source())
                && to.type().name().equals(type.destination())
                && from.id().equals(edge.row()[1])
                && to.id().equals(edge.row()[2]);
    }

    @Nullable
    private static Map<String, @Nullable Object> bind(
            @Nullable String name, Thing thing, Map<String, @Nullable Object> row) {
        if (name == null) {
            return row;
        }
        if (row.containsKey(name)) {
            return row.get(name) instanceof Thing known && known.is(thing) ? row : null;
        }
        Map<String, @Nullable Object> extended = new LinkedHashMap<>(row);
        extended.put(name, thing);
        return extended;
    }

    private static boolean matches(LabelExpression labels, Set<String> present) {
        return switch (labels) {
            case LabelExpression.Label label -> present.contains(label.name().text());
            case LabelExpression.Any ignored -> true;
            case LabelExpression.Not not -> !matches(not.operand(), present);
            case LabelExpression.And and -> matches(and.left(), present) && matches(and.right(), present);
            case LabelExpression.Or or -> matches(or.left(), present) || matches(or.right(), present);
        };
    }

    private boolean holds(
            Clause.Match match,
            List<Pattern.NodePattern> nodePatterns,
            List<EdgeBetween> edgePatterns,
            List<Thing> ends,
            List<Thing> chosen,
            Map<String, @Nullable Object> row) {
        for (int i = 0; i < nodePatterns.size(); i++) {
            if (!equalProperties(nodePatterns.get(i).properties().orElse(null), ends.get(i), row)) {
                return false;
            }
        }
        for (int i = 0; i < edgePatterns.size(); i++) {
            if (!equalProperties(edgePatterns.get(i).pattern().properties().orElse(null), chosen.get(i), row)) {
                return false;
            }
        }
        return match.where().isEmpty()
                || Boolean.TRUE.equals(value(match.where().get(), row));
    }

    private boolean equalProperties(@Nullable Expression properties, Thing thing, Map<String, @Nullable Object> row) {
        if (properties == null) {
            return true;
        }
        for (Expression.Entry entry : ((Expression.MapLiteral) properties).entries()) {
            if (!Boolean.TRUE.equals(equal(thing.property(entry.key().text()), value(entry.value(), row)))) {
                return false;
            }
        }
        return true;
    }

    // Expressions

    @Nullable
    private Object value(Expression expression, Map<String, @Nullable Object> row) {
        return switch (expression) {
            case Expression.Literal literal -> literal.value();
            case Expression.Variable variable -> row.get(variable.name());
            case Expression.Property property -> {
                Object subject = value(property.subject(), row);
                yield subject == null
                        ? null
                        : ((Thing) subject).property(property.key().text());
            }
            case Expression.ListLiteral list -> {
                List<@Nullable Object> values = new ArrayList<>();
                list.elements().forEach(e -> values.add(value(e, row)));
                yield values;
            }
            case Expression.Comparison comparison -> comparison(comparison, row);
            case Expression.In in -> in(value(in.element(), row), (List<?>) value(in.list(), row));
            case Expression.StringMatch match -> {
                Object text = value(match.subject(), row);
                Object wanted = value(match.pattern(), row);
                if (text == null || wanted == null) {
                    yield null;
                }
                yield switch (match.operator()) {
                    case STARTS_WITH -> ((String) text).startsWith((String) wanted);
                    case ENDS_WITH -> ((String) text).endsWith((String) wanted);
                    case CONTAINS -> ((String) text).contains((String) wanted);
                    case MATCHES -> throw new IllegalArgumentException("not in the subset");
                };
            }
            case Expression.IsNull isNull -> (value(isNull.operand(), row) == null) != isNull.negated();
            case Expression.Not not -> {
                Boolean operand = (Boolean) value(not.operand(), row);
                yield operand == null ? null : !operand;
            }
            case Expression.And and -> {
                boolean open = false;
                for (Expression operand : and.operands()) {
                    Boolean one = (Boolean) value(operand, row);
                    if (one != null && !one) {
                        yield false;
                    }
                    open |= one == null;
                }
                yield open ? null : true;
            }
            case Expression.Or or -> {
                boolean open = false;
                for (Expression operand : or.operands()) {
                    Boolean one = (Boolean) value(operand, row);
                    if (one != null && one) {
                        yield true;
                    }
                    open |= one == null;
                }
                yield open ? null : false;
            }
            case Expression.Xor xor -> {
                Boolean left = (Boolean) value(xor.left(), row);
                Boolean right = (Boolean) value(xor.right(), row);
                yield left == null || right == null ? null : !left.equals(right);
            }
            default -> throw new IllegalArgumentException("not in the subset: " + expression);
        };
    }

    @Nullable
    private Object comparison(Expression.Comparison comparison, Map<String, @Nullable Object> row) {
        Object left = value(comparison.first(), row);
        boolean open = false;
        for (Expression.Step step : comparison.steps()) {
            Object right = value(step.operand(), row);
            Boolean one = compare(step.operator(), left, right);
            if (one != null && !one) {
                return false;
            }
            open |= one == null;
            left = right;
        }
        return open ? null : true;
    }

    @Nullable
    private static Boolean compare(
            Expression.ComparisonOperator operator, @Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return null;
        }
        Boolean equal = equal(left, right);
        if (!operator.isOrder()) {
            return equal == null ? null : equal == (operator == Expression.ComparisonOperator.EQ);
        }
        if (left instanceof Number a && right instanceof Number b) {
            double x = a.doubleValue();
            double y = b.doubleValue();
            return switch (operator) {
                case LT -> x < y;
                case LE -> x <= y;
                case GT -> x > y;
                default -> x >= y;
            };
        }
        int order = ((String) left).compareTo((String) right);
        return switch (operator) {
            case LT -> order < 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            default -> order >= 0;
        };
    }

    @Nullable
    private static Boolean equal(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null) {
            return null;
        }
        if (left instanceof Number a && right instanceof Number b) {
            return a.doubleValue() == b.doubleValue();
        }
        if (left instanceof Thing a && right instanceof Thing b) {
            return a.is(b);
        }
        return left.equals(right);
    }

    @Nullable
    private static Boolean in(@Nullable Object element, @Nullable List<?> list) {
        if (list == null) {
            return null;
        }
        boolean open = false;
        for (Object member : list) {
            Boolean equal = equal(element, member);
            if (equal != null && equal) {
                return true;
            }
            open |= equal == null;
        }
        return open ? null : false;
    }

    // RETURN

    private List<String> project(Projection projection, List<Map<String, @Nullable Object>> rows) {
        boolean aggregated = projection.items().stream().anyMatch(i -> isAggregate(i.expression()));
        List<String> lines = new ArrayList<>();
        if (aggregated) {
            Map<String, List<Map<String, @Nullable Object>>> groups = new TreeMap<>();
            boolean hasKeys = projection.items().stream().anyMatch(i -> !isAggregate(i.expression()));
            if (!hasKeys) {
                groups.put("", new ArrayList<>());
            }
            for (Map<String, @Nullable Object> row : rows) {
                StringBuilder key = new StringBuilder();
                for (Projection.Item item : projection.items()) {
                    if (!isAggregate(item.expression())) {
                        Object value = value(item.expression(), row);
                        key.append(
                                        value instanceof Thing thing
                                                ? thing + "#" + System.identityHashCode(thing.row())
                                                : value)
                                .append('|');
                    }
                }
                groups.computeIfAbsent(key.toString(), k -> new ArrayList<>()).add(row);
            }
            groups.values().forEach(group -> lines.add(line(projection, group)));
        } else {
            rows.forEach(row -> lines.add(line(projection, List.of(row))));
        }
        List<String> result = projection.distinct() ? lines.stream().distinct().toList() : lines;
        return result.stream().sorted().toList();
    }

    private String line(Projection projection, List<Map<String, @Nullable Object>> group) {
        List<String> values = new ArrayList<>();
        for (Projection.Item item : projection.items()) {
            Object value = isAggregate(item.expression())
                    ? aggregate(item.expression(), group)
                    : value(item.expression(), group.getFirst());
            values.add(String.valueOf(value));
        }
        return values.toString();
    }

    private static boolean isAggregate(Expression expression) {
        return expression instanceof Expression.CountStar || expression instanceof Expression.Function;
    }

    @Nullable
    private Object aggregate(Expression expression, List<Map<String, @Nullable Object>> group) {
        if (!(expression instanceof Expression.Function function)) {
            return (long) group.size();
        }
        List<Object> values = new ArrayList<>();
        for (Map<String, @Nullable Object> row : group) {
            Object value = value(function.arguments().getFirst(), row);
            boolean seen = function.distinct()
                    && value != null
                    && values.stream().anyMatch(v -> Boolean.TRUE.equals(equal(v, value)));
            if (value != null && !seen) {
                values.add(value);
            }
        }
        return switch (function.name().text()) {
            case "count" -> (long) values.size();
            case "sum" -> values.stream().mapToLong(v -> (Long) v).sum();
            case "min" -> values.stream().map(v -> (Long) v).min(Long::compare).orElse(null);
            case "max" -> values.stream().map(v -> (Long) v).max(Long::compare).orElse(null);
            default -> throw new IllegalArgumentException("not in the subset: " + function.name());
        };
    }
}
