package dev.sennit.query.analysis;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.query.ast.Expression;
import dev.sennit.query.ast.Name;
import dev.sennit.schema.GraphSchema;
import dev.sennit.schema.NodeType;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Resolves calls of functions. Function names are read without regard to case. */
final class FunctionAnalyzer {
    private final GraphSchema schema;
    private final QueryErrors errors;
    private final TypeRules rules;

    FunctionAnalyzer(GraphSchema schema, QueryErrors errors, TypeRules rules) {
        this.schema = schema;
        this.errors = errors;
        this.rules = rules;
    }

    Optional<AggregateFunction> aggregateNamed(Name name) {
        for (AggregateFunction function : AggregateFunction.values()) {
            if (function.text().equalsIgnoreCase(name.text())) {
                return Optional.of(function);
            }
        }
        return Optional.ofNullable(AggregateFunction.OTHER_NAMES.get(name.text().toLowerCase(Locale.ROOT)));
    }

    /** The arguments as written, but for the name of a normal form, which looks like a variable. */
    List<Expression> arguments(Expression.Function call, Scope scope) {
        List<Expression> arguments = call.arguments();
        if (arguments.size() == 2
                && call.name().text().equalsIgnoreCase(ScalarFunction.NORMALIZE.text())
                && arguments.getLast() instanceof Expression.Variable form
                && scope.find(form.name()).isEmpty()) {
            requireNormalForm(new Name(form.name(), form.position()));
            return List.of(arguments.getFirst(), new Expression.Literal(form.name(), form.position()));
        }
        return arguments;
    }

    /** {@code x IS NFC NORMALIZED}: it is what it becomes. */
    BoundExpression isNormalized(BoundExpression operand, Name form, boolean negated, Place place) {
        requireNormalForm(form);
        BoundExpression normalized = new BoundExpression.Call(
                ScalarFunction.NORMALIZE,
                List.of(
                        operand,
                        new BoundExpression.Constant(form.text(), ValueType.STRING, new Place(form.position()))),
                ValueType.STRING,
                place);
        return new BoundExpression.Comparison(
                negated ? Expression.ComparisonOperator.NE : Expression.ComparisonOperator.EQ,
                operand,
                normalized,
                ValueType.BOOLEAN,
                place);
    }

    private void requireNormalForm(Name form) {
        List<String> forms = Stream.of(Normalizer.Form.values()).map(Enum::name).toList();
        if (!forms.contains(form.text().toUpperCase(Locale.ROOT))) {
            throw errors.unknown("there is no normal form '" + form.text() + "'", form.text(), forms, form.position());
        }
    }

    BoundExpression aggregate(
            AggregateFunction function,
            boolean distinct,
            Optional<BoundExpression> argument,
            Optional<BoundExpression> parameter,
            ExpressionAnalyzer.Aggregates aggregates,
            Place place) {
        if (aggregates == ExpressionAnalyzer.Aggregates.FORBIDDEN) {
            throw misplaced(place);
        }
        argument.flatMap(a -> a.all()
                        .filter(e -> e instanceof BoundExpression.Call call
                                && !call.function().isDeterministic())
                        .findFirst())
                .ifPresent(random -> {
                    throw errors.syntax(
                            ErrorText.of("an aggregate function cannot take what is random")
                                    .remedy("compute it in a WITH before"),
                            random.place().position());
                });
        parameter.ifPresent(p -> rules.require(ValueType.NUMBER, p, function.text()));
        argument.ifPresent(a -> rules.require(function.argument(), a, function.text()));
        ValueType type = function.resultType(argument.map(BoundExpression::type).orElse(ValueType.ANY));
        return new BoundExpression.Aggregation(function, distinct, argument, parameter, type, place);
    }

    RuntimeException misplaced(Place place) {
        return errors.syntax(
                ErrorText.of("an aggregate function cannot stand here")
                        .cause("it takes all rows of a group, so it belongs in RETURN or WITH and not inside another")
                        .remedy("compute it in a WITH before"),
                place.position());
    }

    BoundExpression call(Expression.Function call, List<BoundExpression> arguments, Place place) {
        ScalarFunction function = scalarNamed(call.name());
        if (call.distinct()) {
            throw errors.syntax(
                    ErrorText.of("DISTINCT has no meaning in " + function.text())
                            .cause("only aggregate functions see several values"),
                    call.position());
        }
        int given = arguments.size();
        if (given < function.leastArguments() || given > function.mostArguments()) {
            throw errors.syntax(
                    ErrorText.of(function.text() + " takes " + count(function) + ", not " + given), call.position());
        }
        for (int i = 0; i < given; i++) {
            rules.require(function.argumentType(i), arguments.get(i), function.user());
        }
        return new BoundExpression.Call(function, arguments, typeOf(function, arguments), place);
    }

    private ValueType typeOf(ScalarFunction function, List<BoundExpression> arguments) {
        List<ValueType> types = arguments.stream().map(BoundExpression::type).toList();
        return switch (function) {
            case START_NODE -> endpoint(types.getFirst(), true);
            case END_NODE -> endpoint(types.getFirst(), false);
            default -> function.resultType(types);
        };
    }

    private ValueType endpoint(ValueType edge, boolean source) {
        List<NodeType> types = edge.edgeTypes().stream()
                .map(t -> source ? t.source() : t.destination())
                .distinct()
                .flatMap(name -> schema.nodeType(name).stream())
                .toList();
        return types.isEmpty() ? ValueType.of(Kind.NODE) : ValueType.node(types);
    }

    private ScalarFunction scalarNamed(Name name) {
        for (ScalarFunction function : ScalarFunction.values()) {
            if (function.text().equalsIgnoreCase(name.text())) {
                return function;
            }
        }
        ScalarFunction otherwiseNamed =
                ScalarFunction.OTHER_NAMES.get(name.text().toLowerCase(Locale.ROOT));
        if (otherwiseNamed != null) {
            return otherwiseNamed;
        }
        if (ScalarFunction.NOT_YET.contains(name.text().toLowerCase(Locale.ROOT))) {
            throw errors.unsupported("the function " + name.text(), name.position());
        }
        List<String> known = new ArrayList<>();
        for (ScalarFunction function : ScalarFunction.values()) {
            if (!function.isOfVectorSearch()) {
                known.add(function.text());
            }
        }
        for (AggregateFunction function : AggregateFunction.values()) {
            known.add(function.text());
        }
        String problem = "there is no function '" + name.text() + "'";
        throw ForeignFunctions.insteadOf(name.text())
                .map(other -> errors.error(
                        ErrorCode.UNKNOWN_NAME,
                        ErrorText.of(problem).remedy("use " + other).detail("name", name.text()),
                        name.position()))
                .orElseGet(() -> errors.unknown(problem, name.text(), known, name.position()));
    }

    private static String count(ScalarFunction function) {
        int least = function.leastArguments();
        int most = function.mostArguments();
        if (least == most) {
            return least == 1 ? "1 argument" : least + " arguments";
        }
        return most == Integer.MAX_VALUE
                ? "at least " + (least == 1 ? "1 argument" : least + " arguments")
                : least + " to " + most + " arguments";
    }
}
