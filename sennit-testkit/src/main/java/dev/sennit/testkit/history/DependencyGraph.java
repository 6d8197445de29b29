package dev.sennit.testkit.history;

import dev.sennit.testkit.history.Dependency.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Transactions that took effect, and which come before which. */
final class DependencyGraph {
    private final Map<Transaction, Map<Transaction, Map<Kind, Dependency>>> edges = new LinkedHashMap<>();

    /** A step of a path. */
    record Step(Transaction from, Transaction to, Dependency why) {}

    /** A dependency of a transaction on itself says nothing. */
    void add(Transaction from, Transaction to, Dependency dependency) {
        edges.computeIfAbsent(from, node -> new LinkedHashMap<>());
        edges.computeIfAbsent(to, node -> new LinkedHashMap<>());
        if (!from.equals(to)) {
            edges.get(from)
                    .computeIfAbsent(to, node -> new EnumMap<>(Kind.class))
                    .putIfAbsent(dependency.kind(), dependency);
        }
    }

    /** All steps of one kind whose ends are both among these. */
    List<Step> steps(Kind kind, Set<Transaction> among) {
        List<Step> steps = new ArrayList<>();
        for (Transaction from : among) {
            edges.getOrDefault(from, Map.of()).forEach((to, kinds) -> {
                Dependency why = kinds.get(kind);
                if (why != null && among.contains(to)) {
                    steps.add(new Step(from, to, why));
                }
            });
        }
        return steps;
    }

    /** A shortest path over dependencies of these kinds; the first of them that holds is its reason. */
    Optional<List<Step>> path(Transaction from, Transaction to, List<Kind> kinds, Set<Transaction> among) {
        Map<Transaction, Step> reachedBy = new HashMap<>();
        Deque<Transaction> open = new ArrayDeque<>(List.of(from));
        while (!open.isEmpty()) {
            Transaction at = open.remove();
            for (Map.Entry<Transaction, Map<Kind, Dependency>> edge :
                    edges.getOrDefault(at, Map.of()).entrySet()) {
                Transaction next = edge.getKey();
                Optional<Dependency> why = first(edge.getValue(), kinds);
                if (why.isEmpty() || !among.contains(next) || reachedBy.containsKey(next) || next.equals(from)) {
                    continue;
                }
                Step step = new Step(at, next, why.get());
                if (next.equals(to)) {
                    return Optional.of(endingWith(step, from, reachedBy));
                }
                reachedBy.put(next, step);
                open.add(next);
            }
        }
        return Optional.empty();
    }

    private static List<Step> endingWith(Step last, Transaction from, Map<Transaction, Step> reachedBy) {
        List<Step> path = new ArrayList<>();
        for (@Nullable Step step = last; step != null; step = reachedBy.get(step.from())) {
            path.add(step);
        }
        Collections.reverse(path);
        if (!path.getFirst().from().equals(from)) {
            throw new IllegalStateException("a path that begins elsewhere");
        }
        return path;
    }

    private static Optional<Dependency> first(Map<Kind, Dependency> dependencies, List<Kind> kinds) {
        return kinds.stream()
                .filter(dependencies::containsKey)
                .map(dependencies::get)
                .findFirst();
    }

    /** The strongly connected components of more than one transaction, by dependencies of these kinds. */
    List<Set<Transaction>> components(List<Kind> kinds) {
        return new StrongComponents(node -> edges.getOrDefault(node, Map.of()).entrySet().stream()
                        .filter(edge -> first(edge.getValue(), kinds).isPresent())
                        .map(Map.Entry::getKey)
                        .toList())
                .of(List.copyOf(edges.keySet()));
    }
}
