package dev.sennit.query.plan;

import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.Variable;
import java.util.LinkedHashSet;
import java.util.Set;

/** The variables an expression needs from the row. */
public final class FreeVariables {
    private FreeVariables() {}

    public static Set<Variable> of(BoundExpression expression) {
        Set<Variable> free = new LinkedHashSet<>();
        Set<Variable> inner = new LinkedHashSet<>();
        expression.all().forEach(e -> {
            switch (e) {
                case BoundExpression.Reference reference -> free.add(reference.variable());
                case BoundExpression.PathOf path -> {
                    free.addAll(path.nodes());
                    free.addAll(path.edges());
                }
                case BoundExpression.Subquery subquery -> free.addAll(subquery.free());
                case BoundExpression.Comprehension comprehension -> inner.add(comprehension.variable());
                case BoundExpression.Quantified quantified -> inner.add(quantified.variable());
                case BoundExpression.Reduction reduction -> {
                    inner.add(reduction.accumulator());
                    inner.add(reduction.variable());
                }
                default -> {}
            }
        });
        free.removeAll(inner);
        return free;
    }
}
