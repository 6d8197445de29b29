package dev.sennit.query.analysis;

import dev.sennit.model.ErrorText;
import dev.sennit.model.SourcePosition;
import dev.sennit.model.Suggestion;
import dev.sennit.query.ast.Expression.ArithmeticOperator;
import dev.sennit.query.ast.Expression.ComparisonOperator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Refuses what has the wrong type for certain. What may be right is left to run time, where openCypher's rules give
 * null for values that do not compare.
 */
final class TypeRules {
    private final QueryErrors errors;

    TypeRules(QueryErrors errors) {
        this.errors = errors;
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
        boolean fits = operator.isOrder()
                ? left.type().isOrderedWith(right.type())
                : left.type().isComparableTo(right.type());
        if (!fits) {
            throw errors.mismatch(cannotCompare(operator.text(), left, right), position);
        }
        if (!operator.isOrder()) {
            symbolsOf(left, right);
            symbolsOf(right, left);
        }
    }

    private ErrorText cannotCompare(String operator, BoundExpression left, BoundExpression right) {
        ErrorText text = ErrorText.of(errors.textOf(left) + " is " + left.type().text() + " and "
                + errors.textOf(right) + " is " + right.type().text() + ", so '" + operator
                + "' between them is never true");
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
        for (BoundExpression member : members) {
            if (!element.type().isComparableTo(member.type())) {
                throw errors.mismatch(
                        cannotCompare("IN", element, member), member.place().position());
            }
            symbolsOf(element, member);
        }
        if (members.isEmpty()
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

    ValueType arithmetic(
            ArithmeticOperator operator, BoundExpression left, BoundExpression right, SourcePosition position) {
        ValueType l = left.type();
        ValueType r = right.type();
        if (l.isNull() || r.isNull()) {
            return ValueType.NULL;
        }
        boolean numbers = mayBeNumber(l) && mayBeNumber(r);
        if (operator == ArithmeticOperator.ADD) {
            boolean text = l.mayBe(Kind.STRING) && canJoin(r) || r.mayBe(Kind.STRING) && canJoin(l);
            boolean list = l.mayBe(Kind.LIST) || r.mayBe(Kind.LIST);
            if (!numbers && !text && !list) {
                throw noOperator(operator, left, right, position);
            }
            if (list && !numbers && !text) {
                return ValueType.listOf(elementOf(l).or(elementOf(r)));
            }
            if (list || numbers && text) {
                return ValueType.ANY;
            }
            return text ? ValueType.STRING : numberType(operator, l, r);
        }
        if (!numbers) {
            throw noOperator(operator, left, right, position);
        }
        return numberType(operator, l, r);
    }

    private RuntimeException noOperator(
            ArithmeticOperator operator, BoundExpression left, BoundExpression right, SourcePosition position) {
        if (isTemporal(left.type()) || isTemporal(right.type())) {
            return errors.unsupported("arithmetic with temporal values", position);
        }
        return errors.mismatch(
                ErrorText.of("'" + operator.text() + "' has no meaning between "
                        + left.type().text() + " and " + right.type().text()),
                position);
    }

    private static boolean isTemporal(ValueType type) {
        return type.kinds().stream().anyMatch(k -> switch (k) {
            case DATE, LOCAL_TIME, ZONED_TIME, LOCAL_DATETIME, ZONED_DATETIME, DURATION -> true;
            default -> false;
        });
    }

    private static boolean mayBeNumber(ValueType type) {
        return type.kinds().stream().anyMatch(Kind::isNumber);
    }

    private static boolean canJoin(ValueType type) {
        return mayBeNumber(type) || type.mayBe(Kind.STRING);
    }

    private static ValueType elementOf(ValueType type) {
        return type.isOnly(Kind.LIST) ? type.element().orElse(ValueType.ANY) : type;
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
