package dev.sennit.query.plan;

import dev.sennit.query.analysis.BoundExpression;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** Tells a scan how many rows are enough, where nothing between it and a LIMIT drops rows or needs all of them. */
final class LimitPushdown {
    private final long rows;
    private final Map<Operator, Double> estimates;

    private LimitPushdown(long rows, Map<Operator, Double> estimates) {
        this.rows = rows;
        this.estimates = estimates;
    }

    /**
     * @param estimates of the operators by identity, to which those of the new ones are added
     * @param skip how many rows are skipped before the limit
     */
    static Operator apply(
            Operator operator, Optional<BoundExpression> skip, BoundExpression limit, Map<Operator, Double> estimates) {
        OptionalLong skipped = skip.map(LimitPushdown::constant).orElse(OptionalLong.of(0));
        OptionalLong taken = constant(limit);
        boolean known = skipped.isPresent()
                && taken.isPresent()
                && skipped.getAsLong() >= 0
                && taken.getAsLong() >= 0
                && taken.getAsLong() <= Long.MAX_VALUE - skipped.getAsLong();
        return known ? new LimitPushdown(taken.getAsLong() + skipped.getAsLong(), estimates).push(operator) : operator;
    }

    private static OptionalLong constant(BoundExpression expression) {
        return expression instanceof BoundExpression.Constant constant && constant.value() instanceof Long number
                ? OptionalLong.of(number)
                : OptionalLong.empty();
    }

    private Operator push(Operator operator) {
        Operator pushed = switch (operator) {
            case Operator.Skip skip -> new Operator.Skip(push(skip.input()), skip.count());
            case Operator.Project project -> new Operator.Project(push(project.input()), project.bindings());
            case Operator.Fetch fetch -> new Operator.Fetch(push(fetch.input()), fetch.elements());
            case Operator.NodeScan scan ->
                new Operator.NodeScan(
                        scan.node(), scan.tables(), scan.load(), scan.estimatedRows(), OptionalLong.of(rows));
            // Of an edge that must be a loop, there may be none among the first.
            case Operator.EdgeScan scan
            when !scan.from().equals(scan.to()) ->
                new Operator.EdgeScan(
                        scan.edge(),
                        scan.from(),
                        scan.to(),
                        scan.tables(),
                        scan.load(),
                        scan.estimatedRows(),
                        OptionalLong.of(rows));
            default -> operator;
        };
        Double estimate = estimates.get(operator);
        if (estimate != null && !estimates.containsKey(pushed)) {
            estimates.put(pushed, Math.min(estimate, (double) rows));
        }
        return pushed;
    }
}
