package dev.sennit.query.execution;

import dev.sennit.query.analysis.Variable;
import dev.sennit.query.plan.Operator;
import dev.sennit.query.value.EdgeRef;
import dev.sennit.query.value.NodeRef;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Tells each row how many edges are at its node, and drops it if there are none. */
final class CountEdgesRows implements Rows {
    private final Rows input;
    private final Operator.CountEdges count;
    private final Cancellation cancellation;
    private final List<Arm> arms;

    /** An arm, and where its edges are found: for each hop what finds them, and what has found those of the batch. */
    private static final class Arm {
        private final Operator.Arm arm;
        private final List<EdgeLookup> lookups;
        private final int[] distinctFrom;
        private List<Function<String, Neighbours>> edges = List.of();

        Arm(Operator.Arm arm, List<EdgeLookup> lookups) {
            this.arm = arm;
            this.lookups = lookups;
            this.distinctFrom =
                    arm.distinctFrom().stream().mapToInt(Variable::id).toArray();
        }
    }

    CountEdgesRows(
            Rows input,
            Operator.CountEdges count,
            Function<Operator.Hop, EdgeLookup> lookup,
            Cancellation cancellation) {
        this.input = input;
        this.count = count;
        this.cancellation = cancellation;
        this.arms = count.arms().stream()
                .map(arm -> new Arm(arm, arm.hops().stream().map(lookup).toList()))
                .toList();
    }

    @Override
    @Nullable
    public List<@Nullable Object[]> next() {
        while (true) {
            cancellation.check();
            List<@Nullable Object[]> rows = input.next();
            if (rows == null) {
                return null;
            }
            arms.forEach(arm -> find(arm, rows));
            rows.removeIf(row -> !counted(row));
            if (!rows.isEmpty()) {
                return rows;
            }
        }
    }

    private void find(Arm arm, List<@Nullable Object[]> rows) {
        List<Function<String, Neighbours>> found = new ArrayList<>();
        for (EdgeLookup lookup : arm.lookups) {
            found.add(lookup.at(() -> {
                Set<String> ids = new LinkedHashSet<>();
                for (@Nullable Object[] row : rows) {
                    if (row[count.from().id()] instanceof NodeRef node && isNear(node, lookup.hop())) {
                        ids.add(node.id());
                    }
                }
                return ids;
            }));
        }
        arm.edges = found;
    }

    private boolean counted(@Nullable Object[] row) {
        if (!(row[count.from().id()] instanceof NodeRef node)) {
            return false;
        }
        long rows = 1;
        for (Arm arm : arms) {
            rows *= edges(arm, node) - taken(arm, node, row);
        }
        if (count.different()) {
            rows -= edgesOfBoth(node);
        }
        row[count.rows().id()] = rows;
        return rows > 0;
    }

    private static boolean isNear(NodeRef node, Operator.Hop hop) {
        return node.type().name().equals(hop.near());
    }

    private static long edges(Arm arm, NodeRef node) {
        long edges = 0;
        for (int i = 0; i < arm.lookups.size(); i++) {
            Operator.Hop hop = arm.lookups.get(i).hop();
            if (isNear(node, hop)) {
                Neighbours neighbours = arm.edges.get(i).apply(node.id());
                boolean loopsSeen = !hop.outgoing() && arm.arm.hops().contains(new Operator.Hop(hop.type(), true));
                edges += neighbours.size() - (loopsSeen ? loops(neighbours, node, hop) : 0);
            }
        }
        return edges;
    }

    private static long loops(Neighbours neighbours, NodeRef node, Operator.Hop hop) {
        long loops = 0;
        if (hop.near().equals(hop.far())) {
            for (int i = 0; i < neighbours.size(); i++) {
                if (neighbours.far(i).equals(node.id())) {
                    loops++;
                }
            }
        }
        return loops;
    }

    /** How many of the edges at the node are those that the row has already. */
    private static long taken(Arm arm, NodeRef node, @Nullable Object[] row) {
        long taken = 0;
        for (int slot : arm.distinctFrom) {
            if (row[slot] instanceof List<?> several) {
                for (Object edge : several) {
                    taken += isAt(arm, node, edge) ? 1 : 0;
                }
            } else {
                taken += isAt(arm, node, row[slot]) ? 1 : 0;
            }
        }
        return taken;
    }

    private static boolean isAt(Arm arm, NodeRef node, @Nullable Object taken) {
        if (!(taken instanceof EdgeRef edge)) {
            return false;
        }
        for (Operator.Hop hop : arm.arm.hops()) {
            String end = hop.outgoing() ? edge.source() : edge.destination();
            if (edge.type().name().equals(hop.type().name()) && isNear(node, hop) && end.equals(node.id())) {
                return true;
            }
        }
        return false;
    }

    /** Pairs in which both arms have the same edge. */
    private long edgesOfBoth(NodeRef node) {
        Operator.Hop first = arms.get(0).lookups.getFirst().hop();
        Operator.Hop second = arms.get(1).lookups.getFirst().hop();
        if (!first.type().equals(second.type()) || !isNear(node, first) || !isNear(node, second)) {
            return 0;
        }
        Neighbours neighbours = arms.get(0).edges.getFirst().apply(node.id());
        return first.outgoing() == second.outgoing() ? neighbours.size() : loops(neighbours, node, first);
    }

    @Override
    public void close() {
        input.close();
    }
}
