package dev.sennit.query.execution;

import dev.sennit.query.analysis.Variable;
import dev.sennit.query.ast.Pattern;
import dev.sennit.query.plan.Operator;
import dev.sennit.query.value.EdgeRef;
import dev.sennit.query.value.NodeRef;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Searches breadth first for the shortest walks from a node: to one node, or to all that can be reached. */
final class ShortestPathRows implements Rows {
    private final Rows input;
    private final Operator.VarExpand expand;
    private final EdgeSteps steps;
    private final EdgeSteps backward;
    private final WalkCheck check;
    private final Optional<TrailSearch> trails;
    private final MemoryBudget memory;
    private final Cancellation cancellation;
    private final int[] distinctFrom;
    private final boolean all;
    private Deque<@Nullable Object[]> ready = new ArrayDeque<>();
    private Deque<@Nullable Object[]> batch = new ArrayDeque<>();

    /** @param backward along the same edges as {@code steps}, from their other ends */
    ShortestPathRows(
            Rows input,
            Operator.VarExpand expand,
            EdgeSteps steps,
            EdgeSteps backward,
            WalkCheck check,
            MemoryBudget memory,
            Cancellation cancellation) {
        this.backward = backward;
        this.input = input;
        this.expand = expand;
        this.steps = steps;
        this.check = check;
        this.memory = memory;
        this.cancellation = cancellation;
        this.distinctFrom =
                expand.distinctFrom().stream().mapToInt(Variable::id).toArray();
        this.all = expand.length().shortest().equals(Optional.of(Pattern.Shortest.ALL));
        // The first walk to a node that is found may then not be the one that is sought.
        boolean others = check.looksAtWalks() || expand.length().least() > 1;
        this.trails = others
                ? Optional.of(new TrailSearch(expand, steps, check, distinctFrom, memory, cancellation))
                : Optional.empty();
    }

    /** How a node was reached first: at which depth, and by which last edges. */
    private static final class Reached {
        private final NodeRef node;
        private final int depth;
        private final List<Arrival> arrivals = new ArrayList<>(1);

        Reached(NodeRef node, int depth) {
            this.node = node;
            this.depth = depth;
        }
    }

    private record Arrival(EdgeRef edge, Reached before) {}

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        List<@Nullable Object[]> rows = new ArrayList<>();
        while (rows.size() < BATCH) {
            if (!ready.isEmpty()) {
                rows.add(ready.remove());
            } else if (!batch.isEmpty()) {
                ready = search(batch.remove());
            } else if (!rows.isEmpty()) {
                return rows;
            } else {
                cancellation.check();
                List<@Nullable Object[]> following = input.next();
                if (following == null) {
                    return null;
                }
                batch = new ArrayDeque<>(following);
            }
        }
        return rows;
    }

    private Deque<@Nullable Object[]> search(@Nullable Object[] row) {
        Deque<@Nullable Object[]> found = new ArrayDeque<>();
        if (!(row[expand.from().id()] instanceof NodeRef start) || !check.admits(start, row)) {
            return found;
        }
        if (trails.isPresent()) {
            return trails.get().search(row, start);
        }
        int most = check.most(row, expand.length().most());
        Object target = row[expand.to().id()];
        if (expand.into() && !all) {
            if (target instanceof NodeRef end && check.admits(end, row)) {
                between(start, end, most, row).ifPresent(found::add);
            }
            return found;
        }
        Map<NodeRef, Reached> reached = new LinkedHashMap<>();
        Deque<Reached> frontier = new ArrayDeque<>();
        Reached first = new Reached(start, 0);
        reached.put(start, first);
        frontier.add(first);
        long bytes = 0;
        int depthOfTarget = expand.into() && start.equals(target) ? 0 : Integer.MAX_VALUE;
        while (!frontier.isEmpty()) {
            Reached current = frontier.remove();
            if (current.depth >= most || current.depth >= depthOfTarget) {
                break;
            }
            cancellation.check();
            for (EdgeSteps.Step step : admitted(steps.from(current.node), row)) {
                Reached known = reached.get(step.node());
                if (known == null) {
                    memory.reserve(200);
                    bytes += 200;
                    known = new Reached(step.node(), current.depth + 1);
                    reached.put(step.node(), known);
                    frontier.add(known);
                    if (expand.into() && step.node().equals(target)) {
                        depthOfTarget = known.depth;
                    }
                }
                if (known.depth == current.depth + 1 && (all || known.arrivals.isEmpty())) {
                    known.arrivals.add(new Arrival(step.edge(), current));
                }
            }
        }
        for (Reached end : reached.values()) {
            if (end.depth >= expand.length().least() && (!expand.into() || end.node.equals(target))) {
                paths(end, new ArrayDeque<>(), row, end.node, found);
            }
        }
        memory.release(bytes);
        return found;
    }

    /** The steps that a walk may take. */
    private List<EdgeSteps.Step> admitted(List<EdgeSteps.Step> possible, @Nullable Object[] row) {
        check.load(possible);
        return possible.stream()
                .filter(step -> !TakenEdges.contain(step.edge(), row, distinctFrom) && check.admits(step, row))
                .toList();
    }

    private Optional<@Nullable Object[]> between(NodeRef start, NodeRef end, int most, @Nullable Object[] row) {
        return new TwoEndedSearch(
                        start, end, steps, backward, possible -> admitted(possible, row), memory, cancellation)
                .find(most)
                .filter(edges -> edges.size() >= expand.length().least())
                .map(edges -> {
                    @Nullable Object[] expanded = row.clone();
                    expanded[expand.edges().id()] = expand.backward() ? edges.reversed() : edges;
                    return expanded;
                });
    }

    /** Goes back from the end; the number of edges bounds the depth of the recursion only where paths are that long. */
    private void paths(
            Reached at, Deque<EdgeRef> after, @Nullable Object[] row, NodeRef end, Deque<@Nullable Object[]> found) {
        Reached current = at;
        int taken = 0;
        while (current.arrivals.size() == 1) {
            Arrival arrival = current.arrivals.getFirst();
            after.push(arrival.edge);
            taken++;
            current = arrival.before;
        }
        if (current.arrivals.isEmpty()) {
            List<EdgeRef> edges = new ArrayList<>(after);
            @Nullable Object[] expanded = row.clone();
            expanded[expand.edges().id()] = expand.backward() ? edges.reversed() : edges;
            if (!expand.into()) {
                expanded[expand.to().id()] = end;
            }
            found.add(expanded);
        } else {
            for (Arrival arrival : current.arrivals) {
                after.push(arrival.edge);
                paths(arrival.before, after, row, end, found);
                after.pop();
            }
        }
        for (; taken > 0; taken--) {
            after.pop();
        }
    }

    @Override
    public void close() {
        input.close();
    }
}
