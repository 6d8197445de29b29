package dev.sennit.testkit.history;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tarjan's algorithm, without recursion: histories are long. */
final class StrongComponents {
    private final Function<Transaction, List<Transaction>> successors;
    private final Map<Transaction, Visit> visited = new HashMap<>();
    private final Deque<Visit> path = new ArrayDeque<>();
    private final Deque<Visit> stack = new ArrayDeque<>();
    private final List<Set<Transaction>> components = new ArrayList<>();

    private static final class Visit {
        private final Transaction node;
        private final Iterator<Transaction> successors;
        private final int index;
        private int low;
        private boolean assigned;

        private Visit(Transaction node, Iterator<Transaction> successors, int index) {
            this.node = node;
            this.successors = successors;
            this.index = index;
            this.low = index;
        }
    }

    StrongComponents(Function<Transaction, List<Transaction>> successors) {
        this.successors = successors;
    }

    /** Components of more than one node. */
    List<Set<Transaction>> of(List<Transaction> nodes) {
        for (Transaction node : nodes) {
            if (!visited.containsKey(node)) {
                begin(node);
                while (!path.isEmpty()) {
                    advance(path.getFirst());
                }
            }
        }
        return components;
    }

    private void begin(Transaction node) {
        Visit visit = new Visit(node, successors.apply(node).iterator(), visited.size());
        visited.put(node, visit);
        path.push(visit);
        stack.push(visit);
    }

    private void advance(Visit visit) {
        if (visit.successors.hasNext()) {
            Transaction next = visit.successors.next();
            @Nullable Visit known = visited.get(next);
            if (known == null) {
                begin(next);
            } else if (!known.assigned) {
                visit.low = Math.min(visit.low, known.index);
            }
            return;
        }
        path.pop();
        if (!path.isEmpty()) {
            path.getFirst().low = Math.min(path.getFirst().low, visit.low);
        }
        if (visit.low == visit.index) {
            assign(visit);
        }
    }

    /** Everything on the stack down to the node is one component. */
    private void assign(Visit root) {
        Set<Transaction> component = new LinkedHashSet<>();
        Visit member;
        do {
            member = stack.pop();
            member.assigned = true;
            component.add(member.node);
        } while (member != root);
        if (component.size() > 1) {
            components.add(component);
        }
    }
}
