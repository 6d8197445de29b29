package dev.sennit.query.plan;

import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.Variable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A plan while it grows: its topmost operator, and what rows hold there. */
final class PlanBuilder {
    /** Beyond this it does not matter how many rows there are, and computing with them stays finite. */
    private static final double MOST = 1e100;

    private Operator root;
    private double rows;
    private final Set<Variable> bound;
    private final Set<Variable> loaded;
    private final Set<Variable> outside;
    private final Map<Operator, Double> estimates;

    private PlanBuilder(
            Operator root,
            double rows,
            Set<Variable> bound,
            Set<Variable> loaded,
            Set<Variable> outside,
            Map<Operator, Double> estimates) {
        this.root = root;
        this.rows = rows;
        this.outside = Set.copyOf(outside);
        this.estimates = estimates;
        this.bound = new LinkedHashSet<>(bound);
        this.loaded = new LinkedHashSet<>(loaded);
    }

    static PlanBuilder start() {
        return new PlanBuilder(new Operator.Unit(), 1, Set.of(), Set.of(), Set.of(), new IdentityHashMap<>());
    }

    /**
     * The start of a plan within the plan, for one row of that.
     *
     * @param outside variables of the row, which stay bound throughout
     */
    PlanBuilder within(Set<Variable> outside, Set<Variable> loaded) {
        return new PlanBuilder(new Operator.Argument(), 1, outside, loaded, outside, estimates);
    }

    /** The start of a plan beside this one. */
    PlanBuilder beside() {
        return new PlanBuilder(new Operator.Unit(), 1, Set.of(), Set.of(), Set.of(), estimates);
    }

    /** How many rows are expected of every operator that was ever part of the plan, by identity. */
    Map<Operator, Double> estimates() {
        return estimates;
    }

    PlanBuilder copy() {
        return new PlanBuilder(root, rows, bound, loaded, outside, estimates);
    }

    /** Goes on where another plan that began as a copy of this one is. */
    void become(PlanBuilder other) {
        root = other.root;
        rows = other.rows;
        bound.clear();
        bound.addAll(other.bound);
        loaded.clear();
        loaded.addAll(other.loaded);
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

    Set<Variable> loaded() {
        return loaded;
    }

    boolean isBound(Variable variable) {
        return bound.contains(variable);
    }

    boolean isStart() {
        return root instanceof Operator.Unit;
    }

    void set(Operator operator, double newRows) {
        root = operator;
        rows = Math.min(newRows, MOST);
        estimates.put(operator, rows);
    }

    void bind(Variable variable) {
        bound.add(variable);
    }

    void markLoaded(Variable variable) {
        loaded.add(variable);
    }

    /** After the graph has changed, what was read before is not what it is now. */
    void forgetLoaded() {
        loaded.clear();
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
        bound.addAll(outside);
        loaded.retainAll(bound);
    }

    /** Takes over what another plan binds. */
    void addAll(PlanBuilder other) {
        bound.addAll(other.bound);
        loaded.addAll(other.loaded);
    }
}
