package dev.sennit.query;

import dev.sennit.query.ast.Clause;
import dev.sennit.query.ast.Expression;
import dev.sennit.query.ast.Name;
import dev.sennit.query.ast.Pattern;
import dev.sennit.query.ast.Projection;
import dev.sennit.query.ast.Query;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says what a query means by trying everything: every node for every node pattern, every edge for every edge pattern.
 * Shares nothing with the engine but the syntax tree. Knows the subset random queries are made of.
 */
final class NaiveInterpreter implements NaiveExpressions.Subqueries {
    private static final Set<String> AGGREGATES = Set.of("count", "sum", "min", "max");
    private static final int MOST_TRIED = 200_000;
    private static final int MOST_ROWS = 2_000;

    private final List<Thing> nodes = new ArrayList<>();
    private final List<Thing> edges = new ArrayList<>();
    private final Map<Thing, Step> sources = new IdentityHashMap<>();
    private final Map<Thing, Step> destinations = new IdentityHashMap<>();
    private final NaiveExpressions expressions = new NaiveExpressions(this);
    private final NaivePatterns patterns = new NaivePatterns(this, expressions::value);
    private int tried;

    /** That there is too much to try. */
    static final class TooMuchException extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

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

    /** An edge and the node at one end of it. */
    record Step(Thing edge, Thing node) {}

    /** A path: one node more than edges. */
    record Walk(List<Thing> nodes, List<Thing> edges) {
        Walk with(Step step) {
            return then(new Walk(List.of(nodes.getLast(), step.node()), List.of(step.edge())));
        }

        /** @param next begins where this one ends */
        Walk then(Walk next) {
            List<Thing> moreNodes = new ArrayList<>(nodes);
            moreNodes.addAll(next.nodes.subList(1, next.nodes.size()));
            List<Thing> moreEdges = new ArrayList<>(edges);
            moreEdges.addAll(next.edges);
            return new Walk(moreNodes, moreEdges);
        }

        @Override
        public String toString() {
            return nodes + "/" + edges;
        }
    }

    NaiveInterpreter(MemoryGraph graph) {
        graph.schema().nodeTypes().forEach(t -> graph.rowsOf(t).forEach(r -> nodes.add(new Thing(t, r))));
        graph.schema()
                .edgeTypes()
                .forEach(t -> graph.rowsOf(t).forEach(r -> {
                    Thing edge = new Thing(t, r);
                    edges.add(edge);
                    sources.put(edge, new Step(edge, node(t.source(), r[1])));
                    destinations.put(edge, new Step(edge, node(t.destination(), r[2])));
                }));
    }

    List<Thing> nodes() {
        return nodes;
    }

    List<Thing> edges() {
        return edges;
    }

    /** An edge of this graph, and where it begins. */
    Step source(Thing edge) {
        return Objects.requireNonNull(sources.get(edge));
    }

    /** An edge of this graph, and where it ends. */
    Step destination(Thing edge) {
        return Objects.requireNonNull(destinations.get(edge));
    }

    private Thing node(String type, @Nullable Object id) {
        return nodes.stream()
                .filter(n -> n.type().name().equals(type) && n.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    /** One thing more was tried. */
    void count() {
        if (++tried > MOST_TRIED) {
            throw new TooMuchException();
        }
    }

    /**
     * The rows as text, in no order.
     *
     * @throws TooMuchException if there is too much to try
     */
    List<String> run(Query query) {
        tried = 0;
        List<Projection.Item> columns =
                ((Clause.Return) query.first().clauses().getLast()).projection().items();
        return rows(query, new LinkedHashMap<>()).stream()
                .map(row -> columns.stream()
                        .map(c -> String.valueOf(row.get(name(c))))
                        .toList()
                        .toString())
                .sorted()
                .toList();
    }

    @Override
    public List<Map<String, @Nullable Object>> rows(Query query, Map<String, @Nullable Object> row) {
        List<Map<String, @Nullable Object>> rows = List.of(row);
        for (Clause clause : query.first().clauses()) {
            rows = switch (clause) {
                case Clause.Match match -> match(match, rows);
                case Clause.Unwind unwind -> unwind(unwind, rows);
                case Clause.With with -> {
                    List<Map<String, @Nullable Object>> projected = project(with.projection(), rows);
                    yield with.where().isEmpty()
                            ? projected
                            : projected.stream()
                                    .filter(r -> Boolean.TRUE.equals(
                                            expressions.value(with.where().get(), r)))
                                    .toList();
                }
                case Clause.Return returns -> project(returns.projection(), rows);
                default -> throw new IllegalArgumentException("not in the subset: " + clause);
            };
            if (rows.size() > MOST_ROWS) {
                throw new TooMuchException();
            }
        }
        return rows;
    }

    @Override
    public List<Map<String, @Nullable Object>> rows(
            Pattern pattern, Optional<Expression> where, Map<String, @Nullable Object> row) {
        return patterns.matches(pattern, where, row);
    }

    private List<Map<String, @Nullable Object>> match(Clause.Match match, List<Map<String, @Nullable Object>> rows) {
        List<Map<String, @Nullable Object>> result = new ArrayList<>();
        for (Map<String, @Nullable Object> row : rows) {
            List<Map<String, @Nullable Object>> matched = patterns.matches(match.pattern(), match.where(), row);
            result.addAll(matched);
            if (match.optional() && matched.isEmpty()) {
                Map<String, @Nullable Object> unmatched = new LinkedHashMap<>(row);
                NaivePatterns.names(match.pattern()).forEach(n -> unmatched.putIfAbsent(n, null));
                result.add(unmatched);
            }
        }
        return result;
    }

    private List<Map<String, @Nullable Object>> unwind(Clause.Unwind unwind, List<Map<String, @Nullable Object>> rows) {
        List<Map<String, @Nullable Object>> result = new ArrayList<>();
        for (Map<String, @Nullable Object> row : rows) {
            List<?> list = (List<?>) expressions.value(unwind.list(), row);
            for (Object element : list == null ? List.of() : list) {
                Map<String, @Nullable Object> extended = new LinkedHashMap<>(row);
                extended.put(unwind.variable().text(), element);
                result.add(extended);
            }
        }
        return result;
    }

    // WITH and RETURN

    private List<Map<String, @Nullable Object>> project(
            Projection projection, List<Map<String, @Nullable Object>> rows) {
        List<Map<String, @Nullable Object>> result = new ArrayList<>();
        if (projection.items().stream().anyMatch(i -> isAggregate(i.expression()))) {
            Map<String, List<Map<String, @Nullable Object>>> groups = new LinkedHashMap<>();
            if (projection.items().stream().allMatch(i -> isAggregate(i.expression()))) {
                groups.put("[]", new ArrayList<>());
            }
            for (Map<String, @Nullable Object> row : rows) {
                String key = projection.items().stream()
                        .filter(i -> !isAggregate(i.expression()))
                        .map(i -> String.valueOf(expressions.value(i.expression(), row)))
                        .toList()
                        .toString();
                groups.computeIfAbsent(key, k -> new ArrayList<>()).add(row);
            }
            groups.values().forEach(group -> result.add(projected(projection, group)));
        } else {
            rows.forEach(row -> result.add(projected(projection, List.of(row))));
        }
        if (!projection.distinct()) {
            return result;
        }
        Map<String, Map<String, @Nullable Object>> distinct = new LinkedHashMap<>();
        result.forEach(row -> distinct.putIfAbsent(row.values().toString(), row));
        return List.copyOf(distinct.values());
    }

    private Map<String, @Nullable Object> projected(Projection projection, List<Map<String, @Nullable Object>> group) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        if (projection.all()) {
            row.putAll(group.getFirst());
        }
        for (Projection.Item item : projection.items()) {
            row.put(
                    name(item),
                    isAggregate(item.expression())
                            ? aggregate(item.expression(), group)
                            : expressions.value(item.expression(), group.getFirst()));
        }
        return row;
    }

    private static String name(Projection.Item item) {
        return item.alias().map(Name::text).orElseGet(item::text);
    }

    private static boolean isAggregate(Expression expression) {
        return expression instanceof Expression.CountStar
                || expression instanceof Expression.Function function
                        && AGGREGATES.contains(function.name().text());
    }

    @Nullable
    private Object aggregate(Expression expression, List<Map<String, @Nullable Object>> group) {
        if (!(expression instanceof Expression.Function function)) {
            return (long) group.size();
        }
        List<Object> values = new ArrayList<>();
        for (Map<String, @Nullable Object> row : group) {
            Object value = expressions.value(function.arguments().getFirst(), row);
            boolean seen = function.distinct()
                    && value != null
                    && values.stream().anyMatch(v -> Boolean.TRUE.equals(NaiveExpressions.equal(v, value)));
            if (value != null && !seen) {
                values.add(value);
            }
        }
        return switch (function.name().text()) {
            case "count" -> (long) values.size();
            case "sum" -> values.stream().mapToLong(v -> (Long) v).sum();
            case "min" -> values.stream().map(v -> (Long) v).min(Long::compare).orElse(null);
            default -> values.stream().map(v -> (Long) v).max(Long::compare).orElse(null);
        };
    }
}
