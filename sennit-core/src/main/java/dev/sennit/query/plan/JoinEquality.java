package dev.sennit.query.plan;

import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.Variable;
import dev.sennit.query.ast.Expression.ComparisonOperator;
import java.util.Optional;
import java.util.Set;

/** A condition that two expressions are equal, both of which use variables. */
record JoinEquality(BoundExpression condition, Operator.JoinKey key, Set<Variable> left, Set<Variable> right) {
    static Optional<JoinEquality> of(BoundExpression condition) {
        if (!(condition instanceof BoundExpression.Comparison comparison)
                || comparison.operator() != ComparisonOperator.EQ) {
            return Optional.empty();
        }
        Set<Variable> left = FreeVariables.of(comparison.left());
        Set<Variable> right = FreeVariables.of(comparison.right());
        return left.isEmpty() || right.isEmpty()
                ? Optional.empty()
                : Optional.of(new JoinEquality(
                        condition, new Operator.JoinKey(comparison.left(), comparison.right()), left, right));
    }

    /** The same, its left side of some variables and its right side of others, if that is so. */
    Optional<JoinEquality> between(Set<Variable> some, Set<Variable> others) {
        if (some.containsAll(left) && others.containsAll(right)) {
            return Optional.of(this);
        }
        return some.containsAll(right) && others.containsAll(left)
                ? Optional.of(new JoinEquality(condition, key.turned(), /* left= */ right, /* right= */ left))
                : Optional.empty();
    }
}
