package dev.sennit.query.analysis;

import dev.sennit.model.ErrorText;
import dev.sennit.model.PropertyType;
import dev.sennit.model.SourcePosition;
import dev.sennit.model.Suggestion;
import dev.sennit.query.ast.Expression.ArithmeticOperator;
import dev.sennit.query.ast.Expression.ComparisonOperator;
import dev.sennit.query.ast.Expression.StringOperator;
import dev.sennit.query.ast.Name;
import dev.sennit.schema.ElementType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Refuses what has the wrong type for certain. What may be right is left to run time, where openCypher's rules give
 * null for values that do not compare.
 */
final class TypeRules {
    private final QueryErrors errors;
    private final DecimalLiterals decimals;

    TypeRules(QueryErrors errors) {
        this.errors = errors;
        this.decimals = new DecimalLiterals(errors);
    }

    void require(ValueType wanted, BoundExpression expression, String user) {
        ValueType type = expression.type();
        if (!type.isNull() && type.kinds().stream().noneMatch(wanted::mayBe)) {
            throw errors.mismatch(
                    ErrorText.of(user + " needs " + wanted.text() + ", but " + errors.textOf(expression) + " is "
                            + type.text()),
                    expression.place().position());
        }
    }

    /** Checks a comparison before it is made: values of these types must be able to be equal, or to have an order. */
    void comparable(ComparisonOperator operator, BoundExpression left, BoundExpression right, SourcePosition position) {
        boolean fits = !isDeclared(left) && !isDeclared(right)
                || (operator.isOrder()
                        ? left.type().isOrderedWith(right.type())
                        : left.type().isComparableTo(right.type()));
        if (!fits) {
            throw errors.mismatch(
                    cannotCompare(operator.text(), operator == ComparisonOperator.NE, left, right), position);
        }
        if (!operator.isOrder()) {
            symbolsOf(left, right);
            symbolsOf(right, left);
        }
    }

    /** A property that is no text matches no text; other values that are none do so quietly. */
    void text(BoundExpression expression, StringOperator operator) {
        if (isDeclared(expression)) {
            require(ValueType.STRING, expression, operator.text());
        }
    }

    /** Whether the schema says what the type is: only then is a comparison that is never true a mistake. */
    private static boolean isDeclared(BoundExpression expression) {
        if (!expression.type().elementTypes().isEmpty()
                && (expression.type().isOnly(Kind.NODE) || expression.type().isOnly(Kind.EDGE))) {
            return true;
        }
        return expression instanceof BoundExpression.PropertyOf property
                && !property.subject().type().elementTypes().isEmpty()
                && !property.subject().type().mayBe(Kind.MAP);
    }

    /**
     * Checks a value before it is stored: one of the types must have such a property, of a type that can hold it.
     *
     * @return the value to store, which is the given one but for literals the property's type reads otherwise
     */
    BoundExpression assignable(List<? extends ElementType> types, Name property, BoundExpression given) {
        List<PropertyType> declared = types.stream()
                .flatMap(t -> t.propertyType(property.text()).stream())
                .distinct()
                .toList();
        if (declared.isEmpty()) {
            List<String> known = types.stream()
                    .flatMap(t -> t.properties().stream())
                    .map(p -> p.name())
                    .distinct()
                    .toList();
            throw errors.unknown(
                    TypeNames.of(types) + (types.size() == 1 ? " has" : " have") + " no property '" + property.text()
                            + "'",
                    property.text(),
                    known,
                    property.position());
        }
        BoundExpression value = declared.size() == 1 ? decimals.in(declared.getFirst(), given) : given;
        if (declared.stream().noneMatch(type -> holds(type, value.type()))) {
            ErrorText problem = ErrorText.of("'" + property.text() + "' holds "
                    + declared.stream().map(PropertyType::text).collect(Collectors.joining(" or ")) + ", but "
                    + errors.textOf(value) + " is " + value.type().text());
            throw errors.mismatch(
                    writing(declared.getFirst(), value.type())
                            .map(problem::remedy)
                            .orElse(problem),
                    value.place().position());
        }
        if (declared.size() == 1
                && declared.getFirst() instanceof PropertyType.Enumeration enumeration
                && value instanceof BoundExpression.Constant constant
                && constant.value() instanceof String text
                && !enumeration.values().contains(text)) {
            ErrorText problem = ErrorText.of("'" + text + "' is not a value of '" + property.text() + "'")
                    .cause("its values are "
                            + enumeration.values().stream()
                                    .map(v -> "'" + v + "'")
                                    .collect(Collectors.joining(", ")));
            throw errors.mismatch(
                    Suggestion.didYouMean(text, enumeration.values())
                            .map(problem::remedy)
                            .orElse(problem),
                    value.place().position());
        }
        return value;
    }

    /** How values are written that have no literals of their own. */
    private static Optional<String> writing(PropertyType type, ValueType given) {
        return switch (type) {
            case PropertyType.Decimal ignored
            when given.isOnly(Kind.FLOAT) ->
                Optional.of("a float is not exact: write a literal such as 12.50, or a string such as '12.50'");
            case PropertyType.Decimal ignored -> Optional.of("write a number such as 12.50");
            case PropertyType.Scalar scalar
            when scalar == PropertyType.Scalar.BYTES ->
                Optional.of("bytes have no literal: pass them as a parameter from Java, or load them as base64");
            default -> Optional.empty();
        };
    }

    /** Whether a value of that type may be one that the property can hold, as far as is known. */
    private static boolean holds(PropertyType property, ValueType value) {
        if (value.isNull()) {
            return true;
        }
        ValueType stored = ValueType.of(property);
        if (value.isOnly(Kind.LIST) && property instanceof PropertyType.ListOf list) {
            return value.element().map(e -> holds(list.element(), e)).orElse(true);
        }
        return value.kinds().stream()
                .anyMatch(kind -> stored.mayBe(kind)
                        || kind == Kind.INTEGER && (stored.mayBe(Kind.FLOAT) || stored.mayBe(Kind.DECIMAL))
                        || kind == Kind.STRING && stored.mayBe(Kind.DECIMAL)
                        || kind == Kind.LIST && stored.mayBe(Kind.VECTOR));
    }

    /** @param constant what the comparison is for any values that are not null */
    private ErrorText cannotCompare(String operator, boolean constant, BoundExpression left, BoundExpression right) {
        if (left.type().isOnly(Kind.DURATION) && right.type().isOnly(Kind.DURATION)) {
            return ErrorText.of(errors.textOf(left) + " and " + errors.textOf(right) + " are DURATION, which '"
                            + operator + "' cannot compare")
                    .cause("durations have no order: a month may be shorter or longer than 30 days")
                    .remedy("compare a part, such as .months, .days or .seconds, or the times they lead to");
        }
        ErrorText text = ErrorText.of(errors.textOf(left) + " is " + left.type().text() + " and "
                + errors.textOf(right) + " is " + right.type().text() + ", so '" + operator
                + "' between them is " + (constant ? "true unless one is null" : "never true"));
        return conversion(left.type(), right)
                .or(() -> conversion(right.type(), left))
                .map(text::remedy)
                .orElse(text);
    }

    /** How the user may have meant a string that is compared with something else. */
    private static Optional<String> conversion(ValueType wanted, BoundExpression given) {
        if (!given.type().isOnly(Kind.STRING) || wanted.kinds().size() != 1) {
            return Optional.empty();
        }
        boolean literal = given instanceof BoundExpression.Constant;
        return switch (wanted.kinds().iterator().next()) {
            case DATE -> Optional.of("convert the string with date(...)");
            case LOCAL_DATETIME -> Optional.of("convert the string with localdatetime(...)");
            case ZONED_DATETIME -> Optional.of("convert the string with datetime(...)");
            case LOCAL_TIME -> Optional.of("convert the string with localtime(...)");
            case ZONED_TIME -> Optional.of("convert the string with time(...)");
            case DURATION -> Optional.of("convert the string with duration(...)");
            case INTEGER, FLOAT ->
                Optional.of(literal ? "write the number without quotes" : "write the value in quotes");
            case BOOLEAN -> Optional.of(literal ? "write true or false without quotes" : "write the value in quotes");
            default -> Optional.empty();
        };
    }

    void memberOf(BoundExpression element, BoundExpression list, SourcePosition position) {
        require(ValueType.of(Kind.LIST, Kind.VECTOR), list, "IN");
        List<BoundExpression> members = list instanceof BoundExpression.ListOf literal ? literal.elements() : List.of();
        List<BoundExpression> others = members.stream()
                .filter(m -> (isDeclared(element) || isDeclared(m))
                        && !element.type().isComparableTo(m.type()))
                .toList();
        if (!others.isEmpty() && others.size() == members.size()) {
            BoundExpression first = others.getFirst();
            throw errors.mismatch(
                    cannotCompare("IN", false, element, first), first.place().position());
        }
        members.forEach(member -> symbolsOf(element, member));
        if (members.isEmpty()
                && (isDeclared(element) || isDeclared(list))
                && list.type().element().isPresent()
                && !element.type().isComparableTo(list.type().element().get())) {
            throw errors.mismatch(
                    ErrorText.of(
                            errors.textOf(element) + " is " + element.type().text() + " and " + errors.textOf(list)
                                    + " is " + list.type().text() + ", so IN is never true"),
                    position);
        }
        if (list instanceof BoundExpression.Constant constant && constant.value() instanceof List<?> values) {
            values.stream().filter(String.class::isInstance).forEach(v -> symbol(element, (String) v, position));
        }
    }

    private void symbolsOf(BoundExpression enumeration, BoundExpression literal) {
        if (literal instanceof BoundExpression.Constant constant && constant.value() instanceof String text) {
            symbol(enumeration, text, literal.place().position());
        }
    }

    private void symbol(BoundExpression enumeration, String text, SourcePosition position) {
        enumeration.type().symbols().ifPresent(symbols -> {
            if (!symbols.contains(text)) {
                ErrorText problem = ErrorText.of("'" + text + "' is not a value of " + errors.textOf(enumeration))
                        .cause("its values are "
                                + symbols.stream().map(s -> "'" + s + "'").collect(Collectors.joining(", ")));
                throw errors.mismatch(
                        Suggestion.didYouMean(text, symbols)
                                .map(problem::remedy)
                                .orElse(problem),
                        position);
            }
        });
    }

    ValueType arithmetic(ArithmeticOperator operator, ValueType l, ValueType r, SourcePosition position) {
        if (operator == ArithmeticOperator.CONCATENATE) {
            return concatenation(l, r, position);
        }
        if (l.isNull() || r.isNull()) {
            return operator == ArithmeticOperator.ADD && (l.mayBe(Kind.LIST) || r.mayBe(Kind.LIST))
                    ? ValueType.ANY
                    : ValueType.NULL;
        }
        List<ValueType> possible = new ArrayList<>();
        if (mayBeNumber(l) && mayBeNumber(r)) {
            possible.add(numberType(operator, l, r));
        }
        temporal(operator, l, r, possible);
        if (operator == ArithmeticOperator.ADD) {
            if (l.mayBe(Kind.STRING) && canJoin(r) || r.mayBe(Kind.STRING) && canJoin(l)) {
                possible.add(ValueType.STRING);
            }
            if (l.mayBe(Kind.LIST) || r.mayBe(Kind.LIST)) {
                possible.add(ValueType.listOf(elementOf(l).or(elementOf(r))));
            }
        }
        if (possible.isEmpty()) {
            throw errors.mismatch(
                    ErrorText.of("'" + operator.text() + "' has no meaning between " + l.text() + " and " + r.text()),
                    position);
        }
        return possible.size() == 1 ? possible.getFirst() : ValueType.ANY;
    }

    /** Two strings or two lists; unlike {@code +} it makes no string of a number and no list of an element. */
    private ValueType concatenation(ValueType left, ValueType right, SourcePosition position) {
        if (left.isNull() || right.isNull()) {
            ValueType other = left.isNull() ? right : left;
            if (!other.isNull() && !other.mayBe(Kind.STRING) && !isSequence(other)) {
                throw cannotConcatenate(left, right, position);
            }
            return ValueType.NULL;
        }
        List<ValueType> possible = new ArrayList<>();
        if (left.mayBe(Kind.STRING) && right.mayBe(Kind.STRING)) {
            possible.add(ValueType.STRING);
        }
        if (isSequence(left) && isSequence(right)) {
            possible.add(ValueType.listOf(elementOf(left).or(elementOf(right))));
        }
        if (possible.isEmpty()) {
            throw cannotConcatenate(left, right, position);
        }
        return possible.size() == 1 ? possible.getFirst() : ValueType.of(Kind.STRING, Kind.LIST);
    }

    private static boolean isSequence(ValueType type) {
        return type.mayBe(Kind.LIST) || type.mayBe(Kind.VECTOR);
    }

    private RuntimeException cannotConcatenate(ValueType left, ValueType right, SourcePosition position) {
        ErrorText text =
                ErrorText.of("'||' joins two strings or two lists, not " + left.text() + " and " + right.text());
        boolean conditions = left.isOnly(Kind.BOOLEAN) && right.isOnly(Kind.BOOLEAN);
        boolean list = isSequence(left) || isSequence(right);
        return errors.mismatch(
                text.remedy(
                        conditions
                                ? "write OR"
                                : list ? "write [...] around a single element" : "make strings with toString(...)"),
                position);
    }

    private static void temporal(
            ArithmeticOperator operator, ValueType left, ValueType right, List<ValueType> possible) {
        ValueType duration = ValueType.of(Kind.DURATION);
        boolean leftDuration = left.mayBe(Kind.DURATION);
        boolean rightDuration = right.mayBe(Kind.DURATION);
        switch (operator) {
            case ADD, SUBTRACT -> {
                if (leftDuration && rightDuration) {
                    possible.add(duration);
                }
                temporalPart(left).filter(t -> rightDuration).ifPresent(possible::add);
                if (operator == ArithmeticOperator.ADD) {
                    temporalPart(right).filter(t -> leftDuration).ifPresent(possible::add);
                }
            }
            case MULTIPLY -> {
                if (leftDuration && mayBeNumber(right) || rightDuration && mayBeNumber(left)) {
                    possible.add(duration);
                }
            }
            case DIVIDE -> {
                if (leftDuration && mayBeNumber(right)) {
                    possible.add(duration);
                }
            }
            case MODULO, POWER, CONCATENATE -> {}
        }
    }

    /** What of the type is a point in time. */
    private static Optional<ValueType> temporalPart(ValueType type) {
        Kind[] kinds = type.kinds().stream().filter(ValueType.TEMPORAL::mayBe).toArray(Kind[]::new);
        return kinds.length == 0 ? Optional.empty() : Optional.of(ValueType.of(kinds));
    }

    private static boolean mayBeNumber(ValueType type) {
        return type.kinds().stream().anyMatch(Kind::isNumber);
    }

    private static boolean canJoin(ValueType type) {
        return mayBeNumber(type) || type.mayBe(Kind.STRING);
    }

    private static ValueType elementOf(ValueType type) {
        return type.isOnly(Kind.LIST)
                ? type.element().orElse(ValueType.ANY)
                : type.isOnly(Kind.VECTOR) ? ValueType.FLOAT : type;
    }

    private static ValueType numberType(ArithmeticOperator operator, ValueType left, ValueType right) {
        if (operator == ArithmeticOperator.POWER) {
            return ValueType.FLOAT;
        }
        if (left.isOnly(Kind.INTEGER) && right.isOnly(Kind.INTEGER)) {
            return ValueType.INTEGER;
        }
        if (left.isOnly(Kind.FLOAT) && right.isNumber() || right.isOnly(Kind.FLOAT) && left.isNumber()) {
            return ValueType.FLOAT;
        }
        return ValueType.NUMBER;
    }
}
