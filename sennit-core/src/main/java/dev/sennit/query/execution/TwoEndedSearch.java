package dev.sennit.query.execution;

import dev.sennit.query.value.EdgeRef;
import dev.sennit.query.value.NodeRef;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Looks for a shortest walk between two nodes from both of them, a whole level at a time, where fewer nodes are at the
 * rim: two half as deep searches meet far fewer nodes than one. Used for one search.
 */
final class TwoEndedSearch {
    private static final long BYTES_PER_NODE = 200;

    private final MemoryBudget memory;
    private final Cancellation cancellation;
    private final UnaryOperator<List<EdgeSteps.Step>> allowed;
    private final Side here;
    private final Side there;

    /**
     * @param forward from the start
     * @param backward from the end, along the same edges
     * @param allowed of some steps those that the walk may take
     */
    TwoEndedSearch(
            NodeRef start,
            NodeRef end,
            EdgeSteps forward,
            EdgeSteps backward,
            UnaryOperator<List<EdgeSteps.Step>> allowed,
            MemoryBudget memory,
            Cancellation cancellation) {
        this.here = new Side(start, forward);
        this.there = new Side(end, backward);
        this.allowed = allowed;
        this.memory = memory.part();
        this.cancellation = cancellation;
    }

    /** How a node was reached; what a search began with was not. */
    private record Arrival(@Nullable EdgeRef edge, @Nullable NodeRef before) {}

    /** What one of the two searches has reached. */
    private static final class Side {
        private final EdgeSteps steps;
        private final Map<NodeRef, Arrival> reached = new LinkedHashMap<>();
        private List<NodeRef> rim;
        private int depth;

        Side(NodeRef begin, EdgeSteps steps) {
            this.steps = steps;
            this.rim = List.of(begin);
            reached.put(begin, new Arrival(null, null));
        }

        /** The edges between what the search began with and a node, from that node back. */
        List<EdgeRef> back(NodeRef node) {
            List<EdgeRef> edges = new ArrayList<>();
            NodeRef at = node;
            while (at != null) {
                Arrival arrival = reached.get(at);
                if (arrival == null || arrival.edge == null) {
                    break;
                }
                edges.add(arrival.edge);
                at = arrival.before;
            }
            return edges;
        }
    }

    /** The edges of a shortest walk in order; empty if there is none of at most so many edges. */
    Optional<List<EdgeRef>> find(int most) {
        try {
            Optional<NodeRef> middle = Optional.of(here.rim.getFirst()).filter(there.reached::containsKey);
            while (middle.isEmpty() && here.depth + there.depth < most && !here.rim.isEmpty() && !there.rim.isEmpty()) {
                cancellation.check();
                boolean first = here.rim.size() <= there.rim.size();
                middle = first ? widen(here, there) : widen(there, here);
            }
            return middle.map(this::walk);
        } finally {
            memory.releaseAll();
        }
    }

    /** Goes one level further on one side; gives a node that the other has reached too, which is then half-way. */
    private Optional<NodeRef> widen(Side side, Side other) {
        Function<NodeRef, List<EdgeSteps.Step>> steps = side.steps.fromEach(side.rim);
        List<NodeRef> next = new ArrayList<>();
        side.depth++;
        for (NodeRef node : side.rim) {
            List<EdgeSteps.Step> onward = steps.apply(node).stream()
                    .filter(step -> !side.reached.containsKey(step.node()))
                    .toList();
            for (EdgeSteps.Step step : allowed.apply(onward)) {
                if (side.reached.containsKey(step.node())) {
                    continue;
                }
                memory.reserve(BYTES_PER_NODE);
                side.reached.put(step.node(), new Arrival(step.edge(), node));
                if (other.reached.containsKey(step.node())) {
                    return Optional.of(step.node());
                }
                next.add(step.node());
            }
        }
        side.rim = next;
        return Optional.empty();
    }

    private List<EdgeRef> walk(NodeRef middle) {
        Deque<EdgeRef> edges = new ArrayDeque<>();
        here.back(middle).forEach(edges::push);
        there.back(middle).forEach(edges::add);
        return List.copyOf(edges);
    }
}
