package dev.sennit.query.plan;

import dev.sennit.query.analysis.BoundExpression;
import java.util.List;
import java.util.Optional;

/** Finds out whether the right side of a join can be asked for rows with certain values only. */
final class JoinProbe {
    private JoinProbe() {}

    /**
     * @param right begins with a scan
     * @param keys of the join
     */
    static Optional<Operator.Probe> of(Operator right, List<Operator.JoinKey> keys) {
        Operator first = right;
        while (first.inputs().size() == 1) {
            first = first.inputs().getFirst();
        }
        if (!(first instanceof Operator.NodeScan scan)) {
            return Optional.empty();
        }
        for (int i = 0; i < keys.size(); i++) {
            if (keys.get(i).right() instanceof BoundExpression.PropertyOf property
                    && property.subject() instanceof BoundExpression.Reference node
                    && node.variable().equals(scan.node())
                    && scan.tables().stream().allMatch(t -> isExact(t, property.key()))) {
                return Optional.of(new Operator.Probe(i, scan.node(), property.key()));
            }
        }
        return Optional.empty();
    }

    private static boolean isExact(Operator.NodeTable table, String property) {
        return table.type().propertyType(property).filter(KeyLookup::isExact).isPresent();
    }
}
