package dev.sennit.testkit.history;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Set;

/** Dependencies from the order in time, only as many as the others follow from. */
final class TimeOrder {
    private TimeOrder() {}

    /** Adds: what was acknowledged before another transaction began comes before it. */
    static void addTo(DependencyGraph graph, Set<Transaction> transactions) {
        List<Transaction> byBegin = transactions.stream()
                .sorted(Comparator.comparingLong(Transaction::invoked))
                .toList();
        PriorityQueue<Transaction> running = new PriorityQueue<>(
                Comparator.comparingLong(found -> found.completed().orElseThrow()));
        // Ended, and not before the beginning of another that has ended, too.
        Set<Transaction> latest = new LinkedHashSet<>();
        for (Transaction begins : byBegin) {
            while (!running.isEmpty() && running.peek().completed().orElseThrow() < begins.invoked()) {
                Transaction ended = running.remove();
                latest.removeIf(earlier -> earlier.completed().orElseThrow() < ended.invoked());
                latest.add(ended);
            }
            for (Transaction ended : latest) {
                graph.add(
                        ended,
                        begins,
                        new Dependency(Dependency.Kind.TIME, "it was acknowledged before " + begins.id() + " began"));
            }
            if (begins.isOk() && begins.completed().isPresent()) {
                running.add(begins);
            }
        }
    }
}
