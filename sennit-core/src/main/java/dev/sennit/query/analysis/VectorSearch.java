package dev.sennit.query.analysis;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.model.PropertyType;
import dev.sennit.model.SourcePosition;
import dev.sennit.query.ast.Clause;
import dev.sennit.query.ast.Expression;
import dev.sennit.query.ast.LabelExpression;
import dev.sennit.query.ast.Name;
import dev.sennit.query.ast.Pattern;
import dev.sennit.query.ast.Projection;
import dev.sennit.query.ast.Query;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.IndexDeclaration;
import dev.sennit.schema.NodeType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * {@code CALL search.vector(label, property, vector, {k, where, metric}) YIELD node, score}: the nodes whose vectors are
 * nearest. It stands for a subquery that scores every node which fulfils the condition and keeps the best, so it is exact,
 * and the condition is applied before anything is ranked.
 */
final class VectorSearch {
    private static final String COSINE = "vector.similarity.cosine";
    static final String NAME = "search.vector";
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
        requireLength(types, property, arguments.get(2));
        Expression node = new Expression.Variable(NODE, position);
        Expression vector = new Expression.Property(node, property, position);
        List<Expression> where = new ArrayList<>();
        where.add(new Expression.IsNull(vector, true, position));
        options.where.ifPresent(w -> where.add(new PropertyNames(node, w.position(), errors).of(conditions(w))));
        Clause match = new Clause.Match(
                false, pattern(label, position), Optional.of(new Expression.And(where, position)), position);
        String function = function(options, types, property);
        requireDirection(function, arguments.get(2));
        Expression score = new Expression.Function(
                new Name(function, position), false, List.of(vector, arguments.get(2)), position);
        Expression k = options.k.orElse(new Expression.Literal(10L, position));
        Clause best = new Clause.With(
                new Projection(
                        false,
                        false,
                        List.of(item(node, NODE), item(score, SCORE)),
                        List.of(new Projection.SortItem(new Expression.Variable(SCORE, position), true)),
                        Optional.empty(),
                        Optional.of(k),
                        position),
                Optional.empty(),
                position);
        return new Query(
                new Query.Single(List.of(match, best, returned(call, position)), position), List.of(), position);
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
                new Projection(
                        false,
                        false,
                        items,
                        List.of(new Projection.SortItem(new Expression.Variable(SCORE, position), true)),
                        Optional.empty(),
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

    /** A vector whose length is known now must have that of the property. */
    private void requireLength(List<NodeType> types, Name property, Expression vector) {
        Optional<Integer> given = length(vector);
        for (NodeType type : types) {
            int wanted =
                    ((PropertyType.Vector) type.propertyType(property.text()).orElseThrow()).dimension();
            if (given.isPresent() && given.get() != wanted) {
                throw errors.error(
                        ErrorCode.TYPE_MISMATCH,
                        ErrorText.of("the vector has " + given.get() + " components, but " + type.name() + "."
                                + property.text() + " has " + wanted),
                        vector.position());
            }
        }
    }

    /** Of a vector of zeros, if that is known now, there is no cosine: every score would be null. */
    private void requireDirection(String function, Expression vector) {
        if (function.equals(COSINE) && isZero(vector)) {
            throw errors.error(
                    ErrorCode.TYPE_MISMATCH,
                    ErrorText.of("the vector has only zeros, and so no direction that the cosine could compare")
                            .remedy("give another vector, or search with metric: 'l2' or 'dot'"),
                    vector.position());
        }
    }

    private boolean isZero(Expression vector) {
        return switch (vector) {
            case Expression.ListLiteral list ->
                list.elements().stream()
                        .allMatch(e -> e instanceof Expression.Literal literal && isZeroNumber(literal.value()));
            case Expression.Parameter parameter ->
                parameters.bind(parameter.name(), vector.position(), errors)
                                instanceof BoundExpression.Constant constant
                        && switch (constant.value()) {
                            case List<?> list -> list.stream().allMatch(VectorSearch::isZeroNumber);
                            case float[] floats ->
                                IntStream.range(0, floats.length).allMatch(i -> floats[i] == 0);
                            case null, default -> false;
                        };
            default -> false;
        };
    }

    private static boolean isZeroNumber(@Nullable Object value) {
        return value instanceof Number number && number.doubleValue() == 0;
    }

    private Optional<Integer> length(Expression vector) {
        if (vector instanceof Expression.ListLiteral list) {
            return Optional.of(list.elements().size());
        }
        if (vector instanceof Expression.Parameter parameter
                && parameters.bind(parameter.name(), vector.position(), errors)
                        instanceof BoundExpression.Constant constant) {
            return switch (constant.value()) {
                case List<?> list -> Optional.of(list.size());
                case float[] floats -> Optional.of(floats.length);
                case null, default -> Optional.empty();
            };
        }
        return Optional.empty();
    }

    private record Options(Optional<Expression> k, Optional<Expression> where, Optional<String> metric) {}

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
        Optional<String> metric = Optional.empty();
        for (Expression.Entry entry : map.entries()) {
            switch (entry.key().text()) {
                case "k" -> k = Optional.of(entry.value());
                case "where" -> where = Optional.of(entry.value());
                case "metric" -> metric = Optional.of(text(entry.value(), "a metric"));
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

    private Expression conditions(Expression where) {
        return conditions.apply(text(where, "a condition"));
    }

    /** A text that is known before the query runs. */
    private String text(Expression expression, String what) {
        BoundExpression bound = expression instanceof Expression.Parameter parameter
                ? parameters.bind(parameter.name(), expression.position(), errors)
                : new BoundExpression.Constant(
                        expression instanceof Expression.Literal literal ? literal.value() : null,
                        ValueType.ANY,
                        new Place(expression.position()));
        if (bound instanceof BoundExpression.Constant constant && constant.value() instanceof String text) {
            return text;
        }
        throw errors.mismatch(
                ErrorText.of(NAME + " needs " + what + " as a text in quotes, or as a parameter"),
                expression.position());
    }

    private String function(Options options, List<NodeType> types, Name property) {
        String metric = options.metric.orElseGet(() -> declared(types, property));
        return switch (metric) {
            case "cosine" -> COSINE;
            case "l2" -> "vector.similarity.euclidean";
            case "dot" -> "vector.dot";
            default ->
                throw errors.unknown(
                        "there is no metric '" + metric + "'",
                        metric,
                        List.of("cosine", "l2", "dot"),
                        property.position());
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
