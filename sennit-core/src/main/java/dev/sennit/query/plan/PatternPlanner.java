package dev.sennit.query.plan;

import dev.sennit.model.ErrorText;
import dev.sennit.model.UnsupportedException;
import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.BoundQuery;
import dev.sennit.query.analysis.PatternGraph;
import dev.sennit.query.analysis.PatternGraph.PatternEdge;
import dev.sennit.query.analysis.PatternGraph.PatternNode;
import dev.sennit.query.analysis.Variable;
import dev.sennit.schema.NodeType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Plans one MATCH. Each connected part of the pattern starts where the fewest rows are expected and grows by the edge
 * that adds the fewest; parts that share no variable are joined by what must be equal in both, or multiplied.
 */
final class PatternPlanner {
    private static final int MAX_ESTIMATED_LENGTH = 4;

    /** What it costs to scan past a row, compared with making one. */
    private static final double SCANNED = 0.2;

    /** In a join each row finds about so many others at most. */
    private static final double JOINED = 10;

    /** A walk of hundreds of edges may begin at any of them; so many beginnings are thought through to the end. */
    private static final int MAX_STARTS = 40;

    private final Estimates estimates;
    private final PatternGraph pattern;
    private final PatternHops hops;
    private final List<BoundQuery.Binding> paths;
    private final Set<Variable> neededLater;
    private final PlanningStop stop;

    /** Predicates not yet applied. */
    private final List<BoundExpression> open;

    /** Those that say that something of some variables equals something of others. */
    private final List<JoinEquality> equalities;

    /** Edges of this pattern already bound, which further edges must differ from. */
    private final List<PatternEdge> placed = new ArrayList<>();

    /** @param neededLater elements later steps read */
    PatternPlanner(BoundQuery.Match match, Estimates estimates, Set<Variable> neededLater, PlanningStop stop) {
        this.stop = stop;
        this.pattern = match.pattern();
        this.hops = new PatternHops(pattern);
        this.paths = match.paths();
        this.estimates = estimates;
        this.neededLater = neededLater;
        this.open = new ArrayList<>(match.predicates());
        this.equalities = match.predicates().stream()
                .flatMap(c -> JoinEquality.of(c).stream())
                .toList();
    }

    /** Adds the pattern to the plan. */
    void plan(PlanBuilder builder) {
        pattern.nodes().stream().filter(PatternNode::bound).forEach(n -> narrow(n, builder));
        applyOpen(builder);
        List<PatternComponent> missing = new ArrayList<>(PatternComponent.of(pattern));
        while (!missing.isEmpty()) {
            stop.check();
            PatternComponent component = next(missing, builder);
            missing.remove(component);
            seek(component, builder);
            if (isAttached(component, builder)) {
                requireFinite(grow(component, builder));
            } else {
                join(component, builder);
            }
            applyOpen(builder);
        }
    }

    /**
     * First what shares a variable with what is there, then what must equal something of it, then the rest; shortest paths
     * last, since their conditions are decided while they are sought.
     */
    private PatternComponent next(List<PatternComponent> missing, PlanBuilder builder) {
        List<PatternComponent> others =
                missing.stream().filter(c -> !c.hasShortest()).toList();
        List<PatternComponent> possible = others.isEmpty() ? missing : others;
        return possible.stream()
                .filter(c -> isAttached(c, builder))
                .findFirst()
                .or(() -> possible.stream()
                        .filter(c -> !joinKeys(builder, c.variables()).isEmpty())
                        .findFirst())
                .orElse(possible.getFirst());
    }

    private static void requireFinite(double cost) {
        if (Double.isInfinite(cost)) {
            throw new UnsupportedException(
                    ErrorText.of("a condition on a shortest path uses what is matched only after the path")
                            .cause("it decides which path is the shortest, so it is looked at during the search")
                            .remedy("match the rest in a MATCH before")
                            .detail("construct", "a condition on a shortest path"));
        }
    }

    private static boolean isAttached(PatternComponent component, PlanBuilder builder) {
        return component.variables().stream().anyMatch(builder::isBound);
    }

    /** Applies what is left of the predicates, once the pattern's paths are bound too. */
    void applyRest(PlanBuilder builder) {
        applyOpen(builder);
        if (!open.isEmpty()) {
            throw new IllegalStateException(
                    "a predicate uses what is never bound: " + ExpressionText.of(open.getFirst()));
        }
    }

    /** Finds a node of the component by its key, if what is bound already says what that is. */
    private void seek(PatternComponent component, PlanBuilder builder) {
        if (isAttached(component, builder) || builder.bound().isEmpty()) {
            return;
        }
        for (Variable node : component.nodes()) {
            List<Operator.SeekTable> tables = new ArrayList<>();
            Set<BoundExpression> used = new LinkedHashSet<>(open);
            for (NodeType type : pattern.node(node).types()) {
                Optional<KeyLookup.Sought> sought = KeyLookup.seek(node, type, open, builder.bound());
                sought.ifPresent(s -> {
                    tables.add(new Operator.SeekTable(type, s.key()));
                    used.retainAll(s.used());
                });
            }
            boolean ofRow = tables.stream()
                    .flatMap(t -> t.key().stream())
                    .anyMatch(k -> !FreeVariables.of(k).isEmpty());
            if (ofRow && tables.size() == pattern.node(node).types().size()) {
                open.removeAll(used);
                boolean load = isNeeded(node);
                tables.forEach(t -> builder.fetchFor(t.key()));
                builder.set(new Operator.NodeSeek(builder.root(), node, tables, load), Math.max(builder.rows(), 0.5));
                bind(node, load, builder);
                applyOpen(builder);
                return;
            }
        }
    }

    /** Types this clause rules out for a node bound before. */
    private void narrow(PatternNode node, PlanBuilder builder) {
        builder.set(new Operator.TypeFilter(builder.root(), node.variable(), node.types()), builder.rows());
    }

    /** A way to go on, with what is left to do then. */
    private record Candidate(PlanBuilder builder, double cost, List<BoundExpression> open, List<PatternEdge> placed) {}

    private Candidate candidate(PlanBuilder builder, double cost) {
        return new Candidate(builder, cost, List.copyOf(open), List.copyOf(placed));
    }

    /**
     * Adds a part that shares no variable with what is there: the whole of it, or, if one of its nodes must equal something
     * in what is there, that node first, from which the rest then grows.
     */
    private void join(PatternComponent component, PlanBuilder builder) {
        List<BoundExpression> openBefore = List.copyOf(open);
        List<PatternEdge> placedBefore = List.copyOf(placed);
        Candidate part = best(component, builder.beside());
        PlanBuilder joined = builder.copy();
        multiply(joined, part.builder, placedBefore);
        Candidate best = candidate(joined, part.cost + joined.rows());
        for (Variable node : component.edges().isEmpty() ? Set.<Variable>of() : component.nodes()) {
            reset(openBefore, placedBefore);
            if (!joinKeys(builder, Set.of(node)).isEmpty()) {
                PlanBuilder scan = builder.beside();
                scanNode(pattern.node(node), scan);
                PlanBuilder grown = builder.copy();
                multiply(grown, scan, placedBefore);
                // Of what is scanned, only what is joined goes on.
                double cost = estimates.nodes(pattern.node(node).types()) * SCANNED + grown.rows();
                applyOpen(grown);
                cost += grow(component, grown);
                best = cost < best.cost ? candidate(grown, cost) : best;
            }
        }
        requireFinite(best.cost);
        reset(best.open, best.placed);
        builder.become(best.builder);
    }

    /** Tries every node and every edge as the start and keeps the plan that touches the fewest rows. */
    private Candidate best(PatternComponent component, PlanBuilder empty) {
        List<BoundExpression> openBefore = List.copyOf(open);
        List<PatternEdge> placedBefore = List.copyOf(placed);
        Candidate best = null;
        List<Start> starts = new ArrayList<>();
        component.nodes().forEach(n -> starts.add(new Start(Optional.of(n), Optional.empty())));
        component.edges().stream()
                .filter(e -> e.length().isEmpty())
                .forEach(e -> starts.add(new Start(Optional.empty(), Optional.of(e))));
        for (Start start : promising(starts, empty)) {
            stop.check();
            reset(openBefore, placedBefore);
            PlanBuilder candidate = empty.copy();
            double cost = scan(start, candidate);
            applyOpen(candidate);
            cost += grow(component, candidate);
            if (best == null || cost < best.cost) {
                best = candidate(candidate, cost);
            }
        }
        if (best == null) {
            throw new IllegalStateException("a part of a pattern has at least one node");
        }
        reset(best.open, best.placed);
        return best;
    }

    /** Of very many starts only those that read the fewest rows. */
    private List<Start> promising(List<Start> starts, PlanBuilder empty) {
        if (starts.size() <= MAX_STARTS) {
            return starts;
        }
        List<BoundExpression> openBefore = List.copyOf(open);
        List<PatternEdge> placedBefore = List.copyOf(placed);
        Map<Start, Double> costs = new LinkedHashMap<>();
        for (Start start : starts) {
            reset(openBefore, placedBefore);
            costs.put(start, scan(start, empty.copy()));
        }
        reset(openBefore, placedBefore);
        return costs.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .limit(MAX_STARTS)
                .map(Map.Entry::getKey)
                .toList();
    }

    private record Start(Optional<Variable> node, Optional<PatternEdge> edge) {}

    /** @return the expected cost */
    private double scan(Start start, PlanBuilder builder) {
        return start.node
                .map(n -> scanNode(pattern.node(n), builder))
                .orElseGet(() -> scanEdge(start.edge.orElseThrow(), builder));
    }

    private void reset(List<BoundExpression> newOpen, List<PatternEdge> newPlaced) {
        open.clear();
        open.addAll(newOpen);
        placed.clear();
        placed.addAll(newPlaced);
    }

    /** @return the expected cost */
    private double scanNode(PatternNode node, PlanBuilder builder) {
        List<BoundExpression> own = conditionsOn(Set.of(node.variable()));
        ElementFilter<Operator.NodeTable> filter = ElementFilter.ofNode(node.variable(), node.types(), own);
        double rows = estimates.scan(filter.tables(), own);
        double read = filter.tables().stream().allMatch(t -> t.ids().isPresent())
                ? rows
                : estimates.nodes(filter.tables().stream()
                                .map(Operator.NodeTable::type)
                                .toList())
                        * SCANNED;
        own.forEach(c -> removeOpen(c, filter.residual()));
        boolean load = isNeeded(node.variable());
        builder.set(
                new Operator.NodeScan(node.variable(), filter.tables(), load, rows, OptionalLong.empty()),
                Math.max(rows, 0.5));
        bind(node.variable(), load, builder);
        return read + rows;
    }

    private double scanEdge(PatternEdge edge, PlanBuilder builder) {
        List<BoundExpression> own = conditionsOn(Set.of(edge.variable()));
        List<BoundExpression> residual = new ArrayList<>();
        List<Operator.EdgeTable> tables = new ArrayList<>();
        double all = 0;
        for (var type : edge.types()) {
            boolean forward = hops.from(edge.from(), edge).contains(new Operator.Hop(type, true));
            boolean backward = hops.from(edge.from(), edge).contains(new Operator.Hop(type, false));
            var filter = ElementFilter.ofEdge(edge.variable(), type, own);
            filter.tables().forEach(pushed -> tables.add(new Operator.EdgeTable(type, pushed, forward, backward)));
            filter.residual().stream().filter(c -> !residual.contains(c)).forEach(residual::add);
            all += estimates.edges(List.of(new Operator.Hop(type, true))) * (forward && backward ? 2 : 1);
        }
        own.forEach(c -> removeOpen(c, residual));
        double rows = all * estimates.selectivity(own) * (edge.from().equals(edge.to()) ? 0.01 : 1);
        boolean load = isNeeded(edge.variable());
        builder.set(
                new Operator.EdgeScan(
                        edge.variable(), edge.from(), edge.to(), tables, load, rows, OptionalLong.empty()),
                Math.max(rows, 0.5));
        bind(edge.variable(), load, builder);
        builder.bind(edge.from());
        builder.bind(edge.to());
        placed.add(edge);
        return all * 0.3 + rows;
    }

    private void removeOpen(BoundExpression condition, List<BoundExpression> residual) {
        if (!residual.contains(condition)) {
            open.remove(condition);
        }
    }

    private void bind(Variable variable, boolean load, PlanBuilder builder) {
        builder.bind(variable);
        if (load) {
            builder.markLoaded(variable);
        }
    }

    /** Whether a condition that is still open, or a later step, reads the element's properties. */
    private boolean isNeeded(Variable variable) {
        return neededLater.contains(variable)
                || open.stream().anyMatch(c -> PropertyUse.elements(c).contains(variable));
    }

    /**
     * Adds the edges of the component that are missing, the cheapest first.
     *
     * @return the expected cost; infinite if not all can be added
     */
    private double grow(PatternComponent component, PlanBuilder builder) {
        List<PatternEdge> missing = new ArrayList<>(component.edges());
        missing.removeAll(placed);
        double cost = 0;
        while (!missing.isEmpty()) {
            stop.check();
            PatternEdge next = null;
            double fewest = Double.POSITIVE_INFINITY;
            for (PatternEdge edge : missing) {
                double possible = rowsAfter(edge, builder);
                double rows = Double.isInfinite(possible) ? possible : possible * selectivityAfter(edge, builder);
                if (rows < fewest) {
                    next = edge;
                    fewest = rows;
                }
            }
            if (next == null) {
                // What is missing leads on from a shortest path, or is one that must wait for what is missing.
                return Double.POSITIVE_INFINITY;
            }
            double added = rowsAfter(next, builder);
            cost += builder.rows() + added;
            add(next, builder, added);
            missing.remove(next);
            applyOpen(builder);
            cost += builder.rows();
        }
        return cost;
    }

    /** Expected rows once the edge is added, infinite if it cannot be added yet. */
    private double rowsAfter(PatternEdge edge, PlanBuilder builder) {
        boolean from = builder.isBound(edge.from());
        boolean to = builder.isBound(edge.to());
        if (edge.bound()) {
            return builder.rows();
        }
        if (!from && !to || edge.isShortest() && walkConditions(edge, builder).isEmpty()) {
            return Double.POSITIVE_INFINITY;
        }
        if (edge.length().isPresent()) {
            return rowsAfterSeveral(edge, edge.length().get(), builder, from && to);
        }
        Variable near = from ? edge.from() : edge.to();
        List<Operator.Hop> possible = hops.from(near, edge);
        List<NodeType> nearTypes = pattern.node(near).types();
        double degree = estimates.edges(possible) / Math.max(1, estimates.nodes(nearTypes));
        double rows = builder.rows() * degree;
        if (from && to) {
            return rows
                    / Math.max(1, estimates.nodes(pattern.node(edge.other(near)).types()));
        }
        return rows;
    }

    private Optional<WalkConditions.Found> walkConditions(PatternEdge edge, PlanBuilder builder) {
        return WalkConditions.of(edge, open, paths, builder.bound());
    }

    /** Walks multiply with each edge; beyond a few it only matters that they are many. */
    private double rowsAfterSeveral(
            PatternEdge edge, PatternGraph.Length length, PlanBuilder builder, boolean bothBound) {
        if (length.shortest().isPresent()) {
            return builder.rows()
                    * (bothBound ? 1 : estimates.nodes(pattern.node(edge.to()).types()));
        }
        Variable near = builder.isBound(edge.from()) ? edge.from() : edge.to();
        double walks = estimates.walks(
                hops.from(near, edge),
                pattern.node(near).types(),
                pattern.node(edge.other(near)).types(),
                Math.min(length.most(), MAX_ESTIMATED_LENGTH));
        return builder.rows() * (bothBound ? Math.max(1, walks * 0.01) : walks);
    }

    /** The part of those rows that the conditions decidable by then will leave. */
    private double selectivityAfter(PatternEdge edge, PlanBuilder builder) {
        Set<Variable> after = new LinkedHashSet<>(builder.bound());
        after.addAll(List.of(edge.variable(), edge.from(), edge.to()));
        return estimates.selectivity(
                open.stream().filter(c -> after.containsAll(variables(c))).toList());
    }

    private void add(PatternEdge edge, PlanBuilder builder, double rows) {
        List<Variable> distinctFrom = distinctFrom(edge);
        if (edge.bound()) {
            builder.set(
                    new Operator.EdgeEnds(
                            builder.root(),
                            edge.variable(),
                            edge.from(),
                            builder.isBound(edge.from()),
                            edge.to(),
                            builder.isBound(edge.to()),
                            hops.from(edge.from(), edge),
                            distinctFrom),
                    builder.rows());
        } else if (edge.length().isPresent()) {
            Variable near = builder.isBound(edge.from()) ? edge.from() : edge.to();
            Variable far = edge.other(near);
            WalkConditions.Found conditions = walkConditions(edge, builder).orElseThrow();
            open.removeAll(conditions.decided());
            builder.fetchFor(conditions.rules().expressions().toList());
            builder.set(
                    new Operator.VarExpand(
                            builder.root(),
                            near,
                            edge.variable(),
                            far,
                            hops.from(near, edge),
                            edge.length().get(),
                            builder.isBound(far),
                            distinctFrom,
                            conditions.rules(),
                            edge.isBackwardFrom(near),
                            rows),
                    Math.max(rows, 0.5));
            if (!builder.isBound(far)) {
                builder.bind(far);
                narrow(pattern.node(far), builder);
            }
        } else {
            Variable near = builder.isBound(edge.from()) ? edge.from() : edge.to();
            Variable far = edge.other(near);
            builder.set(
                    new Operator.Expand(
                            builder.root(),
                            near,
                            edge.variable(),
                            far,
                            hops.from(near, edge),
                            builder.isBound(far),
                            distinctFrom,
                            rows),
                    Math.max(rows, 0.5));
        }
        builder.bind(edge.variable());
        builder.bind(edge.from());
        builder.bind(edge.to());
        placed.add(edge);
    }

    private List<Variable> distinctFrom(PatternEdge edge) {
        return placed.stream()
                .filter(other -> mayBeEqual(other, edge))
                .map(PatternEdge::variable)
                .toList();
    }

    private static boolean mayBeEqual(PatternEdge left, PatternEdge right) {
        return left.types().stream().anyMatch(right.types()::contains);
    }

    /** Each row of what is there with each of the part's, or with those that equal it where they must. */
    private void multiply(PlanBuilder builder, PlanBuilder part, List<PatternEdge> before) {
        if (builder.isStart()) {
            builder.set(part.root(), part.rows());
            builder.addAll(part);
            return;
        }
        List<PatternEdge> added =
                placed.stream().filter(e -> !before.contains(e)).toList();
        List<Operator.EdgePair> pairs = new ArrayList<>();
        for (PatternEdge left : before) {
            for (PatternEdge right : added) {
                if (mayBeEqual(left, right)) {
                    pairs.add(new Operator.EdgePair(left.variable(), right.variable()));
                }
            }
        }
        List<JoinEquality> equal = joinKeys(builder, part.bound());
        if (equal.isEmpty()) {
            builder.set(
                    new Operator.CartesianProduct(builder.root(), part.root(), List.copyOf(part.bound()), pairs),
                    builder.rows() * part.rows());
        } else {
            List<Operator.JoinKey> keys = equal.stream().map(JoinEquality::key).toList();
            List<BoundExpression> conditions =
                    equal.stream().map(JoinEquality::condition).toList();
            open.removeAll(conditions);
            builder.fetchFor(keys.stream().map(Operator.JoinKey::left).toList());
            part.fetchFor(keys.stream().map(Operator.JoinKey::right).toList());
            builder.set(
                    new Operator.HashJoin(
                            builder.root(),
                            part.root(),
                            List.copyOf(part.bound()),
                            pairs,
                            keys,
                            JoinProbe.of(part.root(), keys)),
                    builder.rows() * Math.min(JOINED, part.rows() * estimates.selectivity(conditions)));
        }
        builder.addAll(part);
    }

    /** What of what is there must equal something of these variables. */
    private List<JoinEquality> joinKeys(PlanBuilder builder, Set<Variable> variables) {
        return builder.isStart() || equalities.isEmpty()
                ? List.of()
                : equalities.stream()
                        .flatMap(e -> e.between(builder.bound(), variables).stream())
                        .filter(e -> open.contains(e.condition()))
                        .toList();
    }

    private List<BoundExpression> conditionsOn(Set<Variable> variables) {
        return open.stream().filter(c -> variables(c).equals(variables)).toList();
    }

    /** Applies the predicates whose variables are all bound by now. */
    private void applyOpen(PlanBuilder builder) {
        List<BoundExpression> ready = open.stream()
                .filter(c -> builder.bound().containsAll(variables(c)))
                .toList();
        open.removeAll(ready);
        builder.filter(ready, estimates.selectivity(ready));
    }

    private static Set<Variable> variables(BoundExpression condition) {
        return FreeVariables.of(condition);
    }
}
