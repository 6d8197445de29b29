package dev.sennit.query.analysis;

import dev.sennit.model.ErrorText;
import dev.sennit.model.SourcePosition;
import dev.sennit.query.ast.Clause;
import dev.sennit.query.ast.Expression;
import dev.sennit.query.ast.LabelExpression;
import dev.sennit.query.ast.Name;
import dev.sennit.query.ast.Pattern;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Resolves the pattern of a MATCH and narrows the types its variables may have. */
final class PatternAnalyzer {
    private final GraphSchema schema;
    private final QueryErrors errors;
    private final VariableSource variables;
    private final LabelMatcher labels;
    private final ExpressionAnalyzer expressions;
    private final Runnable stop;

    PatternAnalyzer(
            GraphSchema schema,
            QueryErrors errors,
            VariableSource variables,
            LabelMatcher labels,
            ExpressionAnalyzer expressions,
            Runnable stop) {
        this.stop = stop;
        this.schema = schema;
        this.errors = errors;
        this.variables = variables;
        this.labels = labels;
        this.expressions = expressions;
    }

    /**
     * Resolves one MATCH and adds its variables to the scope. What it says of variables that were bound before holds from
     * then on; but what OPTIONAL MATCH says of them holds within it only, since rows without a match stay.
     *
     * <p>A pattern that is impossible by itself is an error. One that only what is known of variables from outside of the
     * subquery makes impossible, or in OPTIONAL MATCH of any variable bound before, is none: it matches nothing.
     *
     * @throws dev.sennit.model.InvalidTextException IMPOSSIBLE_PATTERN, UNKNOWN_NAME or TYPE_MISMATCH at a position
     */
    BoundQuery.Match match(Clause.Match match, Scope scope) {
        Scope within = match.optional() ? scope.inner() : scope;
        Build build = new Build(within, match.optional());
        match.pattern().parts().forEach(build::add);
        build.infer();
        build.publish();
        List<BoundExpression> predicates = build.inlinePredicates();
        match.where().ifPresent(where -> predicates.addAll(expressions.conjuncts(where, within, "WHERE")));
        if (match.optional()) {
            scope.addNew(within);
        }
        return new BoundQuery.Match(match.optional(), build.graph(), predicates, build.paths);
    }

    /** The pattern while it grows. */
    private final class Build {
        private final Scope scope;
        private final boolean optional;
        /** What the pattern says by itself. */
        private final PatternTyping alone = new PatternTyping(errors, stop);
        /** What it says with all that is known of the variables it did not bind. */
        private PatternTyping typing = new PatternTyping(errors, stop);

        private final Map<Variable, Boolean> boundNodes = new LinkedHashMap<>();
        private final Map<Variable, Boolean> boundEdges = new LinkedHashMap<>();
        private final List<Inline> inlines = new ArrayList<>();
        private final List<BoundQuery.Binding> paths = new ArrayList<>();
        private final Map<String, Variable> local = new LinkedHashMap<>();

        Build(Scope scope, boolean optional) {
            this.scope = scope;
            this.optional = optional;
        }

        void infer() {
            alone.infer().ifPresent(impossible -> {
                throw impossible;
            });
            if (typing.infer().isPresent()) {
                // Nothing will match: what a variable would be if something did is as good as anything.
                typing = alone;
            }
        }

        /** Conditions written inside a node or an edge. */
        private record Inline(
                Variable variable,
                Optional<Expression> properties,
                Optional<Expression> where,
                SourcePosition position) {}

        void add(Pattern.Part part) {
            part.shortest().ifPresent(kind -> requireOneEdge(part));
            List<Variable> nodes = new ArrayList<>();
            List<Variable> edges = new ArrayList<>();
            for (Pattern.NodePattern node : part.walk().nodes()) {
                nodes.add(node(node));
            }
            for (int i = 0; i < part.walk().edges().size(); i++) {
                edges.add(edge(part.walk().edges().get(i), nodes.get(i), nodes.get(i + 1), part.shortest()));
            }
            part.path().ifPresent(name -> {
                Variable path = fresh(name);
                local.put(name.text(), path);
                paths.add(new BoundQuery.Binding(
                        path, new BoundExpression.PathOf(nodes, edges, ValueType.PATH, new Place(name.position()))));
            });
        }

        private void requireOneEdge(Pattern.Part part) {
            if (part.walk().edges().size() != 1) {
                throw errors.syntax(
                        ErrorText.of("a shortest path has one edge pattern, not "
                                        + part.walk().edges().size())
                                .remedy("match the rest in a pattern of its own"),
                        part.position());
            }
        }

        private Variable node(Pattern.NodePattern node) {
            stop.run();
            Variable variable = node.variable().map(this::nodeVariable).orElseGet(() -> {
                Variable anonymous = variables.anonymous();
                startNode(anonymous, List.of(), List.of(), false);
                return anonymous;
            });
            node.labels().ifPresent(l -> {
                restrict(alone, variable, l, node.position());
                restrict(typing, variable, l, node.position());
            });
            inlines.add(new Inline(variable, node.properties(), node.where(), node.position()));
            return variable;
        }

        private void restrict(PatternTyping types, Variable variable, LabelExpression label, SourcePosition position) {
            types.restrictNode(variable, labels.nodes(label, schema.nodeTypes()), position);
        }

        /** What is known of a variable that was bound before, as far as it may make a pattern a mistake. */
        private ValueType alone(Scope.Symbol symbol) {
            return optional ? symbol.type().ofAnyElement() : symbol.alone();
        }

        private Variable nodeVariable(Name name) {
            Variable known = local.get(name.text());
            if (known != null) {
                if (!boundNodes.containsKey(known)) {
                    throw notA("NODE", boundEdges.containsKey(known) ? "EDGE" : "PATH", name);
                }
                return known;
            }
            Optional<Scope.Symbol> outer = scope.find(name.text());
            if (outer.isPresent()) {
                ValueType type = outer.get().type();
                if (!type.mayBe(Kind.NODE) && !type.isNull()) {
                    throw notA("NODE", type.text(), name);
                }
                Variable variable = outer.get().variable();
                startNode(variable, type.nodeTypes(), alone(outer.get()).nodeTypes(), true);
                local.put(name.text(), variable);
                return variable;
            }
            Variable variable = variables.named(name.text());
            startNode(variable, List.of(), List.of(), false);
            local.put(name.text(), variable);
            return variable;
        }

        /** @param known the types it may have, none for all */
        private void startNode(Variable variable, List<NodeType> known, List<NodeType> knownAlone, boolean bound) {
            boundNodes.put(variable, bound);
            typing.addNode(variable, known.isEmpty() ? schema.nodeTypes() : known);
            alone.addNode(variable, knownAlone.isEmpty() ? schema.nodeTypes() : knownAlone);
        }

        private Variable edge(
                Pattern.EdgePattern edge, Variable left, Variable right, Optional<Pattern.Shortest> shortest) {
            Optional<PatternGraph.Length> length = edge.range()
                    .map(r -> length(r, shortest))
                    .or(() -> shortest.map(s -> new PatternGraph.Length(1, 1, shortest)));
            List<EdgeType> known = List.of();
            List<EdgeType> knownAlone = List.of();
            boolean bound = false;
            Variable variable = null;
            if (edge.variable().isPresent()) {
                Name name = edge.variable().get();
                Optional<Scope.Symbol> outer = scope.find(name.text());
                Variable before = local.get(name.text());
                if (before != null) {
                    throw boundEdges.containsKey(before)
                            ? twice(name)
                            : notA("EDGE", boundNodes.containsKey(before) ? "NODE" : "PATH", name);
                }
                if (outer.isPresent()) {
                    ValueType type = outer.get().type();
                    if (length.isPresent()) {
                        if (!type.mayBe(Kind.LIST)) {
                            throw notA("LIST<EDGE>", type.text(), name);
                        }
                        throw errors.unsupported("an edge of variable length that is bound already", edge.position());
                    }
                    if (!type.mayBe(Kind.EDGE) && !type.isNull()) {
                        throw notA("EDGE", type.text(), name);
                    }
                    variable = outer.get().variable();
                    known = type.edgeTypes();
                    knownAlone = alone(outer.get()).edgeTypes();
                    bound = true;
                } else {
                    variable = variables.named(name.text());
                }
                local.put(name.text(), variable);
            }
            Variable used = variable == null ? variables.anonymous() : variable;
            boundEdges.put(used, bound);
            boolean turned = edge.direction() == Pattern.Direction.LEFT;
            PatternTyping.Ends ends = new PatternTyping.Ends(
                    turned ? right : left, turned ? left : right, edge.direction() != Pattern.Direction.EITHER, turned);
            typing.addEdge(used, ends, labelled(edge, known), length, edge.position());
            alone.addEdge(used, ends, labelled(edge, knownAlone), length, edge.position());
            inlines.add(new Inline(used, edge.properties(), edge.where(), edge.position()));
            return used;
        }

        /** @param known the types it may have, none for all */
        private List<EdgeType> labelled(Pattern.EdgePattern edge, List<EdgeType> known) {
            List<EdgeType> types = known.isEmpty() ? schema.edgeTypes() : known;
            return edge.labels().map(l -> labels.edges(l, types)).orElse(types);
        }

        private PatternGraph.Length length(Pattern.Range range, Optional<Pattern.Shortest> shortest) {
            return new PatternGraph.Length(range.least().orElse(1), range.most().orElse(Integer.MAX_VALUE), shortest);
        }

        private RuntimeException twice(Name name) {
            return errors.syntax(
                    ErrorText.of("the edge variable '" + name.text() + "' stands twice in one MATCH")
                            .cause("the edges of one MATCH are distinct, so nothing could match")
                            .remedy("use two variables"),
                    name.position());
        }

        private RuntimeException notA(String wanted, String found, Name name) {
            return errors.mismatch(
                    ErrorText.of("'" + name.text() + "' stands for " + wanted + " here, but it is " + found)
                            .remedy("use another variable"),
                    name.position());
        }

        private Variable fresh(Name name) {
            if (local.containsKey(name.text()) || scope.find(name.text()).isPresent()) {
                throw errors.syntax(
                        ErrorText.of("the variable '" + name.text() + "' is bound already")
                                .remedy("use another name for the path"),
                        name.position());
            }
            return variables.named(name.text());
        }

        void publish() {
            boundNodes.keySet().forEach(v -> scope.put(v, nodeType(typing, v), nodeType(alone, v)));
            boundEdges.keySet().forEach(v -> scope.put(v, edgeType(typing, v), edgeType(alone, v)));
            paths.forEach(p -> scope.put(p.variable(), ValueType.PATH));
        }

        List<BoundExpression> inlinePredicates() {
            List<BoundExpression> predicates = new ArrayList<>();
            for (Inline inline : inlines) {
                stop.run();
                if (typing.isSeveral(inline.variable)) {
                    inline.properties.ifPresent(p -> predicates.addAll(ofEach(inline, p)));
                } else {
                    BoundExpression subject = reference(inline.variable, inline.position);
                    inline.properties.ifPresent(p -> predicates.addAll(properties(subject, p, false)));
                }
                inline.where.ifPresent(w -> predicates.addAll(expressions.conjuncts(w, scope, "WHERE")));
            }
            return predicates;
        }

        /** Properties that each of several edges in a row has. */
        private List<BoundExpression> ofEach(Inline inline, Expression properties) {
            Place place = new Place(inline.position);
            Variable each = variables.anonymous();
            ValueType type = ValueType.edge(typing.edgeTypes(inline.variable));
            List<BoundExpression> conditions =
                    properties(new BoundExpression.Reference(each, type, place), properties, true);
            return conditions.isEmpty()
                    ? List.of()
                    : List.of(new BoundExpression.Quantified(
                            Expression.QuantifierKind.ALL,
                            each,
                            reference(inline.variable, inline.position),
                            new BoundExpression.And(conditions, ValueType.BOOLEAN, place),
                            ValueType.BOOLEAN,
                            place));
        }

        private static ValueType nodeType(PatternTyping types, Variable node) {
            return ValueType.node(types.nodeTypes(node));
        }

        private static ValueType edgeType(PatternTyping types, Variable edge) {
            ValueType one = ValueType.edge(types.edgeTypes(edge));
            return types.isSeveral(edge) ? ValueType.listOf(one) : one;
        }

        private BoundExpression reference(Variable variable, SourcePosition position) {
            ValueType type = boundNodes.containsKey(variable) ? nodeType(typing, variable) : edgeType(typing, variable);
            return new BoundExpression.Reference(variable, type, new Place(position));
        }

        /** @param lengthBefore whether they stand after the length of a row of edges */
        private List<BoundExpression> properties(BoundExpression subject, Expression properties, boolean lengthBefore) {
            List<BoundExpression> predicates = new ArrayList<>();
            if (properties instanceof Expression.MapLiteral map) {
                for (Expression.Entry entry : map.entries()) {
                    BoundExpression value = expressions.analyze(entry.value(), scope);
                    Place place = new Place(entry.key().position());
                    predicates.add(
                            expressions.equality(expressions.property(subject, entry.key(), place), value, place));
                }
                return predicates;
            }
            BoundExpression bound = expressions.analyze(properties, scope);
            if (bound instanceof BoundExpression.Constant constant) {
                if (!(constant.value() instanceof Map<?, ?> values)) {
                    ErrorText text = ErrorText.of("properties need a MAP, but " + errors.textOf(bound) + " is "
                            + bound.type().text());
                    throw errors.mismatch(
                            lengthBefore && constant.value() instanceof Long
                                    ? text.cause("a parameter after a length stands for properties")
                                            .remedy(
                                                    "write the least and most number of edges in the query, as in *1..3")
                                    : text,
                            bound.place().position());
                }
                values.forEach((key, value) -> predicates.add(entry(subject, bound.place(), (String) key, value)));
            }
            return predicates;
        }

        private BoundExpression entry(BoundExpression subject, Place place, String key, @Nullable Object value) {
            return expressions.equality(
                    expressions.property(subject, new Name(key, place.position()), place),
                    new BoundExpression.Constant(value, ParameterValues.typeOf(value), place),
                    place);
        }

        PatternGraph graph() {
            List<PatternGraph.PatternNode> nodes = boundNodes.entrySet().stream()
                    .map(e -> new PatternGraph.PatternNode(e.getKey(), typing.nodeTypes(e.getKey()), e.getValue()))
                    .toList();
            return new PatternGraph(nodes, typing.edges(boundEdges));
        }
    }
}
