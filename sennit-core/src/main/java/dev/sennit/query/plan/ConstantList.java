package dev.sennit.query.plan;

import dev.sennit.query.analysis.BoundExpression;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lists whose elements are known before the query runs. */
final class ConstantList {
    private ConstantList() {}

    /** The elements, if the expression is a list and each of them is a constant; they may be null. */
    static Optional<List<?>> of(BoundExpression expression) {
        if (expression instanceof BoundExpression.Constant constant && constant.value() instanceof List<?> values) {
            return Optional.of(values);
        }
        if (!(expression instanceof BoundExpression.ListOf list)) {
            return Optional.empty();
        }
        List<@Nullable Object> values = new ArrayList<>();
        for (BoundExpression element : list.elements()) {
            if (!(element instanceof BoundExpression.Constant constant)) {
                return Optional.empty();
            }
            values.add(constant.value());
        }
        return Optional.of(values);
    }
}
