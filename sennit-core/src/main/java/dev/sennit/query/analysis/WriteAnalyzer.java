package dev.sennit.query.analysis;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.query.ast.Clause;
import dev.sennit.query.ast.Expression;
import dev.sennit.query.ast.LabelExpression;
import dev.sennit.query.ast.Name;
import dev.sennit.query.ast.Pattern;
import dev.sennit.schema.EdgeType;
import dev.sennit.schema.ElementType;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Resolves the clauses that write. What is created has one type, known before anything runs. */
final class WriteAnalyzer {
    private final GraphSchema schema;
    private final QueryErrors errors;
    private final VariableSource variables;
    private final LabelMatcher labels;
    private final ExpressionAnalyzer expressions;
    private final PatternAnalyzer patterns;
    private final TypeRules rules;

    WriteAnalyzer(
            GraphSchema schema,
            QueryErrors errors,
            VariableSource variables,
            LabelMatcher labels,
            ExpressionAnalyzer expressions,
            PatternAnalyzer patterns) {
        this.schema = schema;
        this.errors = errors;
        this.variables = variables;
        this.labels = labels;
        this.expressions = expressions;
        this.patterns = patterns;
        this.rules = new TypeRules(errors);
    }

    BoundQuery.Step create(Clause.Create create, Scope scope) {
        Creation creation = new Creation(scope, scope.inner());
        for (Pattern.Part part : create.pattern().parts()) {
            if (part.shortest().isPresent()) {
                throw errors.syntax(ErrorText.of("a shortest path cannot be created"), part.position());
            }
            creation.add(part, false);
        }
        return creation.finish();
    }

    BoundQuery.Step merge(Clause.Merge merge, Scope scope) {
        Pattern.Part part = named(merge.part());
        if (part.shortest().isPresent()) {
            throw errors.syntax(ErrorText.of("a shortest path cannot be merged"), part.position());
        }
        Scope inner = scope.strict();
        Creation creation = new Creation(scope, scope.inner());
        creation.refuseBound(part);
        BoundQuery.Match match = patterns.match(
                new Clause.Match(
                        false, new Pattern(List.of(part), part.position()), Optional.empty(), merge.position()),
                inner);
        creation.takeVariablesFrom(inner);
        creation.add(part, true);
        BoundQuery.Create create = creation.finish();
        inner.named().forEach(symbol -> {
            if (scope.find(symbol.variable().name()).isEmpty()) {
                scope.put(symbol.variable(), symbol.type());
            }
        });
        return new BoundQuery.Merge(
                match,
                new BoundQuery.Create(create.nodes(), create.edges(), List.of()),
                assignments(merge.onCreate(), scope),
                assignments(merge.onMatch(), scope));
    }

    /** The part with a name, which no user can write, for everything that has none. */
    private static Pattern.Part named(Pattern.Part part) {
        List<Pattern.NodePattern> nodes = new ArrayList<>();
        int number = 0;
        for (Pattern.NodePattern node : part.walk().nodes()) {
            Name name = node.variable().orElse(new Name(" node " + number++, node.position()));
            nodes.add(new Pattern.NodePattern(
                    Optional.of(name), node.labels(), node.properties(), node.where(), node.position()));
        }
        List<Pattern.EdgePattern> edges = new ArrayList<>();
        for (Pattern.EdgePattern edge : part.walk().edges()) {
            Name name = edge.variable().orElse(new Name(" edge " + number++, edge.position()));
            edges.add(new Pattern.EdgePattern(
                    Optional.of(name),
                    edge.direction(),
                    edge.labels(),
                    edge.range(),
                    edge.properties(),
                    edge.where(),
                    edge.position()));
        }
        return new Pattern.Part(
                part.path(),
                part.shortest(),
                new Pattern.Walk(nodes, edges, part.walk().position()),
                part.position());
    }

    BoundQuery.Step set(Clause.Set set, Scope scope) {
        return new BoundQuery.Assign(assignments(set.items(), scope));
    }

    private List<BoundQuery.Assignment> assignments(List<Clause.SetItem> items, Scope scope) {
        return items.stream().map(item -> assignment(item, scope)).toList();
    }

    private BoundQuery.Assignment assignment(Clause.SetItem item, Scope scope) {
        return switch (item) {
            case Clause.SetItem.OfProperty property -> {
                BoundExpression target = element(expressions.analyze(property.target(), scope));
                BoundExpression value = rules.assignable(
                        possible(target), property.property(), expressions.analyze(property.value(), scope));
                yield new BoundQuery.Assignment.OfProperty(
                        target, property.property().text(), value);
            }
            case Clause.SetItem.OfAll all -> {
                BoundExpression target = element(variable(all.variable(), scope));
                BoundExpression given = expressions.analyze(all.value(), scope);
                rules.require(ValueType.of(Kind.MAP, Kind.NODE, Kind.EDGE), given, "SET");
                BoundExpression map = assignable(possible(target), all.value(), given);
                boolean element = !map.type().isOnly(Kind.MAP) && !map.type().isNull();
                yield new BoundQuery.Assignment.OfAll(
                        target,
                        element
                                ? new BoundExpression.Call(
                                        ScalarFunction.PROPERTIES, List.of(map), ValueType.MAP, map.place())
                                : map,
                        all.keepOthers());
            }
            case Clause.SetItem.OfLabels set -> labelled(set.variable(), set.labels(), true, scope);
        };
    }

    BoundQuery.Step remove(Clause.Remove remove, Scope scope) {
        List<BoundQuery.Assignment> assignments = new ArrayList<>();
        for (Clause.RemoveItem item : remove.items()) {
            assignments.add(
                    switch (item) {
                        case Clause.RemoveItem.OfProperty property -> {
                            BoundExpression target = element(expressions.analyze(property.target(), scope));
                            BoundExpression nothing = new BoundExpression.Constant(
                                    null,
                                    ValueType.NULL,
                                    new Place(property.property().position()));
                            yield new BoundQuery.Assignment.OfProperty(
                                    target,
                                    property.property().text(),
                                    rules.assignable(possible(target), property.property(), nothing));
                        }
                        case Clause.RemoveItem.OfLabels labelled ->
                            labelled(labelled.variable(), labelled.labels(), false, scope);
                    });
        }
        return new BoundQuery.Assign(assignments);
    }

    /** @param wanted whether the node is to have the labels, or none of them */
    private BoundQuery.Assignment labelled(Name variable, List<Name> names, boolean wanted, Scope scope) {
        BoundExpression target = variable(variable, scope);
        rules.require(ValueType.of(Kind.NODE), target, "a label");
        names.forEach(name -> labels.nodes(new LabelExpression.Label(name), schema.nodeTypes()));
        Set<String> texts = names.stream().map(Name::text).collect(Collectors.toCollection(LinkedHashSet::new));
        Set<NodeType> fitting = schema.nodeTypes().stream()
                .filter(type -> wanted
                        ? type.labels().containsAll(texts)
                        : type.labels().stream().noneMatch(texts::contains))
                .collect(Collectors.toSet());
        return new BoundQuery.Assignment.OfLabels(
                target,
                fitting,
                (wanted ? "SET " : "REMOVE ")
                        + variable.text()
                        + texts.stream().map(t -> ":" + t).collect(Collectors.joining()));
    }

    BoundQuery.Step delete(Clause.Delete delete, Scope scope) {
        List<BoundExpression> targets = new ArrayList<>();
        for (Expression target : delete.targets()) {
            BoundExpression bound = expressions.analyze(target, scope);
            rules.require(ValueType.of(Kind.NODE, Kind.EDGE, Kind.PATH), bound, "DELETE");
            targets.add(bound);
        }
        return new BoundQuery.Delete(targets, delete.detach());
    }

    private BoundExpression variable(Name name, Scope scope) {
        Scope.Symbol symbol = scope.require(name, errors);
        return new BoundExpression.Reference(symbol.variable(), symbol.type(), new Place(name.position()));
    }

    private BoundExpression element(BoundExpression target) {
        rules.require(ValueType.of(Kind.NODE, Kind.EDGE), target, "SET");
        return target;
    }

    private List<? extends ElementType> possible(BoundExpression element) {
        List<ElementType> known = element.type().elementTypes();
        return known.isEmpty() ? schema.types().toList() : known;
    }

    /** The map to store, each value as its property holds it. */
    private BoundExpression assignable(List<? extends ElementType> types, Expression written, BoundExpression map) {
        if (written instanceof Expression.MapLiteral literal && map instanceof BoundExpression.MapOf bound) {
            Map<String, BoundExpression> entries = new LinkedHashMap<>(bound.entries());
            for (Expression.Entry entry : literal.entries()) {
                entries.computeIfPresent(
                        entry.key().text(), (key, value) -> rules.assignable(types, entry.key(), value));
            }
            return new BoundExpression.MapOf(entries, bound.type(), bound.place());
        }
        if (map instanceof BoundExpression.Constant constant && constant.value() instanceof Map<?, ?> values) {
            values.forEach((key, value) -> rules.assignable(
                    types,
                    new Name((String) key, map.place().position()),
                    new BoundExpression.Constant(value, ParameterValues.typeOf(value), map.place())));
        }
        return map;
    }

    /** What one CREATE, or the creating half of a MERGE, makes. */
    private final class Creation {
        private final Scope scope;
        private final Scope before;
        private final List<BoundQuery.NewNode> nodes = new ArrayList<>();
        private final List<BoundQuery.NewEdge> edges = new ArrayList<>();
        private final List<BoundQuery.Binding> paths = new ArrayList<>();
        private final Map<String, Scope.Symbol> created = new LinkedHashMap<>();
        private Scope given = Scope.EMPTY;

        /**
         * @param scope to which new variables are added
         * @param before what property expressions see; nodes are added as they are created
         */
        Creation(Scope scope, Scope before) {
            this.scope = scope;
            this.before = before;
        }

        /** Variables that exist already for what is created. */
        void takeVariablesFrom(Scope pattern) {
            given = pattern;
        }

        BoundQuery.Create finish() {
            return new BoundQuery.Create(nodes, edges, paths);
        }

        void refuseBound(Pattern.Part part) {
            for (Pattern.NodePattern node : part.walk().nodes()) {
                node.variable().filter(this::isOuter).ifPresent(name -> refuseBound(part, node, name));
            }
            for (Pattern.EdgePattern edge : part.walk().edges()) {
                edge.variable().filter(this::isOuter).ifPresent(name -> {
                    throw boundAlready(name);
                });
            }
        }

        private boolean isOuter(Name name) {
            return before.find(name.text()).isPresent();
        }

        private void refuseBound(Pattern.Part part, Pattern.NodePattern node, Name name) {
            if (part.walk().edges().isEmpty()
                    || node.labels().isPresent()
                    || node.properties().isPresent()) {
                throw boundAlready(name);
            }
        }

        private RuntimeException boundAlready(Name name) {
            return errors.syntax(
                    ErrorText.of("the variable '" + name.text() + "' is bound already")
                            .cause("what exists cannot be created")
                            .remedy("use another name, or name only the ends of an edge"),
                    name.position());
        }

        /** @param undirected whether an edge may be written without a direction */
        void add(Pattern.Part part, boolean undirected) {
            List<Variable> walkNodes = new ArrayList<>();
            List<Variable> walkEdges = new ArrayList<>();
            for (Pattern.NodePattern node : part.walk().nodes()) {
                walkNodes.add(node(part, node));
            }
            for (int i = 0; i < part.walk().edges().size(); i++) {
                walkEdges.add(edge(part.walk().edges().get(i), walkNodes.get(i), walkNodes.get(i + 1), undirected));
            }
            part.path().ifPresent(name -> {
                if (given.find(name.text()).isEmpty()) {
                    if (scope.find(name.text()).isPresent()) {
                        throw boundAlready(name);
                    }
                    Variable path = variables.named(name.text());
                    Place place = new Place(name.position());
                    paths.add(new BoundQuery.Binding(
                            path, new BoundExpression.PathOf(walkNodes, walkEdges, ValueType.PATH, place)));
                    scope.put(path, ValueType.PATH);
                }
            });
        }

        private Variable node(Pattern.Part part, Pattern.NodePattern node) {
            if (node.variable().isPresent()) {
                Name name = node.variable().get();
                Optional<Scope.Symbol> known =
                        before.find(name.text()).or(() -> Optional.ofNullable(created.get(name.text())));
                if (known.isPresent()) {
                    refuseBound(part, node, name);
                    if (!known.get().type().mayBe(Kind.NODE)) {
                        throw errors.mismatch(
                                ErrorText.of("'" + name.text() + "' stands for NODE here, but it is "
                                        + known.get().type().text()),
                                name.position());
                    }
                    created.putIfAbsent(name.text(), known.get());
                    return known.get().variable();
                }
            }
            NodeType type = nodeType(node);
            Optional<BoundExpression> properties = properties(List.of(type), node.properties());
            Variable variable = node.variable()
                    .flatMap(name -> given.find(name.text()).map(Scope.Symbol::variable))
                    .orElseGet(() -> node.variable()
                            .map(name -> variables.named(name.text()))
                            .orElseGet(variables::anonymous));
            Scope.Symbol symbol = new Scope.Symbol(variable, ValueType.node(List.of(type)));
            created.put(variable.name(), symbol);
            if (given.find(variable.name()).isEmpty()) {
                scope.put(variable, symbol.type());
                before.put(variable, symbol.type());
            }
            nodes.add(new BoundQuery.NewNode(variable, type, properties));
            return variable;
        }

        private NodeType nodeType(Pattern.NodePattern node) {
            Set<String> wanted = new LinkedHashSet<>();
            node.labels().ifPresent(l -> collect(l, wanted));
            List<NodeType> carrying =
                    node.labels().map(l -> labels.nodes(l, schema.nodeTypes())).orElse(schema.nodeTypes());
            if (carrying.isEmpty()) {
                throw errors.error(
                        ErrorCode.IMPOSSIBLE_PATTERN,
                        ErrorText.of("no node type has the labels of " + errors.textAt(node.position())),
                        node.position());
            }
            return carrying.stream()
                    .filter(t -> Set.copyOf(t.labels()).equals(wanted))
                    .findFirst()
                    .or(() -> only(carrying.stream()
                            .filter(t -> wanted.contains(t.name()))
                            .toList()))
                    .or(() -> only(carrying))
                    .orElseThrow(() -> errors.error(
                            ErrorCode.AMBIGUOUS_NODE_TYPE,
                            ErrorText.of("the labels of " + errors.textAt(node.position())
                                            + " do not say which type is created")
                                    .cause("it may be " + TypeNames.of(carrying))
                                    .remedy("write the type's name as a label"),
                            node.position()));
        }

        private static Optional<NodeType> only(List<NodeType> types) {
            return types.size() == 1 ? Optional.of(types.getFirst()) : Optional.empty();
        }

        private void collect(LabelExpression expression, Set<String> wanted) {
            switch (expression) {
                case LabelExpression.Label label -> wanted.add(label.name().text());
                case LabelExpression.And and -> {
                    collect(and.left(), wanted);
                    collect(and.right(), wanted);
                }
                case LabelExpression.Or or -> throw notPlain(or);
                case LabelExpression.Not not -> throw notPlain(not);
                case LabelExpression.Any any -> throw notPlain(any);
            }
        }

        private RuntimeException notPlain(LabelExpression expression) {
            return errors.syntax(
                    ErrorText.of("what is created has certain labels").remedy("write them with ':' or '&' only"),
                    expression.position());
        }

        private Variable edge(Pattern.EdgePattern edge, Variable left, Variable right, boolean undirected) {
            if (edge.range().isPresent()) {
                throw errors.syntax(
                        ErrorText.of("an edge of variable length cannot be created")
                                .remedy("write each edge"),
                        edge.position());
            }
            if (edge.direction() == Pattern.Direction.EITHER && !undirected) {
                throw errors.syntax(
                        ErrorText.of("an edge is created without a direction").remedy("write -[...]-> or <-[...]-"),
                        edge.position());
            }
            edge.variable().ifPresent(name -> {
                if (isOuter(name) || created.containsKey(name.text())) {
                    throw boundAlready(name);
                }
            });
            Name label = label(edge);
            boolean turned = edge.direction() == Pattern.Direction.LEFT;
            Variable from = turned ? right : left;
            Variable to = turned ? left : right;
            List<EdgeType> types = edgeTypes(label, from, to, edge);
            Optional<BoundExpression> properties = properties(types, edge.properties());
            Variable variable = edge.variable()
                    .flatMap(name -> given.find(name.text()).map(Scope.Symbol::variable))
                    .orElseGet(() -> edge.variable()
                            .map(name -> variables.named(name.text()))
                            .orElseGet(variables::anonymous));
            created.put(variable.name(), new Scope.Symbol(variable, ValueType.edge(types)));
            if (given.find(variable.name()).isEmpty()) {
                scope.put(variable, ValueType.edge(types));
            }
            edges.add(new BoundQuery.NewEdge(variable, from, to, types, properties, new Place(edge.position())));
            return variable;
        }

        private Name label(Pattern.EdgePattern edge) {
            return edge.labels()
                    .filter(LabelExpression.Label.class::isInstance)
                    .map(l -> ((LabelExpression.Label) l).name())
                    .orElseThrow(() -> errors.syntax(
                            ErrorText.of("an edge is created with exactly one label")
                                    .remedy("write -[:LABEL]->"),
                            edge.position()));
        }

        private List<EdgeType> edgeTypes(Name label, Variable from, Variable to, Pattern.EdgePattern edge) {
            List<EdgeType> labelled = labels.edges(new LabelExpression.Label(label), schema.edgeTypes());
            Set<String> sources = typeNames(from);
            Set<String> destinations = typeNames(to);
            List<EdgeType> fitting = labelled.stream()
                    .filter(t -> sources.contains(t.source()) && destinations.contains(t.destination()))
                    .toList();
            if (fitting.isEmpty()) {
                throw errors.error(
                        ErrorCode.IMPOSSIBLE_PATTERN,
                        ErrorText.of("no " + label.text() + " edge leads from " + String.join(", ", sources) + " to "
                                        + String.join(", ", destinations))
                                .cause("declared are " + TypeNames.declarations(labelled)),
                        edge.position());
            }
            return fitting;
        }

        private Set<String> typeNames(Variable node) {
            Scope.Symbol symbol = created.get(node.name());
            List<NodeType> types = symbol == null ? List.of() : symbol.type().nodeTypes();
            return (types.isEmpty() ? schema.nodeTypes() : types)
                    .stream().map(NodeType::name).collect(Collectors.toCollection(LinkedHashSet::new));
        }

        private Optional<BoundExpression> properties(List<? extends ElementType> types, Optional<Expression> written) {
            return written.map(properties -> {
                BoundExpression map = expressions.analyze(properties, before);
                rules.require(ValueType.MAP, map, "properties");
                return assignable(types, properties, map);
            });
        }
    }
}
