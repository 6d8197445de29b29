package dev.sennit.query.execution;

import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.BoundQuery;
import dev.sennit.query.plan.WalkRules;
import dev.sennit.query.value.Blame;
import dev.sennit.query.value.ElementLayout;
import dev.sennit.query.value.ElementRef;
import dev.sennit.query.value.NodeRef;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decides while a walk is sought whether it may go along a node or an edge, and whether it is one that is sought. */
final class WalkCheck {
    private final List<Each> nodes;
    private final List<Each> edges;
    private final List<Evaluator> most;
    private final List<Condition> walks;
    private final int[] pathSlots;
    private final List<Evaluator> paths;
    private final boolean readsNodes;
    private final boolean readsEdges;

    private record Condition(Evaluator evaluator, Blame blame) {
        @Nullable
        Boolean of(@Nullable Object[] row) {
            return ConditionCompiler.condition(evaluator.evaluate(row), blame);
        }
    }

    /** @param slot of the variable that stands for each element */
    private record Each(int slot, Condition condition, boolean value) {
        boolean admits(ElementRef element, @Nullable Object[] row) {
            row[slot] = element;
            Boolean actual = condition.of(row);
            return actual != null && actual == value;
        }
    }

    WalkCheck(WalkRules rules, ExpressionCompiler expressions) {
        this.nodes = rules.nodes().stream().map(r -> each(r, expressions)).toList();
        this.edges = rules.edges().stream().map(r -> each(r, expressions)).toList();
        this.most = expressions.all(rules.most());
        this.walks = rules.walks().stream().map(w -> condition(w, expressions)).toList();
        this.pathSlots = rules.paths().stream().mapToInt(p -> p.variable().id()).toArray();
        this.paths = expressions.all(
                rules.paths().stream().map(BoundQuery.Binding::expression).toList());
        this.readsNodes = rules.nodes().stream().anyMatch(WalkRules.Rule::readsElement);
        this.readsEdges = rules.edges().stream().anyMatch(WalkRules.Rule::readsElement);
    }

    private static Each each(WalkRules.Rule rule, ExpressionCompiler expressions) {
        return new Each(rule.element().id(), condition(rule.condition(), expressions), rule.value());
    }

    private static Condition condition(BoundExpression expression, ExpressionCompiler expressions) {
        return new Condition(expressions.compile(expression), expressions.blame(expression.place()));
    }

    /** Whether there are conditions on walks as a whole, so that a walk may be the shortest that is not the first found. */
    boolean looksAtWalks() {
        return !walks.isEmpty();
    }

    boolean admits(NodeRef node, @Nullable Object[] row) {
        for (Each each : nodes) {
            if (!each.admits(node, row)) {
                return false;
            }
        }
        return true;
    }

    /** Whether a walk may go on along a step; {@link #load} has been called with it. */
    boolean admits(EdgeSteps.Step step, @Nullable Object[] row) {
        for (Each each : edges) {
            if (!each.admits(step.edge(), row)) {
                return false;
            }
        }
        return admits(step.node(), row);
    }

    /** Whether a walk, which the row holds, fulfils the conditions on it as a whole. */
    boolean admits(@Nullable Object[] row) {
        for (int i = 0; i < pathSlots.length; i++) {
            row[pathSlots[i]] = paths.get(i).evaluate(row);
        }
        for (Condition walk : walks) {
            if (!Boolean.TRUE.equals(walk.of(row))) {
                return false;
            }
        }
        return true;
    }

    /** How many edges a walk may have. */
    int most(@Nullable Object[] row, int otherwise) {
        long fewest = otherwise;
        for (Evaluator bound : most) {
            switch (bound.evaluate(row)) {
                case Long number -> fewest = Math.min(fewest, Math.max(0, number));
                case Double number -> fewest = Math.min(fewest, Math.max(0, (long) Math.floor(number)));
                case null, default -> {}
            }
        }
        return (int) fewest;
    }

    /** Reads what the conditions need of steps, all together. */
    void load(List<EdgeSteps.Step> steps) {
        if (!readsNodes && !readsEdges) {
            return;
        }
        Map<ElementLayout, List<ElementRef>> missing = new LinkedHashMap<>();
        for (EdgeSteps.Step step : steps) {
            if (readsNodes) {
                collect(step.node(), missing);
            }
            if (readsEdges) {
                collect(step.edge(), missing);
            }
        }
        missing.forEach(ElementLayout::load);
    }

    private static void collect(ElementRef element, Map<ElementLayout, List<ElementRef>> missing) {
        if (!element.isLoaded() && !element.isDeleted()) {
            missing.computeIfAbsent(element.layout(), l -> new ArrayList<>()).add(element);
        }
    }
}
