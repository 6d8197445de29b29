package dev.sennit.query.analysis;

import dev.sennit.model.PropertyType;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Reads numbers a user wrote for DECIMAL properties by their digits: as floats they would be the nearest float, which is
 * seldom the number.
 */
final class DecimalLiterals {
    private final QueryErrors errors;

    DecimalLiterals(QueryErrors errors) {
        this.errors = errors;
    }

    /** The value with the decimals the user wrote where the type has decimals; otherwise the value itself. */
    BoundExpression in(PropertyType type, BoundExpression value) {
        return switch (type) {
            case PropertyType.Decimal ignored -> decimal(value);
            case PropertyType.ListOf list
            when value instanceof BoundExpression.ListOf literal -> {
                var elements = literal.elements().stream()
                        .map(element -> in(list.element(), element))
                        .toList();
                ValueType element = elements.stream().map(BoundExpression::type).reduce(ValueType.NULL, ValueType::or);
                yield new BoundExpression.ListOf(elements, ValueType.listOf(element), literal.place());
            }
            default -> value;
        };
    }

    private BoundExpression decimal(BoundExpression value) {
        boolean negated = value instanceof BoundExpression.Negation;
        BoundExpression written = value instanceof BoundExpression.Negation negation ? negation.operand() : value;
        if (written instanceof BoundExpression.Constant constant && constant.value() instanceof Double number) {
            BigDecimal exact = written(constant, number);
            if (exact != null) {
                return new BoundExpression.Constant(
                        negated ? exact.negate() : exact, ValueType.of(Kind.DECIMAL), value.place());
            }
        }
        return value;
    }

    /** Null if the float is no literal: the value of a parameter, say. */
    @Nullable
    private BigDecimal written(BoundExpression.Constant constant, double number) {
        try {
            BigDecimal exact = new BigDecimal(errors.textOf(constant));
            return exact.doubleValue() == number ? exact : null;
        } catch (NumberFormatException noLiteral) {
            return null;
        }
    }
}
