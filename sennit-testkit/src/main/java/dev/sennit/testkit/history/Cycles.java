package dev.sennit.testkit.history;

import dev.sennit.testkit.history.Dependency.Kind;
import dev.sennit.testkit.history.DependencyGraph.Step;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Circles of dependencies, each classified by the weakest level of isolation that forbids it. Of each set of
 * transactions that depend on each other, one shortest circle of each class is told.
 */
final class Cycles {
    private final DependencyGraph graph;
    private final boolean inTime;
    private final List<Anomaly> anomalies = new ArrayList<>();

    private Cycles(DependencyGraph graph, boolean inTime) {
        this.graph = graph;
        this.inTime = inTime;
    }

    /**
     * The circles of a graph.
     *
     * @param inTime whether to find those that need the order in time, too
     */
    static List<Anomaly> find(DependencyGraph graph, boolean inTime) {
        List<Anomaly> anomalies = new ArrayList<>(new Cycles(graph, false).find());
        if (inTime) {
            anomalies.addAll(new Cycles(graph, true).find());
        }
        return anomalies;
    }

    private List<Anomaly> find() {
        List<Kind> writes = kinds(Kind.WRITE_WRITE);
        List<Kind> information = kinds(Kind.WRITE_WRITE, Kind.WRITE_READ);
        List<Kind> all = kinds(Kind.WRITE_WRITE, Kind.WRITE_READ, Kind.READ_WRITE);
        for (Set<Transaction> component : graph.components(writes)) {
            add(Anomaly.Kind.DIRTY_WRITE, shortest(component, Kind.WRITE_WRITE, writes));
        }
        for (Set<Transaction> component : graph.components(information)) {
            add(Anomaly.Kind.CIRCULAR_INFORMATION_FLOW, shortest(component, Kind.WRITE_READ, information));
        }
        for (Set<Transaction> component : graph.components(all)) {
            add(Anomaly.Kind.READ_SKEW, shortest(component, Kind.READ_WRITE, information));
            add(Anomaly.Kind.WRITE_SKEW, writeSkew(component, information, all));
        }
        return anomalies;
    }

    private List<Kind> kinds(Kind... kinds) {
        List<Kind> allowed = new ArrayList<>(List.of(kinds));
        if (inTime) {
            allowed.add(Kind.TIME);
        }
        return allowed;
    }

    /** A shortest circle of a step of the first kind and a way back over the others. */
    private Optional<List<Step>> shortest(Set<Transaction> component, Kind first, List<Kind> back) {
        return graph.steps(first, component).stream()
                .map(step -> circle(step, back, component))
                .flatMap(Optional::stream)
                .filter(this::isNews)
                .min(Comparator.comparingInt(List::size));
    }

    /** A shortest circle that several reads of replaced versions are needed for. */
    private Optional<List<Step>> writeSkew(Set<Transaction> component, List<Kind> information, List<Kind> all) {
        return graph.steps(Kind.READ_WRITE, component).stream()
                .filter(step -> circle(step, information, component).isEmpty())
                .map(step -> circle(step, all, component))
                .flatMap(Optional::stream)
                .filter(this::isNews)
                .min(Comparator.comparingInt(List::size));
    }

    private Optional<List<Step>> circle(Step step, List<Kind> back, Set<Transaction> component) {
        return graph.path(step.to(), step.from(), back, component).map(path -> {
            List<Step> circle = new ArrayList<>(List.of(step));
            circle.addAll(path);
            return circle;
        });
    }

    /** Circles that need no order in time are found without it. */
    private boolean isNews(List<Step> circle) {
        return circle.stream().anyMatch(step -> step.why().kind() == Kind.TIME) == inTime;
    }

    private void add(Anomaly.Kind kind, Optional<List<Step>> found) {
        found.ifPresent(circle -> anomalies.add(new Anomaly(
                kind,
                inTime,
                "each of these must come before the next, and the last before the first:\n"
                        + circle.stream()
                                .map(step -> "  " + step.from() + "\n    before "
                                        + step.to().id() + ": " + step.why().reason() + "\n")
                                .collect(Collectors.joining()),
                circle.stream().map(Step::from).toList())));
    }
}
