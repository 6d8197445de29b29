package dev.sennit.query;

import dev.sennit.query.NaiveInterpreter.Step;
import dev.sennit.query.NaiveInterpreter.Thing;
import dev.sennit.query.NaiveInterpreter.Walk;
import dev.sennit.query.ast.Expression;
import dev.sennit.query.ast.LabelExpression;
import dev.sennit.query.ast.Name;
import dev.sennit.query.ast.Pattern;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.NodeType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Says what a pattern matches: every node for every node pattern, and for every edge pattern every edge, or every way along
 * edges, that leads from one to the other and that no other edge pattern took.
 */
final class NaivePatterns {
    private final NaiveInterpreter graph;
    private final BiFunction<Expression, Map<String, @Nullable Object>, @Nullable Object> values;

    /** @param values of expressions, on a row */
    NaivePatterns(
            NaiveInterpreter graph, BiFunction<Expression, Map<String, @Nullable Object>, @Nullable Object> values) {
        this.graph = graph;
        this.values = values;
    }

    /** The rows that a row becomes. */
    List<Map<String, @Nullable Object>> matches(
            Pattern pattern, Optional<Expression> where, Map<String, @Nullable Object> row) {
        Search search = new Search(pattern, full -> where.isEmpty() || holds(where.get(), full));
        search.nodes(0, row);
        return search.found;
    }

    /** The names a pattern binds. */
    static List<String> names(Pattern pattern) {
        List<String> names = new ArrayList<>();
        for (Pattern.Part part : pattern.parts()) {
            part.walk().nodes().forEach(n -> n.variable().map(Name::text).ifPresent(names::add));
            part.walk().edges().forEach(e -> e.variable().map(Name::text).ifPresent(names::add));
            part.path().map(Name::text).ifPresent(names::add);
        }
        return names;
    }

    static boolean matches(LabelExpression labels, Set<String> present) {
        return switch (labels) {
            case LabelExpression.Label label -> present.contains(label.name().text());
            case LabelExpression.Any ignored -> true;
            case LabelExpression.Not not -> !matches(not.operand(), present);
            case LabelExpression.And and -> matches(and.left(), present) && matches(and.right(), present);
            case LabelExpression.Or or -> matches(or.left(), present) || matches(or.right(), present);
        };
    }

    private boolean holds(Expression condition, Map<String, @Nullable Object> row) {
        return Boolean.TRUE.equals(values.apply(condition, row));
    }

    /** One edge pattern, between the node patterns of these numbers. */
    private record Between(Pattern.EdgePattern pattern, int left, int right) {}

    private final class Search {
        private final Pattern pattern;
        private final Predicate<Map<String, @Nullable Object>> where;
        private final List<Pattern.NodePattern> nodePatterns = new ArrayList<>();
        private final List<Between> edgePatterns = new ArrayList<>();
        private final List<Thing> ends = new ArrayList<>();
        private final List<Walk> walks = new ArrayList<>();
        private final List<Map<String, @Nullable Object>> found = new ArrayList<>();

        Search(Pattern pattern, Predicate<Map<String, @Nullable Object>> where) {
            this.pattern = pattern;
            this.where = where;
            for (Pattern.Part part : pattern.parts()) {
                int offset = nodePatterns.size();
                nodePatterns.addAll(part.walk().nodes());
                for (int i = 0; i < part.walk().edges().size(); i++) {
                    edgePatterns.add(new Between(part.walk().edges().get(i), offset + i, offset + i + 1));
                }
            }
        }

        void nodes(int at, Map<String, @Nullable Object> row) {
            if (at == nodePatterns.size()) {
                edges(0, row);
                return;
            }
            Pattern.NodePattern node = nodePatterns.get(at);
            for (Thing candidate : graph.nodes()) {
                graph.count();
                Map<String, @Nullable Object> bound =
                        hasLabels(node, candidate) ? bind(node.variable(), candidate, row) : null;
                if (bound != null) {
                    ends.add(candidate);
                    nodes(at + 1, bound);
                    ends.removeLast();
                }
            }
        }

        private void edges(int at, Map<String, @Nullable Object> row) {
            if (at == edgePatterns.size()) {
                Map<String, @Nullable Object> full = withPaths(row);
                if (propertiesHold(full) && where.test(full)) {
                    found.add(full);
                }
                return;
            }
            Between between = edgePatterns.get(at);
            Thing to = ends.get(between.right());
            ways(between.pattern(), new Walk(List.of(ends.get(between.left())), List.of()), walk -> {
                Map<String, @Nullable Object> bound = walk.nodes().getLast().is(to)
                        ? bind(between.pattern().variable(), valueOf(between.pattern(), walk), row)
                        : null;
                if (bound != null) {
                    walks.add(walk);
                    edges(at + 1, bound);
                    walks.removeLast();
                }
            });
        }

        private Object valueOf(Pattern.EdgePattern edge, Walk walk) {
            return edge.range().isPresent() ? walk.edges() : walk.edges().getFirst();
        }

        /** Every way that goes on from a walk and is as long as an edge pattern says. */
        private void ways(Pattern.EdgePattern edge, Walk walk, Consumer<Walk> use) {
            int least = edge.range().map(r -> r.least().orElse(1)).orElse(1);
            int most = edge.range().map(r -> r.most().orElse(Integer.MAX_VALUE)).orElse(1);
            if (walk.edges().size() >= least) {
                use.accept(walk);
            }
            if (walk.edges().size() >= most) {
                return;
            }
            for (Thing candidate : graph.edges()) {
                graph.count();
                boolean taken = walk.edges().stream().anyMatch(candidate::is)
                        || walks.stream().flatMap(w -> w.edges().stream()).anyMatch(candidate::is);
                boolean labelled = edge.labels().isEmpty()
                        || matches(edge.labels().get(), Set.of(((EdgeType) candidate.type()).label()));
                if (!taken && labelled) {
                    next(edge.direction(), candidate, walk.nodes().getLast())
                            .ifPresent(step -> ways(edge, walk.with(step), use));
                }
            }
        }

        /** Where an edge leads from a node; a loop leads there once, whatever the direction. */
        private Optional<Step> next(Pattern.Direction direction, Thing edge, Thing from) {
            Step source = graph.source(edge);
            Step destination = graph.destination(edge);
            if (direction != Pattern.Direction.LEFT && source.node().is(from)) {
                return Optional.of(destination);
            }
            return direction != Pattern.Direction.RIGHT && destination.node().is(from)
                    ? Optional.of(source)
                    : Optional.empty();
        }

        private Map<String, @Nullable Object> withPaths(Map<String, @Nullable Object> row) {
            Map<String, @Nullable Object> full = new LinkedHashMap<>(row);
            int node = 0;
            int edge = 0;
            for (Pattern.Part part : pattern.parts()) {
                Walk path = new Walk(List.of(ends.get(node)), List.of());
                for (int i = 0; i < part.walk().edges().size(); i++) {
                    path = path.then(walks.get(edge + i));
                }
                node += part.walk().nodes().size();
                edge += part.walk().edges().size();
                Walk whole = path;
                part.path().ifPresent(name -> full.put(name.text(), whole));
            }
            return full;
        }

        private boolean propertiesHold(Map<String, @Nullable Object> row) {
            for (int i = 0; i < nodePatterns.size(); i++) {
                if (!hasProperties(ends.get(i), nodePatterns.get(i).properties(), row)) {
                    return false;
                }
            }
            for (int i = 0; i < edgePatterns.size(); i++) {
                Optional<Expression> properties = edgePatterns.get(i).pattern().properties();
                for (Thing edge : walks.get(i).edges()) {
                    if (!hasProperties(edge, properties, row)) {
                        return false;
                    }
                }
            }
            return true;
        }

        private boolean hasProperties(Thing thing, Optional<Expression> properties, Map<String, @Nullable Object> row) {
            if (properties.isEmpty()) {
                return true;
            }
            for (Expression.Entry entry : ((Expression.MapLiteral) properties.get()).entries()) {
                Object wanted = values.apply(entry.value(), row);
                if (!Boolean.TRUE.equals(
                        NaiveExpressions.equal(thing.property(entry.key().text()), wanted))) {
                    return false;
                }
            }
            return true;
        }

        private boolean hasLabels(Pattern.NodePattern node, Thing candidate) {
            return node.labels().isEmpty()
                    || matches(node.labels().get(), Set.copyOf(((NodeType) candidate.type()).labels()));
        }

        private @Nullable Map<String, @Nullable Object> bind(
                Optional<Name> name, Object value, Map<String, @Nullable Object> row) {
            if (name.isEmpty()) {
                return row;
            }
            String text = name.get().text();
            if (row.containsKey(text)) {
                return Boolean.TRUE.equals(NaiveExpressions.equal(row.get(text), value)) ? row : null;
            }
            Map<String, @Nullable Object> extended = new LinkedHashMap<>(row);
            extended.put(text, value);
            return extended;
        }
    }
}
