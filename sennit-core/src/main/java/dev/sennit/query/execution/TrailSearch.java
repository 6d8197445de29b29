package dev.sennit.query.execution;

import dev.sennit.query.ast.Pattern;
import dev.sennit.query.plan.Operator;
import dev.sennit.query.value.EdgeRef;
import dev.sennit.query.value.NodeRef;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Searches for the shortest of the walks that fulfil a condition as a whole: tries all of them, none of which takes an edge
 * twice, the shorter ones first, until there is one to each node. That may be many: the memory they need is bounded.
 */
final class TrailSearch {
    private static final int BYTES = 80;

    private final Operator.VarExpand expand;
    private final EdgeSteps steps;
    private final WalkCheck check;
    private final int[] distinctFrom;
    private final MemoryBudget memory;
    private final Cancellation cancellation;
    private final boolean all;

    /** @param distinctFrom slots of edges that a walk must not take */
    TrailSearch(
            Operator.VarExpand expand,
            EdgeSteps steps,
            WalkCheck check,
            int[] distinctFrom,
            MemoryBudget memory,
            Cancellation cancellation) {
        this.expand = expand;
        this.steps = steps;
        this.check = check;
        this.distinctFrom = distinctFrom;
        this.memory = memory;
        this.cancellation = cancellation;
        this.all = expand.length().shortest().equals(Optional.of(Pattern.Shortest.ALL));
    }

    /** A walk by its last edge. */
    private record Trail(
            NodeRef node, @Nullable EdgeRef last, @Nullable Trail before) {
        boolean has(EdgeRef edge) {
            for (Trail at = this; at != null; at = at.before) {
                if (edge.equals(at.last)) {
                    return true;
                }
            }
            return false;
        }

        List<EdgeRef> edges() {
            Deque<EdgeRef> edges = new ArrayDeque<>();
            for (Trail at = this; at != null; at = at.before) {
                if (at.last != null) {
                    edges.push(at.last);
                }
            }
            return new ArrayList<>(edges);
        }
    }

    /** The row with each of the shortest walks from its node, a node that it may go along. */
    Deque<@Nullable Object[]> search(@Nullable Object[] row, NodeRef start) {
        Deque<@Nullable Object[]> found = new ArrayDeque<>();
        int most = check.most(row, expand.length().most());
        Set<NodeRef> wanted = wanted(row, start, most);
        Trail none = new Trail(start, null, null);
        if (wanted.remove(start) && expand.length().least() == 0) {
            offer(none, row, found);
        }
        long bytes = 0;
        List<Trail> trails = List.of(none);
        for (int length = 1; length <= most && !trails.isEmpty() && !wanted.isEmpty(); length++) {
            Set<NodeRef> reached = new LinkedHashSet<>();
            List<Trail> longer = new ArrayList<>();
            for (Trail trail : trails) {
                for (EdgeSteps.Step step : steps(trail.node, row)) {
                    if (trail.has(step.edge())) {
                        continue;
                    }
                    memory.reserve(BYTES);
                    bytes += BYTES;
                    Trail next = new Trail(step.node(), step.edge(), trail);
                    longer.add(next);
                    boolean counts = length >= expand.length().least()
                            && wanted.contains(step.node())
                            && (all || !reached.contains(step.node()));
                    if (counts && offer(next, row, found)) {
                        reached.add(step.node());
                    }
                }
            }
            wanted.removeAll(reached);
            trails = longer;
        }
        memory.release(bytes);
        return found;
    }

    /** The nodes to which walks are sought: those that any leads to. */
    private Set<NodeRef> wanted(@Nullable Object[] row, NodeRef start, int most) {
        Set<NodeRef> reached = new LinkedHashSet<>(Set.of(start));
        Set<NodeRef> frontier = Set.of(start);
        Object target = row[expand.to().id()];
        for (int length = 1; length <= most && !frontier.isEmpty(); length++) {
            if (expand.into() && reached.contains(target)) {
                break;
            }
            Set<NodeRef> next = new LinkedHashSet<>();
            for (NodeRef node : frontier) {
                for (EdgeSteps.Step step : steps(node, row)) {
                    if (reached.add(step.node())) {
                        next.add(step.node());
                    }
                }
            }
            frontier = next;
        }
        if (expand.into()) {
            reached.removeIf(node -> !node.equals(target));
        }
        return reached;
    }

    private List<EdgeSteps.Step> steps(NodeRef node, @Nullable Object[] row) {
        cancellation.check();
        List<EdgeSteps.Step> possible = steps.from(node);
        check.load(possible);
        return possible.stream()
                .filter(step -> !TakenEdges.contain(step.edge(), row, distinctFrom) && check.admits(step, row))
                .toList();
    }

    private boolean offer(Trail trail, @Nullable Object[] row, Deque<@Nullable Object[]> found) {
        @Nullable Object[] candidate = row.clone();
        List<EdgeRef> edges = trail.edges();
        candidate[expand.edges().id()] = expand.backward() ? edges.reversed() : edges;
        if (!expand.into()) {
            candidate[expand.to().id()] = trail.node;
        }
        boolean admitted = check.admits(candidate);
        if (admitted) {
            found.add(candidate);
        }
        return admitted;
    }
}
