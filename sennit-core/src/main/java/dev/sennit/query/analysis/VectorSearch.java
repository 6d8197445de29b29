package dev.sennit.query.analysis;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.InvalidTextException;
import dev.sennit.model.PropertyType;
import dev.sennit.model.SourcePosition;
import dev.sennit.model.ValueNames;
import dev.sennit.query.ast.Clause;
import dev.sennit.query.ast.Expression;
import dev.sennit.query.ast.LabelExpression;
import dev.sennit.query.ast.Name;
import dev.sennit.query.ast.Pattern;
import dev.sennit.query.ast.Projection;
import dev.sennit.query.ast.Query;
import dev.sennit.query.value.Blame;
import dev.sennit.query.value.VectorComponents;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.IndexDeclaration;
import dev.sennit.schema.NodeType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code CALL search.vector(label, property, vector, {k, where, metric}) YIELD node, score}: the nodes whose vectors are
 * nearest. It stands for a subquery that scores every node which fulfils the condition and keeps the best, so it is exact,
 * and the condition is applied before anything is ranked. A node without a score, of no vector or of one without a
 * direction, is not ranked at all.
 */
final class VectorSearch {
    static final String NAME = "search.vector";

    // A name with a space before it is one that nobody would write.
    static final String COSINE = " search.cosine";
    static final String DOT = " search.dot";
    static final String L2 = " search.l2";
    private static final String NODE = " node";
    private static final String SCORE = " score";

    private final GraphSchema schema;
    private final QueryErrors errors;
    private final Parameters parameters;
    private final Function<String, Expression> conditions;

    /** @param conditions reads an expression */
    VectorSearch(
            GraphSchema schema, QueryErrors errors, Parameters parameters, Function<String, Expression> conditions) {
        this.schema = schema;
        this.errors = errors;
        this.parameters = parameters;
        this.conditions = conditions;
    }

    /** The call as a subquery. */
    Query query(Clause.CallProcedure call) {
        SourcePosition position = call.procedure().position();
        List<Expression> arguments = call.arguments().orElse(List.of());
        if (arguments.size() < 3 || arguments.size() > 4) {
            throw errors.syntax(
                    ErrorText.of(NAME + " takes 3 or 4 arguments, not " + arguments.size())
                            .remedy("write " + NAME + "(label, property, vector, {k: 10})"),
                    position);
        }
        Name label =
                new Name(text(arguments.get(0), "a label"), arguments.get(0).position());
        Name property = new Name(
                text(arguments.get(1), "the name of a property"),
                arguments.get(1).position());
        List<NodeType> types = types(label, property);
        Options options = options(arguments.size() < 4 ? Optional.empty() : Optional.of(arguments.get(3)));
        String function = function(options, types, property);
        requireVector(types, property, arguments.get(2), function);
        Expression node = new Expression.Variable(NODE, position);
        Expression vector = new Expression.Property(node, property, position);
        Expression where = options.where
                .map(w -> new PropertyNames(node, w.position(), errors).of(condition(w)))
                .orElseGet(() -> new Expression.IsNull(vector, true, position));
        Clause match = new Clause.Match(false, pattern(label, position), Optional.of(where), position);
        Expression computed = new Expression.Function(
                new Name(function, position),
                false,
                List.of(vector, arguments.get(2)),
                arguments.get(2).position());
        Expression score = new Expression.Variable(SCORE, position);
        Clause scored = new Clause.With(
                projection(List.of(item(node, NODE), item(computed, SCORE)), List.of(), Optional.empty(), position),
                Optional.of(new Expression.IsNull(score, true, position)),
                position);
        Clause best = new Clause.With(
                projection(
                        List.of(item(node, NODE), item(score, SCORE)),
                        List.of(new Projection.SortItem(score, true)),
                        Optional.of(options.k.map(this::count).orElse(new Expression.Literal(10L, position))),
                        position),
                Optional.empty(),
                position);
        return new Query(
                new Query.Single(List.of(match, scored, best, returned(call, position)), position),
                List.of(),
                position);
    }

    private static Projection projection(
            List<Projection.Item> items,
            List<Projection.SortItem> order,
            Optional<Expression> limit,
            SourcePosition position) {
        return new Projection(false, false, items, order, Optional.empty(), limit, position);
    }

    private static Pattern pattern(Name label, SourcePosition position) {
        Pattern.NodePattern node = new Pattern.NodePattern(
                Optional.of(new Name(NODE, position)),
                Optional.of(new LabelExpression.Label(label)),
                Optional.empty(),
                Optional.empty(),
                label.position());
        Pattern.Walk walk = new Pattern.Walk(List.of(node), List.of(), position);
        return new Pattern(List.of(new Pattern.Part(Optional.empty(), Optional.empty(), walk, position)), position);
    }

    private Clause returned(Clause.CallProcedure call, SourcePosition position) {
        List<Clause.YieldItem> yields = call.yields().isEmpty()
                ? List.of(
                        new Clause.YieldItem(new Name("node", position), new Name("node", position)),
                        new Clause.YieldItem(new Name("score", position), new Name("score", position)))
                : call.yields();
        List<Projection.Item> items = new ArrayList<>();
        for (Clause.YieldItem item : yields) {
            String column = item.column().text();
            if (!column.equals("node") && !column.equals("score")) {
                throw errors.unknown(
                        NAME + " yields no '" + column + "'",
                        column,
                        List.of("node", "score"),
                        item.column().position());
            }
            items.add(item(
                    new Expression.Variable(
                            column.equals("node") ? NODE : SCORE, item.column().position()),
                    item.variable().text()));
        }
        return new Clause.Return(
                projection(
                        items,
                        List.of(new Projection.SortItem(new Expression.Variable(SCORE, position), true)),
                        Optional.empty(),
                        position),
                position);
    }

    private static Projection.Item item(Expression expression, String name) {
        return new Projection.Item(expression, Optional.of(new Name(name, expression.position())), name);
    }

    private List<NodeType> types(Name label, Name property) {
        List<NodeType> types = schema.nodeTypesWithLabel(label.text());
        if (types.isEmpty()) {
            Set<String> known = new LinkedHashSet<>();
            schema.nodeTypes().forEach(t -> known.addAll(t.labels()));
            throw errors.unknown(
                    "the schema has no node label '" + label.text() + "'", label.text(), known, label.position());
        }
        List<NodeType> having = types.stream()
                .filter(t -> t.propertyType(property.text()).isPresent())
                .toList();
        if (having.isEmpty()) {
            throw errors.unknown(
                    TypeNames.of(types) + " has no property '" + property.text() + "'",
                    property.text(),
                    types.stream()
                            .flatMap(t -> t.properties().stream())
                            .map(p -> p.name())
                            .toList(),
                    property.position());
        }
        for (NodeType type : having) {
            PropertyType stored = type.propertyType(property.text()).orElseThrow();
            if (!(stored instanceof PropertyType.Vector)) {
                throw errors.mismatch(
                        ErrorText.of(NAME + " needs a VECTOR, but " + type.name() + "." + property.text() + " is "
                                + stored.text()),
                        property.position());
            }
        }
        return having;
    }

    /** What is known now of the vector that others are compared with must fit. */
    private void requireVector(List<NodeType> types, Name property, Expression vector, String function) {
        Blame blame = (code, text) -> errors.error(code, text, vector.position());
        Optional<Object> known = known(vector);
        int given = known.map(VectorSearch::length)
                .orElse(
                        vector instanceof Expression.ListLiteral list
                                ? list.elements().size()
                                : -1);
        for (NodeType type : types) {
            int wanted =
                    ((PropertyType.Vector) type.propertyType(property.text()).orElseThrow()).dimension();
            if (given >= 0 && given != wanted) {
                throw blame.error(
                        ErrorCode.TYPE_MISMATCH,
                        ErrorText.of("the vector has " + given + " components, but " + type.name() + "."
                                + property.text() + " has " + wanted));
            }
        }
        if (given >= 0 && known.isPresent()) {
            double[] components = VectorComponents.of(known.get(), blame);
            if (function.equals(COSINE) && VectorComponents.areZeros(components)) {
                throw VectorComponents.withoutDirection(blame);
            }
        }
    }

    /** The value of an expression, if it has one that is known before the query runs. */
    private Optional<Object> known(Expression expression) {
        return switch (expression) {
            case Expression.Literal literal -> Optional.ofNullable(literal.value());
            case Expression.Sign sign
            when sign.operand() instanceof Expression.Literal literal ->
                switch (literal.value()) {
                    case Long number -> Optional.of(sign.negative() ? -number : number);
                    case Double number -> Optional.of(sign.negative() ? -number : number);
                    case null, default -> Optional.empty();
                };
            case Expression.Parameter parameter ->
                parameters.bind(parameter.name(), expression.position(), errors)
                                instanceof BoundExpression.Constant constant
                        ? Optional.ofNullable(constant.value())
                        : Optional.empty();
            case Expression.ListLiteral list -> {
                List<@Nullable Object> elements = new ArrayList<>();
                for (Expression element : list.elements()) {
                    Optional<Object> value = known(element);
                    if (value.isEmpty() && !isNull(element)) {
                        yield Optional.empty();
                    }
                    elements.add(value.orElse(null));
                }
                yield Optional.of(elements);
            }
            default -> Optional.empty();
        };
    }

    private boolean isNull(Expression expression) {
        return switch (expression) {
            case Expression.Literal literal -> literal.value() == null;
            case Expression.Parameter parameter ->
                parameters.bind(parameter.name(), expression.position(), errors)
                                instanceof BoundExpression.Constant constant
                        && constant.value() == null;
            default -> false;
        };
    }

    /** The number of components of a value, or -1 if it is none that has any. */
    private static int length(Object value) {
        return switch (value) {
            case List<?> list -> list.size();
            case float[] floats -> floats.length;
            default -> -1;
        };
    }

    /** How many nodes are wanted. */
    private Expression count(Expression k) {
        Optional<Object> known = known(k);
        if (isNull(k) || known.isPresent() && !(known.get() instanceof Long)) {
            throw errors.mismatch(
                    ErrorText.of("k needs a number of nodes, but it is "
                            + known.map(ValueNames::of).orElse("null")),
                    k.position());
        }
        if (known.isPresent() && (Long) known.get() < 0) {
            throw errors.error(
                    ErrorCode.VALUE_OUT_OF_RANGE, ErrorText.of("k cannot be negative: " + known.get()), k.position());
        }
        return k;
    }

    private record Metric(String name, SourcePosition position) {}

    private record Options(Optional<Expression> k, Optional<Expression> where, Optional<Metric> metric) {}

    private Options options(Optional<Expression> written) {
        if (written.isEmpty()) {
            return new Options(Optional.empty(), Optional.empty(), Optional.empty());
        }
        if (!(written.get() instanceof Expression.MapLiteral map)) {
            throw errors.mismatch(
                    ErrorText.of("the options of " + NAME + " are written as a map, like {k: 10}"),
                    written.get().position());
        }
        Optional<Expression> k = Optional.empty();
        Optional<Expression> where = Optional.empty();
        Optional<Metric> metric = Optional.empty();
        for (Expression.Entry entry : map.entries()) {
            switch (entry.key().text()) {
                case "k" -> k = Optional.of(entry.value());
                case "where" -> where = Optional.of(entry.value());
                case "metric" ->
                    metric = Optional.of(new Metric(
                            text(entry.value(), "a metric"), entry.value().position()));
                default ->
                    throw errors.unknown(
                            NAME + " has no option '" + entry.key().text() + "'",
                            entry.key().text(),
                            List.of("k", "where", "metric"),
                            entry.key().position());
            }
        }
        return new Options(k, where, metric);
    }

    private Expression condition(Expression where) {
        String text = text(where, "a condition");
        try {
            return conditions.apply(text);
        } catch (InvalidTextException e) {
            SourcePosition inText = e.position().orElseThrow();
            throw errors.error(
                    e.code(),
                    errors.inLiteral(where.position(), text, inText).isPresent()
                            ? e.text()
                            : ErrorText.of("the condition '" + text + "' cannot be read at " + inText)
                                    .cause(e.text().message()),
                    errors.inLiteral(where.position(), text, inText).orElse(where.position()));
        }
    }

    /** A text that is known before parameters have values, since the query is checked then. */
    private String text(Expression expression, String what) {
        if (expression instanceof Expression.Literal literal && literal.value() instanceof String text) {
            return text;
        }
        throw errors.mismatch(
                ErrorText.of(NAME + " needs " + what + " as a text in quotes")
                        .cause("a query is checked before its parameters have values"),
                expression.position());
    }

    private String function(Options options, List<NodeType> types, Name property) {
        Metric metric = options.metric.orElseGet(() -> new Metric(declared(types, property), property.position()));
        return switch (metric.name) {
            case "cosine" -> COSINE;
            case "l2" -> L2;
            case "dot" -> DOT;
            default ->
                throw errors.error(
                        ErrorCode.UNKNOWN_NAME,
                        ErrorText.of("there is no metric '" + metric.name + "'")
                                .remedy("use 'cosine', 'l2' or 'dot'")
                                .detail("name", metric.name),
                        metric.position);
        };
    }

    /** The metric that the schema declares for an index, or cosine. */
    private static String declared(List<NodeType> types, Name property) {
        return types.stream()
                .flatMap(t -> t.indexes().stream())
                .filter(i -> i instanceof IndexDeclaration.VectorIndex index
                        && index.property().equals(property.text()))
                .map(i -> switch (((IndexDeclaration.VectorIndex) i).metric()) {
                    case L2 -> "l2";
                    case COSINE -> "cosine";
                    case DOT -> "dot";
                })
                .findFirst()
                .orElse("cosine");
    }
}
