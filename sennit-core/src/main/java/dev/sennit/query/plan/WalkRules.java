package dev.sennit.query.plan;

import dev.sennit.query.analysis.BoundExpression;
import dev.sennit.query.analysis.BoundQuery;
import dev.sennit.query.analysis.Variable;
import java.util.List;
import java.util.stream.Stream;

/**
 * Conditions on what a walk of several edges goes along, which are decided while it is sought.
 *
 * @param nodes each of its nodes, the first and the last too, fulfils these
 * @param edges each of its edges fulfils these
 * @param paths what those conditions call the walk that are about it as a whole
 * @param walks it fulfils these as a whole: the shortest walk is the shortest of those that do
 * @param most it has no more edges than each of these says
 */
public record WalkRules(
        List<Rule> nodes,
        List<Rule> edges,
        List<BoundQuery.Binding> paths,
        List<BoundExpression> walks,
        List<BoundExpression> most) {

    public WalkRules {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
        paths = List.copyOf(paths);
        walks = List.copyOf(walks);
        most = List.copyOf(most);
    }

    /**
     * @param element stands for each node or edge in turn
     * @param value what the condition must be; null is neither
     */
    public record Rule(Variable element, BoundExpression condition, boolean value) {
        /** Whether properties of the element are read to decide it. */
        public boolean readsElement() {
            return PropertyUse.elements(condition).contains(element);
        }
    }

    Stream<BoundExpression> expressions() {
        return Stream.of(
                        nodes.stream().map(Rule::condition),
                        edges.stream().map(Rule::condition),
                        walks.stream(),
                        most.stream())
                .flatMap(s -> s);
    }
}
