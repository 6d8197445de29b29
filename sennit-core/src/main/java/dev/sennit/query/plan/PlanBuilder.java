package dev.sennit.query.plan;

import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.Variable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A plan while it grows: its topmost operator, and what rows hold there. */
final class PlanBuilder {
    private Operator root;
    private double rows;
    private final Set<Variable> bound;
    private final Set<Variable> loaded;

    private PlanBuilder(Operator root, double rows, Set<Variable> bound, Set<Variable> loaded) {
        this.root = root;
        this.rows = rows;
        this.bound = new LinkedHashSet<>(bound);
        this.loaded = new LinkedHashSet<>(loaded);
    }

    static PlanBuilder start() {
        return new PlanBuilder(new Operator.Unit(), 1, Set.of(), Set.of());
    }

    PlanBuilder copy() {
        return new PlanBuilder(root, rows, bound, loaded);
    }

    Operator root() {
        return root;
    }

    double rows() {
        return rows;
    }

    Set<Variable> bound() {
        return bound;
    }

    boolean isBound(Variable variable) {
        return bound.contains(variable);
    }

    boolean isStart() {
        return root instanceof Operator.Unit;
    }

    void set(Operator operator, double newRows) {
        root = operator;
        rows = newRows;
    }

    void bind(Variable variable) {
        bound.add(variable);
    }

    void markLoaded(Variable variable) {
        loaded.add(variable);
    }

    /** Makes sure that the elements are read before the next operator. */
    void fetch(Collection<Variable> elements) {
        List<Variable> missing = new ArrayList<>();
        for (Variable element : elements) {
            if (bound.contains(element) && loaded.add(element)) {
                missing.add(element);
            }
        }
        if (!missing.isEmpty()) {
            root = new Operator.Fetch(root, missing);
        }
    }

    /** Makes sure that whatever the expressions read is read before the next operator. */
    void fetchFor(Collection<BoundExpression> expressions) {
        Set<Variable> elements = new LinkedHashSet<>();
        expressions.forEach(e -> elements.addAll(PropertyUse.elements(e)));
        fetch(elements);
    }

    void filter(List<BoundExpression> predicates, double selectivity) {
        if (!predicates.isEmpty()) {
            fetchFor(predicates);
            set(new Operator.Filter(root, predicates), rows * selectivity);
        }
    }

    /** After a projection only these variables exist. */
    void keepOnly(Collection<Variable> variables) {
        bound.clear();
        bound.addAll(variables);
        loaded.retainAll(bound);
    }

    /** Takes over what another plan binds. */
    void addAll(PlanBuilder other) {
        bound.addAll(other.bound);
        loaded.addAll(other.loaded);
    }
}
