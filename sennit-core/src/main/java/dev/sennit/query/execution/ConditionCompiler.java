package dev.sennit.query.execution;

import dev.sennit.model.ErrorCode;
import dev.sennit.model.ErrorText;
import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.ast.Expression.ComparisonOperator;
import dev.sennit.query.value.Blame;
import dev.sennit.query.value.Equality;
import dev.sennit.query.value.ValueOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turns comparisons, and what joins conditions, into code. Conditions have three values; null is the third. */
final class ConditionCompiler {
    private final ExpressionCompiler expressions;

    ConditionCompiler(ExpressionCompiler expressions) {
        this.expressions = expressions;
    }

    /** A value where a condition stands. */
    @Nullable
    static Boolean condition(@Nullable Object value, Blame blame) {
        if (value == null || value instanceof Boolean) {
            return (Boolean) value;
        }
        throw blame.error(
                ErrorCode.TYPE_MISMATCH,
                ErrorText.of("a condition needs BOOLEAN, but the value is " + KindNames.of(value)));
    }

    Evaluator comparison(BoundExpression.Comparison comparison) {
        Evaluator left = expressions.compile(comparison.left());
        Evaluator right = expressions.compile(comparison.right());
        ComparisonOperator operator = comparison.operator();
        return switch (operator) {
            case EQ -> row -> Equality.test(left.evaluate(row), right.evaluate(row));
            case NE ->
                row -> {
                    Boolean equal = Equality.test(left.evaluate(row), right.evaluate(row));
                    return equal == null ? null : !equal;
                };
            case LT, LE, GT, GE -> row -> order(operator, left.evaluate(row), right.evaluate(row));
        };
    }

    /** NaN is neither less nor greater than any number; values of different kinds do not compare. */
    @Nullable
    private static Boolean order(ComparisonOperator operator, @Nullable Object left, @Nullable Object right) {
        Integer order = ValueOrder.comparison(left, right);
        if (order == null) {
            boolean numbers = left instanceof Number && right instanceof Number;
            return numbers ? Boolean.FALSE : null;
        }
        return switch (operator) {
            case LT -> order < 0;
            case LE -> order <= 0;
            case GT -> order > 0;
            case GE -> order >= 0;
            case EQ -> order == 0;
            case NE -> order != 0;
        };
    }

    Evaluator not(BoundExpression.Not not) {
        Evaluator operand = expressions.compile(not.operand());
        Blame blame = expressions.blame(not.place());
        return row -> {
            Boolean value = condition(operand.evaluate(row), blame);
            return value == null ? null : !value;
        };
    }

    Evaluator xor(BoundExpression.Xor xor) {
        Evaluator left = expressions.compile(xor.left());
        Evaluator right = expressions.compile(xor.right());
        Blame blame = expressions.blame(xor.place());
        return row -> {
            Boolean a = condition(left.evaluate(row), blame);
            Boolean b = condition(right.evaluate(row), blame);
            return a == null || b == null ? null : a ^ b;
        };
    }

    /** @param decisive the value of one operand that decides the whole: false for AND, true for OR */
    Evaluator junction(List<BoundExpression> operands, boolean decisive, Blame blame) {
        List<Evaluator> evaluators = expressions.all(operands);
        return row -> {
            boolean open = false;
            for (Evaluator evaluator : evaluators) {
                Boolean value = condition(evaluator.evaluate(row), blame);
                if (value == null) {
                    open = true;
                } else if (value == decisive) {
                    return decisive;
                }
            }
            return open ? null : !decisive;
        };
    }
}
